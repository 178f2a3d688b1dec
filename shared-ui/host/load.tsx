import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { HostOptions } from './federation-host.ts'

type FederationHost = typeof import('./federation-host.ts')

let options: HostOptions | undefined
let federationHost: Promise<FederationHost> | undefined

/** Once, before the first render. Ignored in development, where a fallback would hide faults. */
export function registerSharedUi(given: HostOptions): void {
  if (!import.meta.env.DEV) options = given
}

async function startFederation(): Promise<FederationHost> {
  const host = await import('./federation-host.ts')
  if (options) host.startHost(options)
  return host
}

/** Loads the federation runtime too, once. @param expose such as `Button`, where `Module` is the type of that module */
export async function loadSharedUi<Module extends object>(expose: string): Promise<Module> {
  federationHost ??= startFederation()
  const host = await federationHost
  return host.loadModule<Module>(expose)
}

interface PreloadedComponent<Props extends object> {
  /** Shows shared-ui's component if it has been loaded, otherwise the app's own. */
  readonly Component: ComponentType<Props>
  /** Loads shared-ui's component for those that are mounted later. A failure is ignored. */
  readonly preload: () => Promise<void>
}

/** What is mounted stays: a replaced button loses focus and press. @param Own the app's @param load called once */
export function preloadedComponent<Props extends object>(
  Own: ComponentType<Props>,
  load: () => Promise<ComponentType<Props>>,
): PreloadedComponent<Props> {
  let Current = Own
  let isRequested = false
  async function preload() {
    if (isRequested) return
    isRequested = true
    Current = await load().catch(() => Own)
  }
  function Preloaded(props: Props) {
    const [Mounted] = useState(() => Current)
    useEffect(() => void preload(), [])
    return <Mounted {...props} />
  }
  return { Component: Preloaded, preload }
}

interface LoadAttempt<Props extends object> {
  readonly number: number
  readonly Loaded: ComponentType<Props>
}

interface RemoteSource<Props extends object> {
  /** Loads the component before it is shown: what mounts later has it at once. A failure shows when it is. */
  readonly preload: () => Promise<void>
  /** Whether a preload has ended, with the component or without. */
  readonly isSettled: () => boolean
  readonly latest: () => LoadAttempt<Props>
  readonly retry: () => LoadAttempt<Props>
}

/** Make it once per component, outside of React. @param load called at the first use, and on every retry */
export function remoteSource<Props extends object>(load: () => Promise<ComponentType<Props>>): RemoteSource<Props> {
  const attempt = (number: number): LoadAttempt<Props> => ({
    number,
    Loaded: lazy(async () => ({ default: await load().catch(unavailable) })),
  })
  let latest = attempt(0)
  let isSettled = false
  const preload = async () => {
    const Loaded = await load().catch(() => undefined)
    if (Loaded !== undefined) latest = { ...latest, Loaded }
    isSettled = true
  }
  return {
    preload,
    isSettled: () => isSettled,
    latest: () => latest,
    retry: () => {
      latest = attempt(latest.number + 1)
      return latest
    },
  }
}

/**
 * Whether the component can be shown at once; at the latest when loading it has failed. Content that is shown before is
 * mounted again when the component replaces its placeholder, and loses focus and press.
 */
export function useSettled<Props extends object>(source: RemoteSource<Props>): boolean {
  const [settled, setSettled] = useState(source.isSettled)
  useEffect(() => {
    if (!settled) void source.preload().then(() => setSettled(true))
  }, [settled, source])
  return settled
}

interface RemoteProps<Props extends object> {
  readonly source: RemoteSource<Props>
  readonly props: Props
  readonly placeholder?: ReactNode
  /** Rendered if the component could not be loaded; `retry` loads it again. */
  readonly failure: (retry: () => void) => ReactNode
}

export function Remote<Props extends object>({ source, props, placeholder, failure }: RemoteProps<Props>) {
  const [{ number, Loaded }, setAttempt] = useState(source.latest)
  return (
    <LoadBoundary key={number} failure={() => failure(() => setAttempt(source.retry()))}>
      <Suspense fallback={placeholder}>
        <Loaded {...props} />
      </Suspense>
    </LoadBoundary>
  )
}

/** A component of shared-ui could be had neither from its server nor as a fallback. */
class SharedUiUnavailable extends Error {}

function unavailable(cause: unknown): never {
  throw new SharedUiUnavailable('shared-ui could not be loaded', { cause })
}

interface BoundaryProps {
  readonly children: ReactNode
  readonly failure: () => ReactNode
}

/** Shows `failure` in place of children that could not be loaded; other errors propagate. A new `key` tries them again. */
class LoadBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof SharedUiUnavailable) return this.props.failure()
    throw error
  }
}

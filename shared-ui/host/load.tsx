import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { LoadBoundary, SharedUiUnavailable } from './load-boundary.tsx'
import { untilReleased } from './press.ts'
import type { Fallbacks } from './remotes.ts'

type Federation = typeof import('./federation.ts')

interface Address {
  /** Address of shared-ui's files, ending in a slash; relative ones start from the page. */
  readonly uiBase: string
  /** Components in the app's own build, for when that address does not answer. */
  readonly fallbacks: Fallbacks
  /** For an app that is built without the federation plugin: makes it a host of shared-ui. */
  readonly startHost?: () => Promise<void>
}

let address: Address | undefined
let federation: Promise<Federation> | undefined

/**
 * Keeps where shared-ui is served. To be called once, before the first render. While developing it does nothing: the
 * address is known then, and a fallback would hide faults.
 */
export function registerSharedUi(given: Address): void {
  if (!import.meta.env.DEV) address = given
}

/** Loads the federation runtime, which is not needed before the first component, and tells it where shared-ui is. */
async function startFederation(): Promise<Federation> {
  const [runtime] = await Promise.all([import('./federation.ts'), address?.startHost?.()])
  if (address) runtime.connectRemote(address)
  return runtime
}

/**
 * Loads one module of shared-ui.
 * @param expose such as `Button`; `Module` is the type of that module, `typeof import('@agency/shared-ui/Button')`
 */
export async function loadSharedUi<Module extends object>(expose: string): Promise<Module> {
  federation ??= startFederation()
  const runtime = await federation
  return runtime.loadModule<Module>(expose)
}

interface Request<Props extends object> {
  readonly attempt: number
  readonly Loaded: ComponentType<Props>
}

interface RemoteSource<Props extends object> {
  readonly latest: () => Request<Props>
  readonly renew: () => Request<Props>
}

async function arrival<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const component = await load().catch(unavailable)
  await untilReleased()
  return { default: component }
}

/**
 * Where a component comes from at run time; made once per component, outside of React.
 * @param load gives the component; called at its first use, and again on every retry
 */
export function remoteSource<Props extends object>(load: () => Promise<ComponentType<Props>>): RemoteSource<Props> {
  const request = (attempt: number): Request<Props> => ({
    attempt,
    Loaded: lazy(() => arrival(load)),
  })
  let latest = request(0)
  return {
    latest: () => latest,
    renew: () => {
      latest = request(latest.attempt + 1)
      return latest
    },
  }
}

interface RemoteProps<Props extends object> {
  readonly source: RemoteSource<Props>
  /** Given to the component. */
  readonly props: Props
  /** Rendered while the component loads. */
  readonly placeholder?: ReactNode
  /** Rendered if the component could not be loaded; `retry` loads it again. */
  readonly failure: (retry: () => void) => ReactNode
}

/** Renders a component that arrives at run time. */
export function Remote<Props extends object>({ source, props, placeholder, failure }: RemoteProps<Props>) {
  const [{ attempt, Loaded }, setRequest] = useState(source.latest)
  return (
    <LoadBoundary key={attempt} failure={() => failure(() => setRequest(source.renew()))}>
      <Suspense fallback={placeholder}>
        <Loaded {...props} />
      </Suspense>
    </LoadBoundary>
  )
}

function unavailable(cause: unknown): never {
  throw new SharedUiUnavailable('shared-ui could not be loaded', { cause })
}

import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'

export const remoteName = 'shared_ui'
export const remoteAlias = 'shared-ui'

/** Milliseconds that a hanging server of shared-ui may keep a component waiting. */
const entryTimeout = 4_000

/** The same components from the app's own build, by expose name (`Button`), each in its own lazy chunk. */
export type Fallbacks = Readonly<Record<string, () => Promise<object>>>

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>
type EntryExports = Awaited<ReturnType<LoadEntry>>

interface Options {
  readonly fallbacks: Fallbacks
  /** Imports the module at an absolute address. */
  readonly importEntry?: (address: string) => Promise<EntryExports>
}

/**
 * A federation runtime plugin that keeps an app usable without shared-ui's server: its entry is given four seconds,
 * and a component that can't be had is taken from `fallbacks`. Without a fallback the load fails with the cause.
 */
export function resilientRemotes({ fallbacks, importEntry = importModule }: Options): ModuleFederationRuntimePlugin {
  const failures = new Map<string, number>()
  return {
    name: 'resilient-remotes',
    async loadEntry({ remoteInfo }) {
      const failed = failures.get(remoteInfo.entry) ?? 0
      try {
        return await withTimeout(importEntry(retryAddress(remoteInfo.entry, failed)))
      } catch (cause) {
        failures.set(remoteInfo.entry, failed + 1)
        throw new Error('shared-ui could not be loaded', { cause })
      }
    },
    async errorLoadRemote({ id, lifecycle }) {
      const fallback = lifecycle === 'onLoad' ? fallbacks[id.slice(id.indexOf('/') + 1)] : undefined
      return fallback?.()
    },
  }
}

/** Browsers may remember that a module's address failed, so each new attempt uses an address of its own. */
function retryAddress(entry: string, failed: number): string {
  return failed === 0 ? entry : `${entry}?retry=${failed}`
}

function importModule(address: string): Promise<EntryExports> {
  return import(/* @vite-ignore */ address)
}

async function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${entryTimeout} ms`)), entryTimeout)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

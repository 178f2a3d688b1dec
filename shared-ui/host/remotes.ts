import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'

export const remoteName = 'shared_ui'
export const remoteAlias = 'shared-ui'

/** Milliseconds that a hanging server of shared-ui may keep a component waiting, and those once it has hung. */
const patience = { first: 4_000, next: 1_000 }

/** The same components from the app's own build, by expose name (`Button`), each in its own lazy chunk. */
export type Fallbacks = Readonly<Record<string, () => Promise<object>>>

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>
type EntryExports = Awaited<ReturnType<LoadEntry>>
type Container = Parameters<NonNullable<ModuleFederationRuntimePlugin['initContainer']>>[0]

/** Imports the module at an absolute address. */
type ImportEntry = (address: string) => Promise<EntryExports>

interface Options {
  readonly fallbacks: Fallbacks
  readonly importEntry?: ImportEntry
}

/** The tries of an entry: how many there were, and what the last one still waits for. */
interface Tries {
  readonly made: number
  readonly pending?: Promise<EntryExports>
}

/**
 * A federation runtime plugin that keeps an app usable without shared-ui's server: its entry is given four seconds, and
 * one second after it has hung; a component that can't be had is taken from `fallbacks`. Without a fallback the load
 * fails with the cause, and the next one asks for the entry anew: a release that has the component may have come. An
 * answer that came too late serves whoever asks next.
 */
export function resilientRemotes({ fallbacks, importEntry = importModule }: Options): ModuleFederationRuntimePlugin {
  const fetchEntry = entryFetcher(importEntry)
  const missed = new Set<string>()
  let given: Container | undefined
  return {
    name: 'resilient-remotes',
    loadEntry: ({ remoteInfo: { entry } }) => fetchEntry(entry),
    async initContainer(container) {
      given = container
      return container
    },
    async getModuleFactory({ expose, moduleInfo: { entry } }) {
      if (!given || !missed.has(expose)) return undefined
      const newer = await fetchEntry(entry)
      await newer?.init(given.shareScope, given.initScope, given.remoteEntryInitOptions)
      return newer?.get(expose)
    },
    async afterGetExpose({ expose, error }) {
      if (error) missed.add(expose)
    },
    async errorLoadRemote({ id, lifecycle }) {
      const fallback = lifecycle === 'onLoad' ? fallbacks[id.slice(id.indexOf('/') + 1)] : undefined
      return fallback?.()
    },
  }
}

/** Fetches an entry, each time by a different URL, since browsers cache a module by its URL, failures included. */
function entryFetcher(importEntry: ImportEntry) {
  const triesOf = new Map<string, Tries>()
  return async (entry: string): Promise<EntryExports> => {
    const { made, pending } = triesOf.get(entry) ?? { made: 0 }
    triesOf.set(entry, { made: made + 1 })
    const asked = importEntry(made === 0 ? entry : `${entry}?retry=${made}`)
    const answer = pending ? Promise.any([pending, asked]) : asked
    try {
      return await withTimeout(answer, pending ? patience.next : patience.first)
    } catch (cause) {
      if (cause instanceof NoAnswer) triesOf.set(entry, { made: made + 1, pending: answer })
      throw new Error('shared-ui could not be loaded', { cause })
    }
  }
}

function importModule(address: string): Promise<EntryExports> {
  return import(/* @vite-ignore */ address)
}

class NoAnswer extends Error {}

async function withTimeout<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer in ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

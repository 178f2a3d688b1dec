import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'

export const remoteName = 'shared_ui'
export const remoteAlias = 'shared-ui'

/** Time-outs in ms of an entry: the first, and those after one that was not answered. */
const timeOut = { first: 4_000, next: 1_000 }

/** The same components from the app's own build, by expose name (`Button`), each in its own lazy chunk. */
export type Fallbacks = Readonly<Record<string, () => Promise<object>>>

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>
type EntryExports = Awaited<ReturnType<LoadEntry>>
type Container = Parameters<NonNullable<ModuleFederationRuntimePlugin['initContainer']>>[0]

type ImportEntry = (address: string) => Promise<EntryExports>

interface Options {
  readonly fallbacks: Fallbacks
  readonly importEntry?: ImportEntry
}

/** A component is taken from `fallbacks`, else the load fails, and the next one requests the entry again. */
export function resilientRemotes({ fallbacks, importEntry = importModule }: Options): ModuleFederationRuntimePlugin {
  const requestEntry = entryRequester(importEntry)
  /** Components that the entry lacked. */
  const missing = new Set<string>()
  let container: Container | undefined
  return {
    name: 'resilient-remotes',
    loadEntry: ({ remoteInfo: { entry } }) => requestEntry(entry),
    async initContainer(initialized) {
      container = initialized
      return initialized
    },
    async getModuleFactory({ expose, moduleInfo: { entry } }) {
      if (!container || !missing.has(expose)) return undefined
      const newer = await requestEntry(entry)
      await newer?.init(container.shareScope, container.initScope, container.remoteEntryInitOptions)
      return newer?.get(expose)
    },
    async afterGetExpose({ expose, error }) {
      if (error) missing.add(expose)
    },
    async errorLoadRemote({ id, lifecycle }) {
      const fallback = lifecycle === 'onLoad' ? fallbacks[id.slice(id.indexOf('/') + 1)] : undefined
      return fallback?.()
    },
  }
}

/** Requests a new URL each time: browsers cache a module by it, failures included. A late answer is used next time. */
function entryRequester(importEntry: ImportEntry) {
  let requests = 0
  let unanswered: Promise<EntryExports> | undefined
  return async (entry: string): Promise<EntryExports> => {
    const late = unanswered
    unanswered = undefined
    const request = importEntry(requests === 0 ? entry : `${entry}?retry=${requests}`)
    requests += 1
    const answer = late ? Promise.any([late, request]) : request
    try {
      return await withTimeout(answer, late ? timeOut.next : timeOut.first)
    } catch (cause) {
      if (cause instanceof NoAnswer) unanswered = answer
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

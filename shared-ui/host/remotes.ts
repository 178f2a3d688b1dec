import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'

export const remoteName = 'shared_ui'
export const remoteAlias = 'shared-ui'

/** Milliseconds that a hanging server of shared-ui may keep a component waiting, and those once it has hung. */
const patience = { first: 4_000, next: 1_000 }

/** The same components from the app's own build, by expose name (`Button`), each in its own lazy chunk. */
export type Fallbacks = Readonly<Record<string, () => Promise<object>>>

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>
type EntryExports = Awaited<ReturnType<LoadEntry>>

interface Options {
  readonly fallbacks: Fallbacks
  /** Imports the module at an absolute address. */
  readonly importEntry?: (address: string) => Promise<EntryExports>
}

/** What came of earlier tries of an entry: how many failed, and what the last one still waits for. */
interface Tries {
  readonly failed: number
  readonly pending?: Promise<EntryExports>
}

/**
 * A federation runtime plugin that keeps an app usable without shared-ui's server: its entry is given four seconds, and
 * one second after it has hung; a component that can't be had is taken from `fallbacks`. Without a fallback the load
 * fails with the cause. An answer that came too late serves whoever asks next.
 */
export function resilientRemotes({ fallbacks, importEntry = importModule }: Options): ModuleFederationRuntimePlugin {
  const triesOf = new Map<string, Tries>()
  return {
    name: 'resilient-remotes',
    async loadEntry({ remoteInfo: { entry } }) {
      const { failed, pending } = triesOf.get(entry) ?? { failed: 0 }
      const asked = importEntry(retryAddress(entry, failed))
      const answer = pending ? Promise.any([pending, asked]) : asked
      try {
        return await withTimeout(answer, pending ? patience.next : patience.first)
      } catch (cause) {
        const hung = cause instanceof NoAnswer ? { pending: answer } : {}
        triesOf.set(entry, { failed: failed + 1, ...hung })
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

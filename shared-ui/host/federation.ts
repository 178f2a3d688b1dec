import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime'
import { type Fallbacks, remoteAlias, remoteName, resilientRemotes } from './remotes.ts'

interface RemoteAddress {
  readonly uiBase: string
  readonly fallbacks: Fallbacks
}

/** Tells the federation runtime where shared-ui is served, with its time-out, fallbacks and retries. */
export function connectRemote({ uiBase, fallbacks }: RemoteAddress): void {
  const entry = new URL('remoteEntry.js', new URL(uiBase, window.location.href)).href
  registerPlugins([resilientRemotes({ fallbacks })])
  registerRemotes([{ name: remoteName, alias: remoteAlias, type: 'module', entry }])
}

/** Loads one module of shared-ui by its expose name. */
export async function loadModule<Module extends object>(expose: string): Promise<Module> {
  const module = await loadRemote<Module>(`${remoteAlias}/${expose}`)
  if (!module) throw new Error(`shared-ui has no ${expose}`)
  return module
}

import { init, loadRemote } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import * as React from 'react'
import * as ReactDOM from 'react-dom'
import { type Fallbacks, remoteAlias, remoteName, resilientRemotes } from './remotes.ts'

export interface HostOptions {
  /** Name of the app's federation container, such as `portal_app`. */
  readonly name: string
  /** Address of shared-ui's files, ending in a slash; relative ones start from the page. */
  readonly uiBase: string
  /** Components in the app's own build, for when that address does not answer. */
  readonly fallbacks: Fallbacks
}

const shareConfig = { singleton: true, requiredVersion: '^19.0.0' }

/** Shares the app's React, and the federation runtime (`experiments.externalRuntime`). */
export function startHost({ name, uiBase, fallbacks }: HostOptions): void {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
  const entry = new URL('remoteEntry.js', new URL(uiBase, window.location.href)).href
  init({
    name,
    remotes: [{ name: remoteName, alias: remoteAlias, type: 'module', entry }],
    plugins: [resilientRemotes({ fallbacks })],
    shareStrategy: 'loaded-first',
    shared: {
      react: { version: React.version, scope: 'default', lib: () => React, shareConfig },
      'react-dom': { version: ReactDOM.version, scope: 'default', lib: () => ReactDOM, shareConfig },
    },
  })
}

export async function loadModule<Module extends object>(expose: string): Promise<Module> {
  const module = await loadRemote<Module>(`${remoteAlias}/${expose}`)
  if (!module) throw new Error(`shared-ui has no ${expose}`)
  return module
}

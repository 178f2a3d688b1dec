import { federation } from '@module-federation/vite'
import type { PluginOption } from 'vite'
import { retryLostFilesPlugin } from './vite-lost-files.ts'

/** React comes from the host, once, for every component that shared-ui exposes. */
const share = { singleton: true, requiredVersion: '^19.0.0', eager: true }

interface HostOptions {
  /** The name of the host's container, such as `portal_app`. */
  readonly name: string
  readonly command: 'build' | 'serve'
  /** Vite's mode; under `test` nothing is federated. */
  readonly mode: string
}

/** A build has no federation plugin: the app starts the runtime itself (`federation-host.ts`). */
export function sharedUiHost({ name, command, mode }: HostOptions): PluginOption[] {
  if (mode === 'test') return []
  // The manifest tells which chunk is the fallback of which component (scripts/shared-ui-contract.ts).
  const build = { target: 'es2022', manifest: true }
  if (command === 'build') return [{ name: 'shared-ui-host', config: () => ({ build }) }, retryLostFilesPlugin()]
  return [
    federation({
      name,
      filename: 'assets/host-[hash].js',
      dts: false,
      remotes: { 'shared-ui': { type: 'module', name: 'shared_ui', entry: 'http://localhost:5173/remoteEntry.js' } },
      shared: { react: share, 'react-dom': share },
      shareStrategy: 'loaded-first',
      dev: { remoteHmr: true },
    }),
  ]
}

import { federation } from '@module-federation/vite'
import type { HtmlTagDescriptor, Plugin, PluginOption } from 'vite'
import { retryLostFilesPlugin } from './vite-lost-files.ts'

/** React comes from the host, once, for every component that shared-ui exposes. */
const share = { singleton: true, requiredVersion: '^19.0.0', eager: true }

/**
 * One chunk for the whole federation runtime: without it the first screen takes five more sequential round trips. The
 * priority keeps an app's own groups from splitting it: parts of a split runtime would run before it is initialized.
 */
const runtimeChunk = {
  name: 'rt',
  priority: 10,
  test: /@module-federation|localSharedImportMap|pendingShares|rolldown.runtime|shared-ui\/host/,
}

interface HostOptions {
  /** The name of the host's container, such as `portal_app`. */
  readonly name: string
  readonly command: 'build' | 'serve'
  /** Vite's mode; under `test` nothing is federated. */
  readonly mode: string
  /** The build starts without the federation runtime; the app calls `startLateHost` before its first component. */
  readonly late?: boolean
}

/**
 * Vite plugins and build options that make an app a host of shared-ui. When serving, shared-ui's own development server
 * on port 5173 is used; a build names no remote, `registerSharedUi` does so at run time.
 */
export function sharedUiHost({ name, command, mode, late = false }: HostOptions): PluginOption[] {
  if (mode === 'test') return []
  const building = command === 'build'
  if (building && late) return [hostBuild([]), retryLostFilesPlugin()]
  return [
    federation({
      name,
      filename: 'assets/host-[hash].js',
      dts: false,
      remotes: building
        ? {}
        : { 'shared-ui': { type: 'module', name: 'shared_ui', entry: 'http://localhost:5173/remoteEntry.js' } },
      shared: { react: share, 'react-dom': share },
      shareStrategy: 'loaded-first',
      disableSnapshot: building,
      experiments: { provideExternalRuntime: building },
      dev: { remoteHmr: true },
    }),
    hostBuild(),
    retryLostFilesPlugin(),
  ]
}

function hostBuild(groups = [runtimeChunk]): Plugin {
  let base = '/'
  return {
    name: 'shared-ui-host',
    apply: 'build',
    config: () => ({
      // The manifest tells which chunk is the fallback of which component (scripts/shared-ui-contract.ts).
      build: {
        target: 'es2022',
        manifest: true,
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
    }),
    configResolved(config) {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.includes('pendingShares'))
          .map((file) => preload(base + file)),
    },
  }
}

/** The start of a host waits for its `pendingShares` chunk; Vite hints at static imports alone. */
function preload(href: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href }, injectTo: 'head' }
}

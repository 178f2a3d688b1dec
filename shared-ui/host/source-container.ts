import { init } from '@module-federation/runtime'
import { type Fallbacks, remoteAlias, remoteName } from './remotes.ts'

/**
 * For tests: answers every load of shared-ui from source, through the same runtime calls as in production.
 * @param sources the components by expose name, such as `{ Button: () => import('@agency/shared-ui/Button') }`
 */
export function provideSharedUiSource(sources: Fallbacks): void {
  const container = {
    init: () => undefined,
    get: (expose: string) =>
      sources[expose.replace('./', '')] ?? (() => Promise.reject(new Error(`no source of ${expose}`))),
  }
  init({
    name: 'test_host',
    remotes: [{ name: remoteName, alias: remoteAlias, type: 'module', entry: 'source:shared-ui' }],
    plugins: [{ name: 'shared-ui-source', loadEntry: async () => container }],
  })
}

import { init } from '@module-federation/runtime'
import { type Fallbacks, remoteAlias, remoteName } from './remotes.ts'

/** Serves tests through the runtime calls of production. @param sources such as `{ Button }` */
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

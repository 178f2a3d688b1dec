import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { root } from './repository.ts'

const Manifest = Type.Object({
  version: Type.String(),
  dependencies: Type.Record(Type.String(), Type.String()),
})
const FederationManifest = Type.Object({
  exposes: Type.Array(Type.Object({ name: Type.String() })),
  shared: Type.Array(Type.Object({ name: Type.String(), requiredVersion: Type.String() })),
})
const ViteManifest = Type.Record(Type.String(), Type.Object({ file: Type.String() }))

export const SharedUiUse = Type.Object({
  /** Version of the contract that its types were checked against. */
  contract: Type.String(),
  components: Type.Array(Type.String()),
  /** The app's fallback copies: paths in its build, by component. A page that loads one could not load shared-ui's. */
  fallbacks: Type.Record(Type.String(), Type.String()),
  /** The packages that the app shares with the components, with their versions. */
  shared: Type.Record(Type.String(), Type.String()),
})

export const SharedUiOffer = Type.Object({
  contract: Type.String(),
  components: Type.Array(Type.String()),
  /** The packages that an app has to share, with the accepted version ranges. */
  shared: Type.Record(Type.String(), Type.String()),
})

const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

/** The contract is versioned with shared-ui itself: additions raise the second number, a break the first. */
const contractVersion = (): string => Value.Parse(Manifest, readJson('shared-ui', 'package.json')).version

const loaded = /loadSharedUi<typeof import\('@agency\/shared-ui\/\w+'\)>\('(\w+)'\)/g

export function readSharedUiUse(app: 'admin-app' | 'portal-app'): Static<typeof SharedUiUse> {
  const source = readFileSync(join(root, app, 'src/shared/shared-ui.tsx'), 'utf8')
  const components = [...source.matchAll(loaded)].map(([, name = '']) => name).sort()
  const chunks = Value.Parse(ViteManifest, readJson(app, 'dist/.vite/manifest.json'))
  const fallbacks = components.flatMap((name) => {
    const stem = name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
    const file = chunks[`../shared-ui/src/${stem}/${stem}.tsx`]?.file
    return file ? [[name, file] as const] : []
  })
  const { dependencies } = Value.Parse(Manifest, readJson(app, 'package.json'))
  const shared = Object.entries(dependencies).filter(([name]) => name === 'react' || name === 'react-dom')
  return {
    contract: contractVersion(),
    components,
    fallbacks: Object.fromEntries(fallbacks),
    shared: Object.fromEntries(shared),
  }
}

export function readSharedUiOffer(): Static<typeof SharedUiOffer> {
  const { exposes, shared } = Value.Parse(FederationManifest, readJson('shared-ui', 'dist/mf-manifest.json'))
  return {
    contract: contractVersion(),
    components: exposes.map(({ name }) => name).sort(),
    shared: Object.fromEntries(shared.map(({ name, requiredVersion }) => [name, requiredVersion])),
  }
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { type ReleasedPart, releasedFrom } from './released-parts.ts'
import { root } from './stale-parts.ts'

const Component = Type.Object({ 'bom-ref': Type.String(), name: Type.String(), version: Type.String() })
const Bom = Type.Object({
  bomFormat: Type.Literal('CycloneDX'),
  specVersion: Type.String(),
  metadata: Type.Object({ tools: Type.Optional(Type.Unknown()) }),
  components: Type.Array(Component),
  dependencies: Type.Array(Type.Object({ ref: Type.String(), dependsOn: Type.Array(Type.String()) })),
})
type Bom = Static<typeof Bom>

const Manifest = Type.Object({ dependencies: Type.Optional(Type.Record(Type.String(), Type.String())) })

/** The packages that a folder needs to run. */
function needsOf(folder: string): string[] {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
  return Object.keys(Value.Parse(Manifest, JSON.parse(text)).dependencies ?? {})
}

/** What npm says of these folders by the lock file, development included. */
function readBom(folders: readonly string[]): Bom {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  const workspaces = folders.flatMap((folder) => ['--workspace', folder])
  const text = execFileSync('npm', [...args, ...workspaces], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
  return Value.Parse(Bom, JSON.parse(text))
}

/** All that is reached from a folder's needs. npm's own `--omit dev` also omits what some other workspace develops with. */
function neededFrom(folders: readonly string[], { components, dependencies }: Bom): Set<string> {
  const nameOf = new Map(components.map(({ 'bom-ref': ref, name }) => [ref, name]))
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const reached = new Set<string>()
  const visit = (ref: string) => {
    if (reached.has(ref)) return
    reached.add(ref)
    for (const next of edges.get(ref) ?? []) visit(next)
  }
  for (const folder of folders) {
    const own = components.find(({ name }) => name === folder)?.['bom-ref'] ?? folder
    const needs = needsOf(folder)
    for (const ref of edges.get(own) ?? []) if (needs.includes(nameOf.get(ref) ?? '')) visit(ref)
  }
  return reached
}

/** The packages in a release, as CycloneDX; the same text for the same lock file. @param version of the release */
export function sbomOf(part: ReleasedPart, version: string): string {
  const folders = releasedFrom[part]
  const bom = readBom(folders)
  const needed = neededFrom(folders, bom)
  const ref = `${part}@${version}`
  const direct = folders.flatMap(needsOf)
  const components = bom.components.filter((component) => needed.has(component['bom-ref']))
  const bill = {
    $schema: `http://cyclonedx.org/schema/bom-${bom.specVersion}.schema.json`,
    bomFormat: bom.bomFormat,
    specVersion: bom.specVersion,
    version: 1,
    metadata: {
      tools: bom.metadata.tools,
      component: { 'bom-ref': ref, type: 'application', name: part, version },
    },
    components,
    dependencies: [
      { ref, dependsOn: components.filter(({ name }) => direct.includes(name)).map((found) => found['bom-ref']) },
      ...bom.dependencies.filter((edge) => needed.has(edge.ref)),
    ],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

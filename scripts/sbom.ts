import { execFileSync } from 'node:child_process'
import Type from 'typebox'
import { Value } from 'typebox/value'
import type { ReleasedPart } from './parts.ts'
import { root } from './repository.ts'

const Component = Type.Object({ 'bom-ref': Type.String() })
const Bom = Type.Object({
  specVersion: Type.String(),
  metadata: Type.Object({ tools: Type.Optional(Type.Unknown()) }),
  components: Type.Array(Component),
  dependencies: Type.Array(Type.Object({ ref: Type.String(), dependsOn: Type.Array(Type.String()) })),
})

const npm = (...args: string[]): string =>
  execFileSync('npm', [...args, '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })

/** `name@version` of every package that a workspace runs with. */
function runtimePackages(workspace: string): Set<string> {
  const lines = npm('ls', '--workspace', workspace, '--omit', 'dev', '--all', '--parseable', '--long')
    .trim()
    .split('\n')
  // Each line is `path:name@version`, with further fields for links.
  return new Set(lines.map((line) => line.split(':')[1] ?? ''))
}

/** Lists packages as CycloneDX. `npm sbom --omit dev` would leave out what another workspace needs for development. */
export function sbomOf(part: ReleasedPart, version: string): string {
  const workspace = `@agency/${part}`
  const bom = Value.Parse(Bom, JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--workspace', workspace)))
  const needed = runtimePackages(workspace)
  const isNeeded = (ref: string): boolean => needed.has(ref) && !ref.startsWith(`${workspace}@`)
  const ref = `${part}@${version}`
  const own = bom.dependencies.find((edge) => edge.ref.startsWith(`${workspace}@`))
  const bill = {
    $schema: `http://cyclonedx.org/schema/bom-${bom.specVersion}.schema.json`,
    bomFormat: 'CycloneDX',
    specVersion: bom.specVersion,
    version: 1,
    metadata: {
      tools: bom.metadata.tools,
      component: { 'bom-ref': ref, type: 'application', name: part, version },
    },
    components: bom.components.filter((component) => isNeeded(component['bom-ref'])),
    dependencies: [
      { ref, dependsOn: (own?.dependsOn ?? []).filter(isNeeded) },
      ...bom.dependencies
        .filter((edge) => isNeeded(edge.ref))
        .map((edge) => ({ ref: edge.ref, dependsOn: edge.dependsOn.filter(isNeeded) })),
    ],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

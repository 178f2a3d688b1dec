import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { root } from './stale-parts.ts'

/** Far below the real count. Without a TypeScript parser no module is read, and no rule would fail. */
const fewestModules = 300

/** A feature or a platform folder of a service. */
const serviceFolder = /^(?:bff|core-api)\/src\/(?:features|platform)\/[^/]+(?=\/)/
const testFile = /\.test\.ts$|\.contract\.ts$|\/testing\//

type Arrows = ReadonlyMap<string, ReadonlySet<string>>

/** Which folders import which, in the sources without tests. Imports of types count. */
function arrowsBetweenFolders(modules: readonly IModule[]): Arrows {
  const arrows = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules.filter(({ source }) => !testFile.test(source))) {
    const [from] = serviceFolder.exec(source) ?? []
    if (!from) continue
    const targets = arrows.get(from) ?? new Set()
    arrows.set(from, targets)
    for (const { resolved } of dependencies) {
      const [to] = serviceFolder.exec(resolved) ?? []
      if (to && to !== from) targets.add(to)
    }
  }
  return arrows
}

/** The shortest way from a folder back to itself; undefined if there is none. */
function cycleFrom(start: string, arrows: Arrows): string[] | undefined {
  const seen = new Set<string>()
  const ways = [[start]]
  for (const way of ways) {
    for (const next of arrows.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

/** Cycles between folders, each once, although each file may import without a cycle. */
function folderCycles(modules: readonly IModule[]): string[] {
  const arrows = arrowsBetweenFolders(modules)
  const cycles = new Map<string, string[]>()
  for (const folder of arrows.keys()) {
    const cycle = cycleFrom(folder, arrows)
    if (cycle) cycles.set([...new Set(cycle)].sort().join(), cycle)
  }
  return [...cycles.values()].map((cycle) => `no-folder-cycles: ${cycle.join(' → ')}`)
}

interface PackageJson {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** The folder of the package.json that a file belongs to. */
function packageFolderOf(path: string): string {
  const folder = dirname(path)
  return folder === '.' || existsSync(join(folder, 'package.json')) ? folder : packageFolderOf(folder)
}

const declared = new Map<string, { always: Set<string>; inTests: Set<string> }>()

/** The packages that a package.json names. `npm ci --omit=dev` installs those of `always`. */
function declaredIn(folder: string) {
  const known = declared.get(folder)
  if (known) return known
  const json: PackageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const always = new Set(Object.keys({ ...json.dependencies, ...json.peerDependencies }))
  const inTests = new Set([...always, ...Object.keys(json.devDependencies ?? {})])
  declared.set(folder, { always, inTests })
  return { always, inTests }
}

/** What runs as it is in the image of a service. The sources of the apps are bundled: a devDependency will do there. */
const installedSource = /^(?:bff|core-api|packages\/(?:contract|service-kit|pdf-signing))\/src\//
const bareSpecifier = /^(?:@[^/]+\/)?[^./@][^/]*/

/** Imports of packages that the nearest package.json does not name. npm hoists, so they would work here. */
function undeclaredImports({ source, dependencies }: IModule): string[] {
  if (source.startsWith('node_modules/') || !/\.[cm]?[jt]sx?$/.test(source)) return []
  const isInstalled = installedSource.test(source) && !testFile.test(source)
  const { always, inTests } = declaredIn(packageFolderOf(source))
  return dependencies.flatMap(({ module, dependencyTypes }) => {
    const [name] = bareSpecifier.exec(module) ?? []
    if (!name || dependencyTypes.includes('core') || module.startsWith('virtual:')) return []
    return (isInstalled ? always : inTests).has(name) ? [] : [`declared-dependencies: ${source} → ${module}`]
  })
}

process.chdir(root)
const options = await extractOptions('./.dependency-cruiser.cjs')
const { output } = await cruise(process.argv.slice(2), { ...options, validate: true, outputType: 'json' })
const { modules, summary }: ICruiseResult = JSON.parse(String(output))
const violations = [
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...folderCycles(modules),
  ...modules.flatMap(undeclaredImports),
]
for (const violation of violations) console.error(violation)
console.log(`${summary.totalCruised} modules, ${violations.length} violations`)
if (summary.totalCruised < fewestModules) console.error(`Fewer than ${fewestModules} modules were read.`)
process.exitCode = violations.length > 0 || summary.totalCruised < fewestModules ? 1 : 0

import { cruise, type ICruiseResult, type IModule } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { root } from './repository.ts'

/** Far below the real count. Without a TypeScript parser no module is read, and no rule would fail. */
const fewestModules = 300

/** A feature or a platform folder of a service: in core-api, a folder of a district. */
const serviceFolder = /^(?:bff\/src\/(?:features|platform)|core-api\/src\/[^/]+)\/[^/]+(?=\/)/
const testFile = /\.test\.ts$|\.contract\.ts$|\/testing\//

type Arrows = ReadonlyMap<string, ReadonlySet<string>>

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

process.chdir(root)
const options = await extractOptions('./.dependency-cruiser.cjs')
const { output } = await cruise(process.argv.slice(2), { ...options, validate: true, outputType: 'json' })
const { modules, summary }: ICruiseResult = JSON.parse(String(output))
const violations = [
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...folderCycles(modules),
]
for (const violation of violations) console.error(violation)
console.log(`${summary.totalCruised} modules, ${violations.length} violations`)
if (summary.totalCruised < fewestModules) console.error(`Fewer than ${fewestModules} modules were read.`)
process.exitCode = violations.length > 0 || summary.totalCruised < fewestModules ? 1 : 0

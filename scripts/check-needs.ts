import { readFileSync } from 'node:fs'

// Runs on a machine without packages, before a deployment: it imports Node.js alone.

/** What a release says of itself, in its `release.json`: `needs` are the lowest versions of other parts that it works with. */
export interface Needing {
  part: string
  version: string
  needs?: Readonly<Record<string, string>>
}

/** The order in which parts are released. */
const order = ['core-api', 'bff', 'shared-ui', 'admin-app', 'portal-app', 'nginx']

/** @returns below 0 if the first version is the lower one; what follows the three numbers does not count */
function compare(one: string, other: string): number {
  const numbers = (version: string) => /^\d+\.\d+\.\d+/.exec(version)?.[0].split('.').map(Number)
  const [first, second] = [numbers(one), numbers(other)]
  if (!first || !second) throw new Error(`${first ? other : one} is not a version such as 1.0.0`)
  return first.map((number, at) => number - (second[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}

/** @param deployed the versions of the replicas, by part @returns what must be released first, in order */
export function findUnmet(
  { part, version, needs = {} }: Needing,
  deployed: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(needs)
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .flatMap(([needed, lowest]) => {
      const [oldest] = (deployed[needed] ?? []).toSorted(compare)
      if (oldest !== undefined && compare(oldest, lowest) >= 0) return []
      const found = oldest === undefined ? `no ${needed} answers` : `${needed} ${oldest} is deployed`
      return [`${part} ${version} needs ${needed} ${lowest} or later, and ${found}. Release ${needed} first.`]
    })
}

if (import.meta.main) {
  const [releaseFile = '', deployedFile = ''] = process.argv.slice(2)
  const release: Needing = JSON.parse(readFileSync(releaseFile, 'utf8'))
  const deployed: Record<string, string[]> = JSON.parse(readFileSync(deployedFile, 'utf8') || '{}')
  const unmet = findUnmet(release, deployed)
  for (const fault of unmet) console.error(fault)
  process.exitCode = unmet.length === 0 ? 0 : 1
}

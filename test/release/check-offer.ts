import type { Release } from '../../scripts/package.ts'

const majorOf = (version: string): string | undefined => /\d+/.exec(version)?.[0]

/**
 * Compares what a release of shared-ui offers with what a release of an app takes and brings along.
 * @returns what does not fit
 */
export function checkOffer({ offers }: Release, { part, uses }: Release): string[] {
  if (!offers) return ['shared-ui: its release does not say what it offers']
  if (!uses) return [`${part}: its release does not say what it takes from shared-ui`]
  const faults = uses.components
    .filter((name) => !offers.components.includes(name))
    .map((name) => `${part}: shared-ui no longer offers ${name}`)
  for (const [name, version] of Object.entries(uses.shared)) {
    const wanted = offers.shared[name]
    if (wanted !== undefined && majorOf(wanted) !== majorOf(version))
      faults.push(`${part}: shared-ui wants ${name} ${wanted}, and the app brings ${version}`)
  }
  if (majorOf(offers.contract) !== majorOf(uses.contract))
    faults.push(`${part}: it was made for contract ${uses.contract}, and shared-ui offers ${offers.contract}`)
  return faults
}

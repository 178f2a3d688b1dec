import { inputs, type Part } from './stale-parts.ts'

/** The parts that are released each by itself, and the folders that each is made from. */
export const releasedFrom = {
  ...inputs,
  bff: ['bff', 'packages/contract', 'packages/service-kit'],
  'core-api': ['core-api', 'packages/contract', 'packages/service-kit', 'packages/pdf-signing'],
  nginx: ['nginx'],
} as const

export type ReleasedPart = keyof typeof releasedFrom
export const releasedParts: readonly ReleasedPart[] = [
  'admin-app',
  'portal-app',
  'shared-ui',
  'bff',
  'core-api',
  'nginx',
]

/** Files of the root that a release rests on: which packages, and what the sources are read by. */
export const rootFiles = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json'] as const

/** Whether files come out of a build, to be served; the services run their sources, the router its configuration. */
export const isBuilt = (part: ReleasedPart): part is Part => part in inputs

/** @throws when it names none */
export function partNamed(name: string | undefined): ReleasedPart {
  const found = releasedParts.find((part) => part === name)
  if (!found) throw new Error(`Name one of ${releasedParts.join(', ')}.`)
  return found
}

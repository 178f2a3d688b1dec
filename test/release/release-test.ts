import { test as base } from '@agency/test-kit/browser/routed-fixtures'
import type { Part } from '../../scripts/parts.ts'
import { artefactIn } from './check-release.ts'

/** The artefact of a front-end part as it is now. */
export const artefactOf = (part: Part): string => artefactIn(process.env.RELEASES ?? '', part)

/** Tests against a product with the artefacts of all three front-end parts. */
export const test = base.extend<object, { buildOf: typeof artefactOf }>({
  buildOf: [async ({ browserName: _browser }, use) => use(artefactOf), { scope: 'worker' }],
})

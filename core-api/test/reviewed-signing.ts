import { reviewHashHeader } from '@agency/contract/esign'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Core } from './core.ts'
import { type Filling, sign } from './form-field-fixtures.ts'
import { whenSealed } from './signing-steps.ts'

/** The hash that an answer to a review names, hex. */
export const reviewHash = (answer: LightMyRequestResponse): string => String(answer.headers[reviewHashHeader])

/** The client signs what it has reviewed. */
export const signReviewed = (core: Core, filling: Filling, reviewed: LightMyRequestResponse, changes: object = {}) =>
  sign(core, filling, { ...changes, review_sha256: reviewHash(reviewed) })

/** The document's PDF as staff get it. */
export const fileOf = async (core: Core, { admin, form }: Filling): Promise<Buffer> =>
  (await core.ask(admin, { method: 'GET', url: `/sessionforms/${form.id}/file` })).rawPayload

/** The sealed PDF, once there is one. */
export async function sealedFile(core: Core, filling: Filling): Promise<Buffer> {
  await whenSealed(core, filling, filling.form.id)
  return fileOf(core, filling)
}

/** The row of the document's envelope. */
export const envelopeOf = (core: Core, { form }: Filling) =>
  core.app.db.selectFrom('envelopes').selectAll().where('session_form_id', '=', form.id).executeTakeFirstOrThrow()

/** The review copies of the document, oldest first. */
export async function copiesOf(core: Core, filling: Filling) {
  const { id } = await envelopeOf(core, filling)
  return core.app.db.selectFrom('review_copies').selectAll().where('envelope_id', '=', id).orderBy('file_id').execute()
}

/** Expects that signing was refused because the review is outdated. */
export const expectOutdated = (answer: LightMyRequestResponse): void =>
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'REVIEW_OUTDATED'])

import type { ReviewBody } from '@agency/contract/esign'
import type { Stamped } from '@agency/pdf-signing/stamp-pdf'
import type { PdfIntake } from '../../library/pdf-checks/pdf-intake.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { NotFound, PdfNotAccepted, ReviewOutdated, WrongState } from '../../platform/errors.ts'
import type { FileService, OpenedFile } from '../../platform/files/file-service.ts'
import { countOrRefuse } from '../../platform/limits/lockout.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import { auditIdsOf, getLockedSessionForm, getSessionForm } from '../../sessions/session-forms/session-form-service.ts'
import { findEnvelope, lockEnvelope } from '../envelopes/envelope-repository.ts'
import { requireBuiltIn } from '../envelopes/envelope-service.ts'
import { checkAdopted } from './adopted-signature.ts'
import { fieldStamps, pageMark } from './field-stamps.ts'
import { type PreparedSigning, prepareSigning, type SigningContext } from './prepare-signing.ts'
import {
  deleteSurplusCopies,
  insertReviewCopy,
  listReviewCopies,
  markSigned,
  type ReviewCopy,
} from './review-copy-repository.ts'

export interface ReviewContext extends SigningContext {
  files: FileService
  pdfs: PdfIntake
}

/** The pages as they will be sealed, without the certificate. */
export interface ReviewedPages extends OpenedFile {
  title: string | null
  /** Hex. */
  sha256: string
}

/** Copies of a session in 15 minutes: each costs a PDF task and is stored. Repeats of the same body are free. */
const freeCopies = 40
/** The longest wait for one more, in seconds. */
const longestWait = 15 * 60

const notSignable = 'This document cannot be signed here in its present form. Please call your agency.'

/** Copies that are being made in this process, so that repeated taps cost one task. */
const inProgress = new Map<string, Promise<ReviewCopy>>()

/** What is sealed later is this copy; equal bodies share it. @throws as `signForm`; TooManyAttempts; PdfChecksBusy */
export async function reviewForm(context: ReviewContext, id: string, body: ReviewBody): Promise<ReviewedPages> {
  checkAdopted(body)
  const { db, principal, files } = context
  const form = await getSessionForm({ db, principal }, id)
  await requireBuiltIn(db, form)
  const envelope = form.envelope_id ? await findEnvelope(db, form.envelope_id) : undefined
  const prepared = await prepareSigning(context, { form, envelope, body, now: new Date() })
  const { file_id, sha256 } =
    (await findCopy(context, prepared.envelope.id, prepared.identity)) ??
    (await shared(context.cipher.digest(prepared.identity).toString('hex'), () => makeCopy(context, form, prepared)))
  const event = { action: 'reviewed' as const, ...auditIdsOf(form), detail: `SHA-256 ${sha256}` }
  const file = await files.open(db, file_id, () => recordEvent(db, principal, event))
  return { title: form.title, sha256, ...file }
}

async function findCopy(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  envelopeId: string,
  identity: string,
): Promise<ReviewCopy | undefined> {
  const copies = await listReviewCopies(db, envelopeId)
  return copies.find(({ digest }) => cipher.isDigestOf(digest, identity))
}

function shared(key: string, work: () => Promise<ReviewCopy>): Promise<ReviewCopy> {
  const running = inProgress.get(key)
  if (running) return running
  const started = work().finally(() => inProgress.delete(key))
  inProgress.set(key, started)
  return started
}

async function makeCopy(context: ReviewContext, form: SessionFormRow, prepared: PreparedSigning): Promise<ReviewCopy> {
  const { db, cipher, files, principal } = context
  const bucket = cipher.digest(JSON.stringify(['review', principal.sessionId]))
  await countOrRefuse(db, { bucket, free: freeCopies, longestWait })
  const { pdf, sha256, pages } = await stamp(context, form, prepared)
  const digest = cipher.digest(prepared.identity)
  const content = { bytes: pdf, description: { mimeType: 'application/pdf', pages } }
  // Stored before rows are locked. Without a row, the file is an orphan that the sweep removes.
  const { copy, surplus } = await files.withStored([content], ([file]) =>
    db.transaction().execute(async (trx) => {
      if (!file) throw new Error('The copy was not stored')
      await getLockedSessionForm({ db: trx, principal }, form.id)
      const envelope = await lockEnvelope(trx, prepared.envelope.id)
      if (envelope.status !== 'viewed') throw new WrongState('This document cannot be signed now.')
      await files.describe(trx, file)
      await insertReviewCopy(trx, { file_id: file.id, envelope_id: envelope.id, digest })
      const surplus = await deleteSurplusCopies(trx, envelope.id)
      for (const id of surplus) await files.forget(trx, id)
      return { copy: { file_id: file.id, digest, is_signed: false, sha256 }, surplus }
    }),
  )
  await files.discard(surplus)
  return copy
}

async function stamp(
  { db, files, pdfs }: ReviewContext,
  form: SessionFormRow,
  { envelope, fields, entered }: PreparedSigning,
): Promise<Stamped> {
  if (!form.file_id) throw new NotFound()
  const task = { stamps: fieldStamps(fields, entered), mark: pageMark(envelope.id) }
  try {
    return await files.use(db, form.file_id, (original) => pdfs.stamp({ original, ...task }))
  } catch (error) {
    if (error instanceof PdfNotAccepted) throw new WrongState(notSignable, { cause: error })
    throw error
  }
}

/**
 * Takes reviewed pages in the signing transaction.
 * @param sha256 hex
 * @throws ReviewOutdated if not of what is signed, or deleted
 */
export async function signReviewed(
  context: SigningContext,
  { envelope, identity }: PreparedSigning,
  sha256: string,
): Promise<void> {
  const copies = await listReviewCopies(context.db, envelope.id)
  const copy = copies.find((each) => each.sha256 === sha256 && context.cipher.isDigestOf(each.digest, identity))
  if (!copy || !(await markSigned(context.db, copy.file_id))) throw new ReviewOutdated()
}

/** @param sha256 as it was signed, hex @throws when there are none: other pages must not be sealed in their place */
export async function readSignedReview(
  { db, files }: { db: Database; files: FileService },
  envelopeId: string,
  sha256: string,
): Promise<Buffer> {
  const copies = await listReviewCopies(db, envelopeId)
  const copy = copies.find((each) => each.is_signed && each.sha256 === sha256)
  if (!copy) throw new Error('A signed envelope lacks the pages that were reviewed')
  return files.read(db, copy.file_id)
}

import type { ReviewBody, SignBody } from '@agency/contract/esign'
import type { FormField } from '@agency/contract/form-fields'
import type { SigningCodeMode } from '@agency/contract/signing-codes'
import { findPreferredLanguage, getClientNames } from '../../clients/record/client-service.ts'
import { requireTimeZone, type SignedFields, signFields } from '../../library/form-fields/sign-fields.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { ConsentRequired, WrongState } from '../../platform/errors.ts'
import type { SessionPrincipal } from '../../platform/http/principals.ts'
import { readFields } from '../../sessions/session-forms/session-form-fields.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'
import { requireSession } from '../../sessions/sessions/session-service.ts'
import { identifySigner, type SignerIdentity } from '../../sessions/sessions/signer-identity.ts'
import { type ConfirmedCode, requireConfirmedCode } from '../codes/signing-code-service.ts'
import type { Envelope } from '../providers/esign-provider.ts'
import type { Signing } from './stored-signing.ts'

export interface SigningContext {
  db: Database
  cipher: FieldCipher
  principal: SessionPrincipal
  signingCode: SigningCodeMode
}

/** A document filled in with what its client sends for review or signing, before anything is stored. */
export interface PreparedSigning {
  envelope: Envelope
  fields: FormField[]
  /** Undefined for a document without fields. */
  signed: SignedFields | undefined
  contact: Required<Signing>['contact']
  recordName: string
  entered: Omit<SignBody, 'values'> & Required<Pick<Signing, 'values'>>
  /** The one-time code that was confirmed in this portal login; undefined if none is needed. */
  confirmedCode: ConfirmedCode | undefined
  session: SessionRow
  signer: SignerIdentity
  /** All that the pages are made from and that is sent beside them, as one text. Equal inputs give equal texts. */
  identity: string
}

interface Sent {
  form: SessionFormRow
  envelope: Envelope | undefined
  body: ReviewBody
  now: Date
}

/** @throws InvalidInput with the field; ConsentRequired; SigningCodeRequired; WrongState */
export async function prepareSigning(
  context: SigningContext,
  { form, envelope, body, now }: Sent,
): Promise<PreparedSigning> {
  if (form.status !== 'viewed' || envelope?.status !== 'viewed') {
    throw new WrongState('This document cannot be signed now.')
  }
  const session = await requireSession(context.db, form.session_id)
  if (!session.consented_at) throw new ConsentRequired()
  const confirmedCode = await requireConfirmedCode(context, session)
  const signer = await identifySigner(context.db, session, { code: confirmedCode, address: context.principal.address })
  const { fields, state } = await readFields(context, form.id)
  const isPlain = fields.length === 0 && Object.keys(body.values ?? {}).length === 0
  requireTimeZone(body.time_zone)
  const signed = isPlain ? undefined : signFields(fields, state, body, now)
  // The pages and the certificate are in the language of the document's client, whatever the screen shows.
  const language = (await findPreferredLanguage(context, form.client_id)) ?? body.language
  const entered = { ...body, values: signed?.values ?? {}, language }
  const contact = { email: session.primary_email, phone: session.primary_phone }
  const { client_first_name, client_last_name } = await getClientNames(context.db, form.client_id)
  const recordName = [client_first_name, client_last_name].filter(Boolean).join(' ')
  const identity = identityOf(form, envelope, fields, entered)
  return { envelope, fields, signed, contact, recordName, entered, confirmedCode, session, signer, identity }
}

function identityOf(
  form: SessionFormRow,
  envelope: Envelope,
  fields: readonly FormField[],
  { name, signature, initials, values, language, time_zone }: PreparedSigning['entered'],
): string {
  const drawn = signature.kind === 'drawn' ? [signature.png] : [signature.text, signature.font]
  return JSON.stringify([
    ...[envelope.id, form.file_id, form.title, fields, Object.entries(values)],
    ...[name, signature.kind, drawn, initials ? [initials.text, initials.font] : [], language, time_zone],
  ])
}

import type { SessionForm } from '@agency/contract/session-forms'
import { isOpen } from '@agency/contract/session-state'
import type { SigningCodeMode } from '@agency/contract/signing-codes'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import type { Principal } from '../../platform/http/principals.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import { auditIdsOf } from '../../sessions/session-forms/session-form-service.ts'
import { handedOverAt } from '../../sessions/session-forms/session-form-states.ts'
import { builtInProvider } from '../providers/built-in-provider.ts'
import type { Envelope, EsignProvider } from '../providers/esign-provider.ts'
import type { EsignProviders } from '../providers/esign-providers.ts'
import { findActiveEnvelope, insertEnvelope, lockEnvelope } from './envelope-repository.ts'

interface EnvelopeSettings {
  providers: EsignProviders
  publicUrl: string
  signingCode: SigningCodeMode
  /** For how many days a contact that one has changed oneself keeps one from sending there. */
  contactDays: number
}

export const envelopeSettings = ({ esignProviders, config }: FastifyInstance): EnvelopeSettings => ({
  providers: esignProviders,
  publicUrl: config.PUBLIC_URL,
  signingCode: config.SIGNING_CODE,
  contactDays: config.CONTACT_CHANGE_DAYS,
})

export interface EnvelopeContext<Who extends Principal = Principal> extends EnvelopeSettings {
  db: Database
  principal: Who
  cipher: FieldCipher
}

const redirectOnly = 'This document is signed on the site of the e-signature provider.'

export const isSignable = ({ type, requires_signature, has_file }: SessionForm): boolean =>
  type !== 'Link' && requires_signature && has_file

/** @throws WrongState */
export function requireSendable(form: SessionFormRow): void {
  if (form.type !== 'DocuSign') throw new WrongState('Only a document made from a template has an envelope.')
  if (!isSignable(form)) throw new WrongState('This document has no template. Sync the templates and attach it again.')
  if (!isOpen(form)) throw new WrongState('This document can no longer be signed.')
}

/** Created when there is none. Lock the document first. @returns it, locked @throws WrongState with redirect signing */
export async function ensureEnvelope(
  { db, principal, provider }: { db: Transaction; principal: Principal; provider: EsignProvider },
  form: SessionFormRow,
): Promise<Envelope> {
  if (form.envelope_id) return lockEnvelope(db, form.envelope_id)
  const template = form.type === 'DocuSign' ? form.source_template_id : null
  if (template !== null && !provider.owns(template)) throw new WrongState(redirectOnly)
  const id = uuid()
  const handedOver = handedOverAt(form)
  const sent_at = handedOver ?? new Date().toISOString()
  await insertEnvelope(db, { id, session_form_id: form.id, provider: provider.name, status: 'sent', sent_at })
  // The hand-over has its event already.
  if (handedOver === undefined)
    await recordUnlessArchived(db, principal, { action: 'sent', ...auditIdsOf(form), detail: `envelope ${id}` })
  return lockEnvelope(db, id)
}

/** Lock the document first. @throws WrongState for a document with redirect signing that is still open */
export async function requireBuiltIn(db: Database, form: SessionFormRow): Promise<void> {
  if (!isOpen(form)) return
  const envelope = await findActiveEnvelope(db, form.id)
  if (envelope && envelope.provider !== builtInProvider.name) throw new WrongState(redirectOnly)
}

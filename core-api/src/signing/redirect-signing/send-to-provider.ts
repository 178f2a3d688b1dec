import { setTimeout as delay } from 'node:timers/promises'
import type { EnvelopeAnswer } from '@agency/contract/esign'
import { v7 as uuid } from 'uuid'
import { getContact } from '../../clients/record/client-service.ts'
import { refuseOwnContactChange } from '../../clients/record/contact-changes.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { EmailMissing, EsignFailed } from '../../platform/errors.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import {
  auditIdsOf,
  getLockedSessionForm,
  getSessionForm,
  requireLockedSessionForm,
  updateSessionForm,
} from '../../sessions/session-forms/session-form-service.ts'
import { handedOverAt } from '../../sessions/session-forms/session-form-states.ts'
import { requireSession } from '../../sessions/sessions/session-service.ts'
import { envelopeContext } from '../client-signing/stored-signing.ts'
import { requireConfirmedCode } from '../codes/signing-code-service.ts'
import {
  findActiveEnvelope,
  insertEnvelope,
  isBeingCreated,
  lockEnvelope,
  setCreating,
  updateEnvelope,
} from '../envelopes/envelope-repository.ts'
import { type EnvelopeContext, requireSendable } from '../envelopes/envelope-service.ts'
import type { Envelope, RedirectSigning, Signer } from '../providers/esign-provider.ts'

type RedirectContext = EnvelopeContext & { name: Envelope['provider']; redirect: RedirectSigning }

interface Reserved {
  form: SessionFormRow
  envelope: Envelope
  task: 'create' | 'find' | 'wait' | 'none'
}

/** Longer than all calls together that create an envelope, access included. */
const creatingSeconds = 150
/** Milliseconds that a request waits for another one that creates the envelope. */
const waitLimit = 30_000
const pollMilliseconds = 100
const forClients = 'This document can’t be opened right now. Please try again later, or ask your agency.'

/** Concurrent requests share it. Staff get no address of the recipient view: it lets its holder sign as the client. */
export async function sendToProvider(context: RedirectContext, formId: string): Promise<EnvelopeAnswer> {
  try {
    await requireCodeOfClient(context, formId)
    const { form, envelope } = await ensureSent(context, formId)
    if (context.principal.kind !== 'session') {
      return { success: true, envelopeId: envelope.id, signing: { kind: 'elsewhere' } }
    }
    const { providerId, signer } = readSent(context, envelope)
    const { session_code } = await requireSession(context.db, form.session_id)
    const returnUrl = `${context.publicUrl.replace(/\/$/, '')}/session/${session_code}/form/${formId}`
    const signing = await context.redirect.signingView(providerId, envelope.id, signer, returnUrl)
    return { success: true, envelopeId: envelope.id, signing }
  } catch (error) {
    // The message says what staff can do, so clients get another one.
    if (error instanceof EsignFailed && context.principal.kind === 'session') throw new EsignFailed(forClients, error)
    throw error
  }
}

/** The recipient view signs for its holder, so a client confirms its one-time code before it gets the address. */
async function requireCodeOfClient({ db, principal, signingCode }: RedirectContext, formId: string): Promise<void> {
  if (principal.kind !== 'session') return
  const { session_id } = await getSessionForm({ db, principal }, formId)
  await requireConfirmedCode({ db, principal, signingCode }, await requireSession(db, session_id))
}

function readSent({ cipher }: RedirectContext, { id, provider_id, encrypted_signing }: Envelope) {
  if (provider_id === null || encrypted_signing === null) throw new Error('A sent envelope lacks its signer')
  const signer: Signer = JSON.parse(cipher.decrypt(encrypted_signing, envelopeContext(id)))
  return { providerId: provider_id, signer }
}

async function ensureSent(context: RedirectContext, formId: string): Promise<Reserved> {
  const until = Date.now() + waitLimit
  for (;;) {
    const reserved = await reserve(context, formId)
    if (reserved.task === 'none') return reserved
    if (reserved.task !== 'wait') await createReserved(context, reserved)
    else if (Date.now() > until) throw new EsignFailed('This document is being sent. Please try again in a minute.')
    else await delay(pollMilliseconds)
  }
}

/** Reserves the creation of the envelope in its own transaction, so that no lock is held during network calls. */
function reserve(context: RedirectContext, formId: string): Promise<Reserved> {
  const { db, principal } = context
  return db.transaction().execute(async (trx): Promise<Reserved> => {
    const form = await getLockedSessionForm({ db: trx, principal }, formId)
    requireSendable(form)
    const envelope = await findActiveEnvelope(trx, formId)
    if (!envelope) return { form, envelope: await addEnvelope(context, trx, form), task: 'create' }
    if (envelope.status !== 'creating') return { form, envelope, task: 'none' }
    if (await isBeingCreated(trx, envelope.id)) return { form, envelope, task: 'wait' }
    await setCreating(trx, envelope.id, creatingSeconds)
    return { form, envelope, task: 'find' }
  })
}

async function addEnvelope(
  { cipher, name, principal, contactDays: days }: RedirectContext,
  trx: Transaction,
  form: SessionFormRow,
): Promise<Envelope> {
  const { firstName, lastName, email } = await getContact({ db: trx, cipher }, form.client_id)
  if (email === null) throw new EmailMissing()
  // The envelope names this address for good. Checked after it was read: a change after that is in no envelope.
  if (principal.kind === 'admin') await refuseOwnContactChange(trx, { principal, clientId: form.client_id, days })
  const signer: Signer = { email, name: [firstName, lastName].filter(Boolean).join(' ') || email }
  const id = uuid()
  await insertEnvelope(trx, {
    id,
    session_form_id: form.id,
    provider: name,
    status: 'creating',
    sent_at: new Date().toISOString(),
    // The signer it was created for: DocuSign rejects a recipient view for another name or address.
    encrypted_signing: cipher.encrypt(JSON.stringify(signer), envelopeContext(id)),
  })
  await setCreating(trx, id, creatingSeconds)
  return lockEnvelope(trx, id)
}

async function createReserved(context: RedirectContext, { form, envelope, task }: Reserved): Promise<void> {
  const { db, redirect, principal } = context
  try {
    const found = task === 'find' ? await findCreated(redirect, envelope.id) : undefined
    const providerId = found ?? (await create(context, form, envelope))
    const event = { action: 'sent' as const, ...auditIdsOf(form), detail: `envelope ${envelope.id}` }
    await storeSentEnvelope(db, { envelopeId: envelope.id, formId: form.id, providerId }, async (trx) => {
      // The hand-over has its event already.
      if (handedOverAt(form) === undefined) await recordEvent(trx, principal, event)
    })
  } catch (error) {
    if (error instanceof EsignFailed) await updateEnvelope(db, envelope.id, { error: error.message })
    await setCreating(db, envelope.id, null)
    throw error
  }
}

const findCreated = async (redirect: RedirectSigning, envelopeId: string) =>
  (await redirect.find([envelopeId])).get(envelopeId)

/** Without an answer the envelope may have been created anyway, so the provider is asked at once. */
async function create(
  { cipher, redirect }: RedirectContext,
  form: SessionFormRow,
  envelope: Envelope,
): Promise<string> {
  if (envelope.encrypted_signing === null || form.source_template_id === null)
    throw new Error('An envelope lacks its signer')
  const signer: Signer = JSON.parse(cipher.decrypt(envelope.encrypted_signing, envelopeContext(envelope.id)))
  const order = {
    envelopeId: envelope.id,
    templateId: form.source_template_id,
    title: form.title || 'Document',
    signer,
  }
  try {
    return await redirect.create(order)
  } catch (error) {
    if (!(error instanceof EsignFailed) || !error.unclear) throw error
    const created = await findCreated(redirect, envelope.id)
    if (created === undefined) throw error
    return created
  }
}

/** Idempotent. @param record writes the audit event, with who sent it */
export function storeSentEnvelope(
  db: Database,
  { envelopeId, formId, providerId }: { envelopeId: string; formId: string; providerId: string },
  record: (trx: Transaction) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const form = await requireLockedSessionForm(trx, formId)
    const envelope = await lockEnvelope(trx, envelopeId)
    if (envelope.status !== 'creating') return
    const sent_at = new Date().toISOString()
    const sent = { status: 'sent', provider_id: providerId, sent_at, making_until: null, error: null } as const
    await updateEnvelope(trx, envelopeId, sent)
    if (form.status === 'pending')
      await updateSessionForm(trx, form, { status: 'sent', sent_at: form.sent_at ?? sent_at })
    await record(trx)
  })
}

import { setTimeout as delay } from 'node:timers/promises'
import type { EnvelopeAnswer } from '@agency/contract/esign'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/database.ts'
import { EmailMissing, EsignFailed } from '../../platform/errors.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { getContact } from '../clients/client-service.ts'
import type { SessionFormRow } from '../session-forms/session-form-repository.ts'
import {
  about,
  getLockedSessionForm,
  moveForm,
  requireLockedSessionForm,
} from '../session-forms/session-form-service.ts'
import { requireSession } from '../sessions/session-service.ts'
import {
  findActiveEnvelope,
  insertEnvelope,
  isBeingMade,
  lockEnvelope,
  setMaking,
  updateEnvelope,
} from './envelope-repository.ts'
import { type EnvelopeContext, requireSendable } from './envelope-service.ts'
import type { Envelope, RemoteEnvelopes, Signer } from './esign-provider.ts'
import { envelopeContext } from './signing.ts'

type RemoteContext = EnvelopeContext & { name: Envelope['provider']; remote: RemoteEnvelopes }

/** What is to be done about a document's envelope: make it, ask whether it was made, wait for its maker, or nothing. */
interface Begun {
  form: SessionFormRow
  envelope: Envelope
  task: 'make' | 'find' | 'wait' | 'none'
}

/** Longer than all calls may take that making one needs, access included. */
const makingSeconds = 150
/** How long others wait for the one who makes it. */
const patience = 30_000
const pollMilliseconds = 100
const forClients = 'This document can’t be opened right now. Please try again later, or ask your agency.'

/**
 * Sends a document to a provider that keeps envelopes itself: one envelope, however many ask at once.
 * @returns where the client signs, for this once; to staff only that it is elsewhere: whoever has the address signs as the
 *   client
 */
export async function sendRemotely(context: RemoteContext, formId: string): Promise<EnvelopeAnswer> {
  try {
    const { form, envelope } = await makeEnvelope(context, formId)
    if (context.principal.kind !== 'session') {
      return { success: true, envelopeId: envelope.id, signing: { kind: 'elsewhere' } }
    }
    const { providerId, signer } = opened(context, envelope)
    const { session_code } = await requireSession(context.db, form.session_id)
    const returnUrl = `${context.publicUrl.replace(/\/$/, '')}/session/${session_code}/form/${formId}`
    const signing = await context.remote.signingView(providerId, envelope.id, signer, returnUrl)
    return { success: true, envelopeId: envelope.id, signing }
  } catch (error) {
    // What staff can do about it is of no use to a client.
    if (error instanceof EsignFailed && context.principal.kind === 'session') throw new EsignFailed(forClients, error)
    throw error
  }
}

function opened({ cipher }: RemoteContext, { id, provider_id, encrypted_signing }: Envelope) {
  if (provider_id === null || encrypted_signing === null) throw new Error('An envelope that was sent lacks its signer')
  const signer: Signer = JSON.parse(cipher.decrypt(encrypted_signing, envelopeContext(id)))
  return { providerId: provider_id, signer }
}

async function makeEnvelope(context: RemoteContext, formId: string): Promise<Begun> {
  const until = Date.now() + patience
  for (;;) {
    const begun = await begin(context, formId)
    if (begun.task === 'none') return begun
    if (begun.task !== 'wait') await createOncePerKey(context, begun)
    else if (Date.now() > until)
      throw new EsignFailed('This document is just being sent. Please try again in a minute.')
    else await delay(pollMilliseconds)
  }
}

/** Reserves the making of the envelope, in a transaction of its own: nobody waits for the network with a lock. */
function begin(context: RemoteContext, formId: string): Promise<Begun> {
  const { db, principal } = context
  return db.transaction().execute(async (trx): Promise<Begun> => {
    const form = await getLockedSessionForm({ db: trx, principal }, formId)
    requireSendable(form)
    const envelope = await findActiveEnvelope(trx, formId)
    if (!envelope) return { form, envelope: await addEnvelope(context, trx, form), task: 'make' }
    if (envelope.status !== 'creating') return { form, envelope, task: 'none' }
    if (await isBeingMade(trx, envelope.id)) return { form, envelope, task: 'wait' }
    await setMaking(trx, envelope.id, makingSeconds)
    return { form, envelope, task: 'find' }
  })
}

async function addEnvelope({ cipher, name }: RemoteContext, trx: Database, form: SessionFormRow): Promise<Envelope> {
  const { firstName, lastName, email } = await getContact({ db: trx, cipher }, form.client_id)
  if (email === null) throw new EmailMissing()
  const signer: Signer = { email, name: [firstName, lastName].filter(Boolean).join(' ') || email }
  const id = uuid()
  await insertEnvelope(trx, {
    id,
    session_form_id: form.id,
    provider: name,
    status: 'creating',
    sent_at: new Date().toISOString(),
    // Whom it was made for: a later address or name would not be let in.
    encrypted_signing: cipher.encrypt(JSON.stringify(signer), envelopeContext(id)),
  })
  await setMaking(trx, id, makingSeconds)
  return lockEnvelope(trx, id)
}

async function createOncePerKey(context: RemoteContext, { form, envelope, task }: Begun): Promise<void> {
  const { db, remote, principal } = context
  try {
    const found = task === 'find' ? await findMade(remote, envelope.id) : undefined
    const providerId = found ?? (await create(context, form, envelope))
    await adoptEnvelope(db, { envelopeId: envelope.id, formId: form.id, providerId }, (trx) =>
      recordEvent(trx, principal, { action: 'sent', ...about(form), detail: `envelope ${envelope.id}` }),
    )
  } catch (error) {
    if (error instanceof EsignFailed) await updateEnvelope(db, envelope.id, { error: error.message })
    await setMaking(db, envelope.id, null)
    throw error
  }
}

const findMade = async (remote: RemoteEnvelopes, envelopeId: string) =>
  (await remote.find([envelopeId])).get(envelopeId)

/** Where no answer came, the envelope may have been made nonetheless: that is asked at once. */
async function create({ cipher, remote }: RemoteContext, form: SessionFormRow, envelope: Envelope): Promise<string> {
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
    return await remote.create(order)
  } catch (error) {
    if (!(error instanceof EsignFailed) || !error.unclear) throw error
    const made = await findMade(remote, envelope.id)
    if (made === undefined) throw error
    return made
  }
}

/**
 * Stores that a provider has made an envelope, once.
 * @param record writes to the audit trail who has had it made
 */
export function adoptEnvelope(
  db: Database,
  { envelopeId, formId, providerId }: { envelopeId: string; formId: string; providerId: string },
  record: (trx: Database) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const form = await requireLockedSessionForm(trx, formId)
    const envelope = await lockEnvelope(trx, envelopeId)
    if (envelope.status !== 'creating') return
    const sent_at = new Date().toISOString()
    const made = { status: 'sent', provider_id: providerId, sent_at, making_until: null, error: null } as const
    await updateEnvelope(trx, envelopeId, made)
    if (form.status === 'pending') await moveForm(trx, form, { status: 'sent', sent_at: form.sent_at ?? sent_at })
    await record(trx)
  })
}

import type { ClientFieldName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { PolicyNumber } from '@agency/contract/policies'
import { type RevealReason, revealReasonHeader } from '@agency/contract/reveal-reasons'
import { v7 as uuid } from 'uuid'
import { recordActs, recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { type RevealAction, revealContext } from '../../platform/encryption/stored-reasons.ts'
import { InvalidInput } from '../../platform/errors.ts'
import type { AdminPrincipal, Principal } from '../../platform/http/principals.ts'
import { maskRecord, mayReveal, revealedFields } from './client-masking.ts'
import { insertRevealReasons } from './reveal-reason-repository.ts'

interface RevealContext {
  db: Database
  cipher: FieldCipher
  principal: Principal
}

interface Reveal {
  action: RevealAction
  clientId: string
  sessionId?: string
  /** The client, unless it is something of it. */
  subjectId?: string
  fields: (ClientFieldName | PolicyNumber | 'passcode')[]
}

/** @throws InvalidInput without the reason that this deployment requires */
export function requireReason(principal: Principal): void {
  if (principal.kind !== 'admin' || principal.revealReason !== 'missing') return
  const message = 'is required to see sensitive values: say why they are needed'
  throw new InvalidInput([{ field: revealReasonHeader, message }])
}

/** As `requireReason`, for an answer that may also hold masks: they need no reason. @throws InvalidInput */
export function requireReasonUnlessMasked(principal: Principal): void {
  if (mayReveal(principal) && principal.kind === 'admin' && !principal.isMasking) requireReason(principal)
}

export function givenReason(principal: Principal): RevealReason | undefined {
  const reason = principal.kind === 'admin' ? principal.revealReason : undefined
  return reason === 'missing' ? undefined : reason
}

/** Details of the reason are stored beside the trail, encrypted, so that they can be erased. */
export async function recordReveal({ db, cipher, principal }: RevealContext, reveal: Reveal): Promise<void> {
  const event = { subjectId: reveal.clientId, ...reveal }
  const reason = givenReason(principal)
  if (reason === undefined || reveal.fields.length === 0) {
    await recordEvent(db, principal, event)
    return
  }
  const id = uuid()
  const { code, details } = reason
  const within = async (trx: Database) => {
    await recordEvent(trx, principal, { ...event, id, detail: code })
    if (details === '') return
    const encrypted_details = cipher.encrypt(details, revealContext(id))
    await insertRevealReasons(trx, [{ id, client_id: reveal.clientId, encrypted_details }])
  }
  await (db.isTransaction ? within(db) : db.transaction().execute(within))
}

/** As `recordReveal`, of different clients by few statements. Those without fields were shown nothing. */
export async function recordReveals(
  { db, cipher, principal }: RevealContext & { principal: AdminPrincipal },
  action: RevealAction,
  reveals: readonly Pick<Reveal, 'clientId' | 'fields'>[],
): Promise<void> {
  const reason = givenReason(principal)
  const made = reveals.filter(({ fields }) => fields.length > 0).map((reveal) => ({ ...reveal, id: uuid() }))
  await db.transaction().execute(async (trx) => {
    const code = reason && { detail: reason.code }
    const acts = made.map(({ id, clientId, fields }) => ({
      principal,
      clientId,
      event: { id, action, fields, ...code },
    }))
    await recordActs(trx, acts)
    if (!reason?.details) return
    const encrypt = (id: string) => cipher.encrypt(reason.details, revealContext(id))
    const details = made.map(({ id, clientId }) => ({ id, client_id: clientId, encrypted_details: encrypt(id) }))
    await insertRevealReasons(trx, details)
  })
}

/** Audited like a read: otherwise an empty change would be an unrecorded read. @param context of its transaction */
export async function answerRecord(context: RevealContext, record: ClientRecord): Promise<ClientRecord> {
  const fields = revealedFields(context.principal, record)
  if (fields.length > 0) await recordReveal(context, { action: 'client.opened', clientId: record.id, fields })
  return maskRecord(context.principal, record)
}

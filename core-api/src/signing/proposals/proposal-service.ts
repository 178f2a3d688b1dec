import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { Proposal } from '@agency/contract/form-fields'
import type { RevealedProposal } from '@agency/contract/reveals'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { v7 as uuid } from 'uuid'
import type { ProposedValue } from '../../clients/record/client-input.ts'
import { maskClientValue, revealedAmong } from '../../clients/record/client-masking.ts'
import { changeClientWithin, readClient } from '../../clients/record/client-service.ts'
import { recordReveal, requireReason, requireReasonUnlessMasked } from '../../clients/record/reveal-audit.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { recordEvent, recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal, SessionPrincipal } from '../../platform/http/principals.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import { auditIdsOf } from '../../sessions/session-forms/session-form-service.ts'
import { namesIn } from './full-name.ts'
import {
  decideProposal,
  insertProposals,
  listOpenProposals,
  lockProposal,
  type OpenProposal,
  undecideProposal,
} from './proposal-repository.ts'

interface ProposalContext<Who> {
  db: Database
  cipher: FieldCipher
  principal: Who
}
type StaffContext = ProposalContext<AdminPrincipal>

const Stored = Type.Union([Type.String(), Type.Number(), Type.Null()])
/** An accepted value, with what the record held before in all fields that the acceptance changed. */
const Accepted = Type.Object({ proposed: Stored, former: Type.Record(Type.String(), Stored) })
const valueContext = (id: string) => ({ table: 'proposals', id, purpose: 'value' })

/** Proposes in the transaction of signing. Earlier ones for a field stay, so that nothing the client wrote is lost. @param fullName as the client has changed it */
export async function proposeChanges(
  { db, cipher, principal }: ProposalContext<SessionPrincipal>,
  form: SessionFormRow,
  proposed: ProposedValue[],
  fullName?: string,
): Promise<void> {
  if (proposed.length === 0 && fullName === undefined) return
  const record = await readClient({ db, cipher }, form.client_id)
  const names = fullName === undefined ? [] : namesIn(fullName, record)
  // Fields of their own say where a name begins and ends.
  const unsaid = names.filter(({ field }) => !proposed.some((other) => other.field === field))
  const differing = [...proposed, ...unsaid].filter(({ field, value }) => record[field] !== value)
  const rows = differing.map(({ field, value }) => {
    const id = uuid()
    const encrypted_value = cipher.encrypt(JSON.stringify(value), valueContext(id))
    return { id, client_id: form.client_id, session_form_id: form.id, field, encrypted_value }
  })
  await insertProposals(db, rows)
  const fields = [...new Set(differing.map(({ field }) => field))]
  if (fields.length > 0) await recordEvent(db, principal, { action: 'proposal.made', ...auditIdsOf(form), fields })
}

/** Settles what the record has by now, and audits the sensitive fields that it shows as opened. @throws NotFound */
export async function openProposals(context: StaffContext, clientId: string): Promise<Proposal[]> {
  requireReasonUnlessMasked(context.principal)
  const { db, cipher } = context
  const record = await readClient(context, clientId)
  const open = await listOpenProposals(db, clientId)
  const waits = ({ id, field, encrypted_value }: OpenProposal) =>
    openValue(cipher, id, encrypted_value) !== record[fieldNamed(field)]
  const known = open.filter((proposal) => !waits(proposal))
  if (known.length > 0) await settle(context, record, known)
  return show(context, record, open.filter(waits))
}

/** What the record has, however it came, waits for nobody. */
async function settle({ db, cipher }: StaffContext, record: ClientRecord, known: OpenProposal[]): Promise<void> {
  const { id: clientId } = record
  await db.transaction().execute(async (trx) => {
    for (const { id, field, session_id: sessionId } of known) {
      const proposal = await lockProposal(trx, clientId, id)
      if (proposal?.decision !== null) continue
      const accepted = { proposed: record[fieldNamed(field)], former: {} }
      const encrypted_value = cipher.encrypt(JSON.stringify(accepted), valueContext(id))
      await decideProposal(trx, id, { decision: 'accepted', adminId: null, encrypted_value })
      const event = { action: 'proposal.accepted' as const, clientId, sessionId, subjectId: id, fields: [field] }
      await recordSystemEvent(trx, { ...event, detail: 'the record has it already' })
    }
  })
}

async function listShown(context: StaffContext, clientId: string): Promise<Proposal[]> {
  const record = await readClient(context, clientId)
  return show(context, record, await listOpenProposals(context.db, clientId))
}

async function show(context: StaffContext, record: ClientRecord, open: OpenProposal[]): Promise<Proposal[]> {
  const proposed = new Set(open.map(({ field }) => fieldNamed(field)))
  const fields = revealedAmong(context.principal, [...proposed])
  if (fields.length > 0) await recordReveal(context, { action: 'proposal.opened', clientId: record.id, fields })
  return open.map((proposal) => toProposal(context, record, proposal))
}

/** The value that is proposed for a masked field. That it was revealed is on the audit trail. @throws NotFound */
export async function revealProposal(
  { db, cipher, principal }: StaffContext,
  clientId: string,
  id: string,
): Promise<RevealedProposal> {
  requireReason(principal)
  const proposal = (await listOpenProposals(db, clientId)).find((open) => open.id === id)
  if (!proposal) throw new NotFound()
  const fields = [fieldNamed(proposal.field)]
  await recordReveal({ db, cipher, principal }, { action: 'proposal.opened', clientId, fields })
  const value = openValue(cipher, id, proposal.encrypted_value)
  return { proposed: value === null ? null : String(value) }
}

function toProposal(
  { cipher, principal }: Pick<StaffContext, 'cipher' | 'principal'>,
  record: ClientRecord,
  { encrypted_value, ...row }: OpenProposal,
): Proposal {
  const field = fieldNamed(row.field)
  const asAllowed = (value: string | number | null) => maskClientValue(principal, field, value)
  return { ...row, current: asAllowed(record[field]), proposed: asAllowed(openValue(cipher, row.id, encrypted_value)) }
}

function openValue(cipher: FieldCipher, id: string, encrypted: Buffer): string | number | null {
  return Value.Parse(Stored, JSON.parse(cipher.decrypt(encrypted, valueContext(id))))
}

function fieldNamed(name: string): ClientFieldName {
  const field = clientFields.find((described) => described.name === name)
  if (!field) throw new Error('A proposal names a field that the record does not have')
  return field.name
}

/** Idempotent. @throws NotFound; WrongState if it was dismissed; EditConflict */
export function acceptProposal(
  context: StaffContext & { keepCvc: boolean },
  { clientId, id, baseVersion }: { clientId: string; id: string; baseVersion: number | undefined },
): Promise<Proposal[]> {
  const { cipher } = context
  return decide(context, { clientId, id, decision: 'accepted' }, async (trx, { field, encrypted_value }) => {
    const proposed = openValue(cipher, id, encrypted_value)
    const before = await readClient({ db: trx, cipher }, clientId)
    const after = await changeClientWithin({ ...context, db: trx }, clientId, { [field]: proposed }, baseVersion)
    const changed = clientFields.map(({ name }) => name).filter((name) => before[name] !== after[name])
    const former = Object.fromEntries(changed.map((name) => [name, before[name]]))
    return cipher.encrypt(JSON.stringify({ proposed, former }), valueContext(id))
  })
}

/** Dismisses a proposed value. Idempotent. @throws NotFound; WrongState if it was accepted */
export function dismissProposal(context: StaffContext, clientId: string, id: string): Promise<Proposal[]> {
  return decide(context, { clientId, id, decision: 'dismissed' }, async (_, { encrypted_value }) => encrypted_value)
}

/** The record gets its former value. Idempotent. @throws NotFound; WrongState if the field was changed since */
export function reopenProposal(
  context: StaffContext & { keepCvc: boolean },
  clientId: string,
  id: string,
): Promise<Proposal[]> {
  const { cipher, principal } = context
  return context.db.transaction().execute(async (trx) => {
    const within = { ...context, db: trx }
    const proposal = await lockProposal(trx, clientId, id)
    if (!proposal) throw new NotFound()
    const { field, decision, session_id: sessionId } = proposal
    if (decision !== null) {
      const encrypted =
        decision === 'accepted' ? await restoreFormer(within, clientId, proposal) : proposal.encrypted_value
      await undecideProposal(trx, id, encrypted)
      const event = { action: 'proposal.reopened' as const, clientId, sessionId, subjectId: id, fields: [field] }
      await recordUnlessArchived(trx, principal, event)
    }
    return listShown({ db: trx, cipher, principal }, clientId)
  })
}

/** @returns the proposed value, encrypted */
async function restoreFormer(
  context: StaffContext & { keepCvc: boolean; db: Transaction },
  clientId: string,
  { id, field, encrypted_value }: Locked,
): Promise<Buffer> {
  const { cipher } = context
  const accepted: unknown = JSON.parse(cipher.decrypt(encrypted_value, valueContext(id)))
  const record = await readClient(context, clientId)
  if (!Value.Check(Accepted, accepted) || record[fieldNamed(field)] !== accepted.proposed)
    throw new WrongState('Someone else has changed this since. It was not undone.')
  await changeClientWithin(context, clientId, accepted.former, undefined)
  return cipher.encrypt(JSON.stringify(accepted.proposed), valueContext(id))
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockProposal>>>
interface Decision {
  clientId: string
  id: string
  decision: 'accepted' | 'dismissed'
}

function decide(
  { db, cipher, principal }: StaffContext,
  { clientId, id, decision }: Decision,
  /** Gives what is stored of the value after the decision. */
  carryOut: (trx: Transaction, proposal: Locked) => Promise<Buffer>,
): Promise<Proposal[]> {
  return db.transaction().execute(async (trx) => {
    const proposal = await lockProposal(trx, clientId, id)
    if (!proposal) throw new NotFound()
    const { field, session_id: sessionId } = proposal
    if (proposal.decision === null) {
      const encrypted_value = await carryOut(trx, proposal)
      await decideProposal(trx, id, { decision, adminId: principal.adminId, encrypted_value })
      const event = { action: `proposal.${decision}` as const, clientId, sessionId, subjectId: id, fields: [field] }
      await recordUnlessArchived(trx, principal, event)
    } else if (proposal.decision !== decision) {
      throw new WrongState(`This change was already ${proposal.decision}.`)
    }
    return listShown({ db: trx, cipher, principal }, clientId)
  })
}

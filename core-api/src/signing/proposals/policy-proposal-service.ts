import { isMasked } from '@agency/contract/client-mask'
import { AddPolicy, type Policy, policyNumbers } from '@agency/contract/policies'
import { type BoundPolicyField, type PolicyProposal, policyBindings } from '@agency/contract/policy-proposals'
import { readAmount } from '@agency/contract/policy-terms'
import { plainCharacters, trimmedName } from '@agency/contract/typed-characters'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { v7 as uuid } from 'uuid'
import { findCarrierNamed } from '../../clients/policies/carrier-service.ts'
import { addPolicy } from '../../clients/policies/policy-service.ts'
import { maskNumber, type WholeNumbers } from '../../clients/policies/policy-values.ts'
import { clientExists } from '../../clients/record/client-service.ts'
import type { WrittenPolicy } from '../../library/form-fields/record-field.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal, SessionPrincipal } from '../../platform/http/principals.ts'
import type { Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import { auditIdsOf } from '../../sessions/session-forms/session-form-service.ts'
import {
  decidePolicyProposal,
  insertPolicyProposal,
  listOpenPolicyProposals,
  lockPolicyProposal,
  type PolicyProposalRow,
} from './policy-proposal-repository.ts'

interface ProposalContext<Who> {
  db: Database
  cipher: FieldCipher
  principal: Who
}
type StaffContext = ProposalContext<AdminPrincipal>
interface ProposalName {
  clientId: string
  id: string
}

const Stored = Type.Record(Type.String(), Type.Array(Type.String()))
const valuesContext = (id: string) => ({ table: 'policy_proposals', id, purpose: 'values' })

export async function proposePolicy(
  { db, cipher, principal }: ProposalContext<SessionPrincipal>,
  form: SessionFormRow,
  written: WrittenPolicy,
): Promise<void> {
  const fields = Object.keys(written)
  if (fields.length === 0) return
  const id = uuid()
  const encrypted_values = cipher.encrypt(JSON.stringify(written), valuesContext(id))
  await insertPolicyProposal(db, { id, client_id: form.client_id, session_form_id: form.id, encrypted_values })
  await recordEvent(db, principal, { action: 'policy.proposed', ...auditIdsOf(form), fields })
}

/** A client's undecided proposed policies, with masks in place of numbers, whoever asks. @throws NotFound */
export async function openPolicyProposals(
  { db, cipher }: Omit<StaffContext, 'principal'>,
  clientId: string,
): Promise<PolicyProposal[]> {
  if (!(await clientExists(db, clientId))) throw new NotFound()
  const rows = await listOpenPolicyProposals(db, clientId)
  return Promise.all(rows.map((row) => toProposal(db, row, writtenIn(cipher, row))))
}

const writtenIn = (
  cipher: FieldCipher,
  { id, encrypted_values }: PolicyProposalRow,
): Partial<Record<string, string[]>> =>
  Value.Parse(Stored, JSON.parse(cipher.decrypt(encrypted_values, valuesContext(id))))

async function toProposal(
  db: Database,
  { encrypted_values: _values, decision: _decision, ...row }: PolicyProposalRow,
  stored: Partial<Record<string, string[]>>,
): Promise<PolicyProposal> {
  const fields: PolicyProposal['fields'] = []
  for (const { field } of policyBindings) {
    const written = stored[field] ?? []
    if (written.length === 0) continue
    const value = await readValue(db, field, written)
    const isNumber = policyNumbers.some((name) => name === field)
    const shown = isNumber ? written.flatMap((text) => maskNumber(text) ?? []) : written
    fields.push({ field, written: shown, value: isNumber ? maskNumber(value) : value })
  }
  return { ...row, fields }
}

/** @returns null where it is not certain: staff decide */
async function readValue(db: Database, field: BoundPolicyField, written: readonly string[]): Promise<string | null> {
  const [text, another] = written
  if (text === undefined || another !== undefined) return null
  if (field === 'carrier_id') {
    const carrier = await findCarrierNamed(db, text)
    return carrier === undefined || carrier.archived ? null : carrier.id
  }
  const value = storable(field, text)
  return value !== undefined && value !== '' && Value.Check(AddPolicy.properties[field], value) ? value : null
}

/** @returns undefined for an amount that is none, and for masks */
function storable(field: BoundPolicyField, text: string): string | undefined {
  if (field === 'premium' || field === 'subsidy' || field === 'net_premium') return readAmount(text)
  if (field === 'number' || field === 'member_id' || field === 'application_id') {
    return isMasked(text) ? undefined : plainCharacters(text)
  }
  return trimmedName(text)
}

/**
 * Adds the policy; masked numbers stand for what the document says.
 * @throws as `addPolicy`; WrongState if it is decided
 */
export function acceptPolicyProposal(
  { cipher, ...context }: StaffContext & Idempotent,
  { clientId, id }: ProposalName,
  sent: AddPolicy,
): Promise<Policy> {
  return addPolicy({ cipher, ...context }, clientId, sent, async (trx) => {
    const proposal = await decide({ ...context, db: trx }, { clientId, id }, 'accepted')
    if (proposal.decision !== null) throw new WrongState('Somebody has already added this policy.')
    const stored = writtenIn(cipher, proposal)
    const whole: WholeNumbers = {}
    for (const name of policyNumbers) {
      const value = await readValue(trx, name, stored[name] ?? [])
      if (value !== null) whole[name] = value
    }
    return whole
  })
}

/** Dismisses a proposed policy. Idempotent. @throws NotFound; WrongState if it was added */
export function dismissPolicyProposal(context: StaffContext, name: ProposalName): Promise<PolicyProposal[]> {
  return context.db.transaction().execute(async (trx) => {
    await decide({ ...context, db: trx }, name, 'dismissed')
    return openPolicyProposals({ ...context, db: trx }, name.clientId)
  })
}

/** @returns it as it was before, also if the decision was the same */
async function decide(
  { db, principal }: Pick<StaffContext, 'principal'> & { db: Transaction },
  { clientId, id }: ProposalName,
  decision: 'accepted' | 'dismissed',
): Promise<PolicyProposalRow> {
  const proposal = await lockPolicyProposal(db, clientId, id)
  if (!proposal) throw new NotFound()
  const { decision: former, session_id: sessionId } = proposal
  if (former === decision) return proposal
  if (former !== null) {
    throw new WrongState(`This policy was already ${former === 'accepted' ? 'added' : 'dismissed'}.`)
  }
  await decidePolicyProposal(db, id, { decision, adminId: principal.adminId })
  const event = { action: `policy.proposal-${decision}` as const, clientId, sessionId, subjectId: id }
  await recordUnlessArchived(db, principal, event)
  return proposal
}

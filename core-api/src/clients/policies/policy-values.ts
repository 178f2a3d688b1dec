import { isMasked, maskValue } from '@agency/contract/client-mask'
import { type AddPolicy, type Covered, Policy, type PolicyNumber, policyNumbers } from '@agency/contract/policies'
import { readAmount } from '@agency/contract/policy-terms'
import { plainCharacters, trimmedName } from '@agency/contract/typed-characters'
import { Value } from 'typebox/value'
import { encryptText } from '../../platform/encryption/encrypted-text.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, type Problem } from '../../platform/errors.ts'
import type { PolicyRow, StatusRow } from './policy-repository.ts'

export type PolicyValues = Omit<Policy, 'id' | 'client_id' | 'carrier_name' | 'history' | DatabaseFields>
type DatabaseFields = 'created_at' | 'updated_at' | 'version'
export type PolicyChanges = Partial<PolicyValues>

const contextOf = (id: string, purpose: string) => ({ table: 'policies', id, purpose })
export const reasonContext = (id: string) => ({ table: 'policy_statuses', id, purpose: 'reason' })

const codes = ['number', 'member_id', 'application_id'] as const
const names = ['product', 'writing_agent', 'agent_of_record'] as const
const texts = ['status_reason', 'notes'] as const
const amounts = ['premium', 'subsidy', 'net_premium'] as const

/** Texts trimmed, amounts with two decimals, no doubles. @throws InvalidInput for masks, and people without a name */
export function readPolicyChanges(sent: PolicyChanges): PolicyChanges {
  const changes: PolicyChanges = { ...sent }
  const problems: Problem[] = []
  for (const name of codes) {
    const text = sent[name]
    if (typeof text !== 'string') continue
    if (isMasked(text)) problems.push({ field: name, message: 'holds a masked value; send the whole value' })
    changes[name] = plainCharacters(text) || null
  }
  for (const name of names) if (typeof sent[name] === 'string') changes[name] = trimmedName(sent[name]) || null
  for (const name of texts) if (typeof sent[name] === 'string') changes[name] = sent[name].trim() || null
  for (const name of amounts) if (typeof sent[name] === 'string') changes[name] = readAmount(sent[name]) ?? null
  if (sent.covered) changes.covered = readCovered(sent.covered, problems)
  if (sent.document_ids) changes.document_ids = [...new Set(sent.document_ids)].sort()
  if (problems.length > 0) throw new InvalidInput(problems)
  return changes
}

function readCovered(people: readonly Covered[], problems: Problem[]): Covered[] {
  const known = new Set<string>()
  return people.flatMap(({ who, name, dob }) => {
    const isOther = who === 'other'
    const written = isOther ? trimmedName(name ?? '') : null
    if (written === '') problems.push({ field: 'covered', message: 'must have a name for each other person' })
    const person = { who, name: written, dob: isOther ? dob : null }
    const key = JSON.stringify(person)
    if (known.has(key)) return []
    known.add(key)
    return [person]
  })
}

export type WholeNumbers = Partial<Pick<PolicyValues, PolicyNumber>>

/** An edit without the masks that hide what is stored now: whoever sends a whole policy back does not change them. */
export function withoutOwnMasks(sent: PolicyChanges, current: WholeNumbers): PolicyChanges {
  const own = policyNumbers.filter((name) => sent[name] && sent[name] === maskNumber(current[name] ?? null))
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !own.some((masked) => masked === name)))
}

export const maskNumber = (value: string | null): string | null =>
  value === null ? null : maskValue(value, 'last-four')

/** What a search compares: letters and digits, without case. */
export const comparedCode = (text: string): string =>
  plainCharacters(text)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Shorter ones have no last four that find them: the mask shows fewer. */
const shortestWithLastFour = 8

/** The HMAC inputs by which a whole identifier, or its last four characters, are found. */
export const wholeCode = (compared: string): string => `policy:${compared}`
export const codeOfField = (name: string, compared: string): string => `policy-${name}:${compared}`
export const lastFourOfCode = (four: string): string => `policy-last-four:${four}`

export function searchKeysOf(cipher: FieldCipher, values: Pick<PolicyValues, (typeof codes)[number]>) {
  const compared = codes.map((name) => ({ name, code: comparedCode(values[name] ?? '') })).filter(({ code }) => code)
  const inputs = compared.flatMap(({ name, code }) => [
    wholeCode(code),
    codeOfField(name, code),
    ...(code.length >= shortestWithLastFour ? [lastFourOfCode(code.slice(-4))] : []),
  ])
  return {
    search_keys: [...new Set(inputs)].map((input) => cipher.searchKey(input)),
    search_key_id: cipher.newestKeyId,
  }
}

export function toRow(id: string, values: PolicyValues, cipher: FieldCipher) {
  const {
    number,
    member_id,
    application_id,
    covered,
    notes,
    status_reason: _reason,
    document_ids: _documents,
    ...plain
  } = values
  const people = covered.length === 0 ? null : JSON.stringify(covered)
  return {
    ...plain,
    ...searchKeysOf(cipher, values),
    encrypted_number: encryptText(cipher, contextOf(id, 'number'), number),
    encrypted_member_id: encryptText(cipher, contextOf(id, 'member-id'), member_id),
    encrypted_application_id: encryptText(cipher, contextOf(id, 'application-id'), application_id),
    encrypted_covered: encryptText(cipher, contextOf(id, 'covered'), people),
    encrypted_notes: encryptText(cipher, contextOf(id, 'notes'), notes),
  }
}

type EncryptedCodes = Pick<PolicyRow, 'id' | 'encrypted_number' | 'encrypted_member_id' | 'encrypted_application_id'>

export function decryptCodes(row: EncryptedCodes, cipher: FieldCipher): Record<(typeof codes)[number], string | null> {
  const open = (value: Buffer | null, purpose: string) =>
    value === null ? null : cipher.decrypt(value, contextOf(row.id, purpose))
  return {
    number: open(row.encrypted_number, 'number'),
    member_id: open(row.encrypted_member_id, 'member-id'),
    application_id: open(row.encrypted_application_id, 'application-id'),
  }
}

/** A stored policy without masks, and with its history, whose first entry is the present status. */
export function toPolicy(row: PolicyRow, statuses: readonly StatusRow[], cipher: FieldCipher): Policy {
  const {
    encrypted_number: _number,
    encrypted_member_id: _member,
    encrypted_application_id: _application,
    ...others
  } = row
  const { encrypted_covered, encrypted_notes, field_versions: _versions, ...plain } = others
  const history = statuses.map(({ policy_id: _policy, encrypted_reason, ...entry }) => ({
    ...entry,
    reason: encrypted_reason && cipher.decrypt(encrypted_reason, reasonContext(entry.id)),
  }))
  return {
    ...plain,
    ...decryptCodes(row, cipher),
    covered: encrypted_covered
      ? Value.Parse(
          Policy.properties.covered,
          JSON.parse(cipher.decrypt(encrypted_covered, contextOf(row.id, 'covered'))),
        )
      : [],
    notes: encrypted_notes && cipher.decrypt(encrypted_notes, contextOf(row.id, 'notes')),
    status_reason: history[0]?.reason ?? null,
    history,
  }
}

/** A policy as answers hold it: with masks in place of its numbers, whoever asks. */
export const maskPolicy = <P extends Record<'number', string | null>>(
  policy: P & { member_id?: string | null },
): P => ({
  ...policy,
  number: maskNumber(policy.number),
  ...(policy.member_id !== undefined && { member_id: maskNumber(policy.member_id) }),
})

export const newPolicy = ({ carrier_id, line, status }: AddPolicy, today: string): PolicyValues => ({
  carrier_id,
  line,
  status,
  status_date: today,
  status_reason: null,
  product: null,
  number: null,
  member_id: null,
  application_id: null,
  submitted_date: null,
  effective_date: null,
  term_date: null,
  renewal_date: null,
  premium: null,
  subsidy: null,
  net_premium: null,
  mode: null,
  binder_paid_date: null,
  covered: [],
  writing_agent: null,
  agent_of_record: null,
  document_ids: [],
  notes: null,
})

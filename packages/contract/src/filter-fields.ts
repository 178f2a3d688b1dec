import { clientCards, clientFields, type FieldDescription } from './client-fields.ts'
import { importHeading } from './client-imports.ts'
import type { FilterField, FilterKind } from './conditions.ts'
import { policyLines, policyStatuses, premiumModes } from './policy-terms.ts'

/** A guess would open an account or a card; or too long to be compared as a whole. */
const unasked: ReadonlySet<string> = new Set(['card_number', 'exp_date', 'cvc', 'mp_pass', 'notes', 'notes_2'])

export const unaskedClientFields = clientFields.filter(({ name }) => unasked.has(name)).map(({ label }) => label)

function kindOf({ name, kind, encrypted, list }: FieldDescription): FilterKind {
  if (encrypted) return 'sensitive'
  if (kind === 'date') return /(?:^|_)dob$/.test(name) ? 'birth-date' : 'date'
  if (kind === 'number') return 'count'
  if (kind === 'choice') return 'choice'
  return list ? 'text' : 'exact'
}

const ofRecord = clientFields
  .filter(({ name }) => !unasked.has(name))
  .map((field: FieldDescription): FilterField => {
    const { name, card, options } = field
    return {
      name,
      label: importHeading(field),
      group: clientCards[card],
      kind: kindOf(field),
      ...(options && { options }),
      ...(name === 'status' && { filled: true }),
    }
  })

const policy = (
  name: string,
  label: string,
  kind: FilterKind,
  extra: Partial<Pick<FilterField, 'options' | 'filled'>> = {},
): FilterField => ({ name, label, group: 'Policy', kind, ...extra })

export const policyFilterFields: readonly FilterField[] = [
  policy('carrier_id', 'Carrier', 'reference', { filled: true }),
  policy('line', 'Line', 'choice', { options: policyLines, filled: true }),
  policy('status', 'Status', 'choice', { options: policyStatuses, filled: true }),
  policy('status_date', 'Status since', 'date', { filled: true }),
  policy('product', 'Plan', 'text'),
  policy('submitted_date', 'Submitted', 'date'),
  policy('effective_date', 'Effective', 'date'),
  policy('term_date', 'Ends', 'date'),
  policy('renewal_date', 'Renews', 'date'),
  policy('binder_paid_date', 'Binder paid', 'date'),
  policy('premium', 'Premium', 'amount'),
  policy('subsidy', 'Subsidy', 'amount'),
  policy('net_premium', 'Net premium', 'amount'),
  policy('mode', 'Paid', 'choice', { options: premiumModes }),
  policy('writing_agent', 'Writing agent', 'text'),
  policy('agent_of_record', 'Agent of record', 'text'),
  policy('number', 'Policy number', 'sensitive'),
  policy('member_id', 'Member ID', 'sensitive'),
  policy('application_id', 'Application ID', 'sensitive'),
  policy('created_at', 'Added on', 'date', { filled: true }),
  policy('updated_at', 'Last changed on', 'date', { filled: true }),
]

/** The name of a policy's field in a condition on its client begins with this. */
export const policyPrefix = 'policy.'

const ofPolicies: readonly FilterField[] = [
  { ...policy('policy', 'Has a policy', 'choice', { options: ['yes', 'no'], filled: true }), group: 'Policies' },
  ...policyFilterFields
    .filter(({ kind }) => kind !== 'sensitive')
    .map((field) => ({
      ...field,
      ...{ name: `${policyPrefix}${field.name}`, label: `Policy: ${field.label}`, group: 'Policies' },
    })),
]

/** Those on policies that hold all are about one policy; with `policy` `no`, about none. */
export const clientFilterFields: readonly FilterField[] = [
  ...ofRecord,
  ...ofPolicies,
  { name: 'tag', label: 'Tag', group: clientCards.header, kind: 'reference', byName: true },
  { name: 'owner_id', label: 'Owner', group: clientCards.header, kind: 'reference' },
  { name: 'team_id', label: 'Team', group: clientCards.header, kind: 'reference' },
  { name: 'missing_from', label: 'Missing from file', group: clientCards.header, kind: 'reference', filled: true },
  { name: 'created_at', label: 'Added on', group: clientCards.header, kind: 'date', filled: true },
  { name: 'updated_at', label: 'Last changed on', group: clientCards.header, kind: 'date', filled: true },
]

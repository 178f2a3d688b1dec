import { type AddPolicy, type Covered, type Policy, policyNumbers } from '@agency/contract/policies'
import {
  type PolicyLine,
  type PolicyStatus,
  policyLines,
  policyStatuses,
  premiumModes,
  readAmount,
} from '@agency/contract/policy-terms'
import type { DraftField } from '../../../shared/conflicts/use-conflict-save'

/** What is typed into the dialog of a policy. Empty texts are no values; dates are `YYYY-MM-DD`. */
export interface PolicyDraft {
  carrier_id: string
  line: string
  product: string
  number: string
  member_id: string
  application_id: string
  status: string
  status_date: string
  status_reason: string
  submitted_date: string
  effective_date: string
  term_date: string
  renewal_date: string
  premium: string
  subsidy: string
  net_premium: string
  mode: string
  binder_paid_date: string
  covered: Covered[]
  writing_agent: string
  agent_of_record: string
  document_ids: string[]
  notes: string
}

const labels: Readonly<Record<keyof PolicyDraft, string>> = {
  carrier_id: 'Carrier',
  line: 'Line',
  product: 'Plan',
  number: 'Policy number',
  member_id: 'Member ID',
  application_id: 'Application ID',
  status: 'Status',
  status_date: 'Status since',
  status_reason: 'Reason',
  submitted_date: 'Submitted',
  effective_date: 'Effective',
  term_date: 'Ends',
  renewal_date: 'Renews',
  premium: 'Premium',
  subsidy: 'Subsidy',
  net_premium: 'Net premium',
  mode: 'Payment mode',
  binder_paid_date: 'Binder paid on',
  covered: 'Covered people',
  writing_agent: 'Writing agent',
  agent_of_record: 'Agent of record',
  document_ids: 'Documents',
  notes: 'Notes',
}

export const labelOf = (name: keyof PolicyDraft): string => labels[name]

export const draftNames = [
  'carrier_id',
  'line',
  'product',
  'number',
  'member_id',
  'application_id',
  'status',
  'status_date',
  'status_reason',
  'submitted_date',
  'effective_date',
  'term_date',
  'renewal_date',
  'premium',
  'subsidy',
  'net_premium',
  'mode',
  'binder_paid_date',
  'covered',
  'writing_agent',
  'agent_of_record',
  'document_ids',
  'notes',
] as const satisfies readonly (keyof PolicyDraft)[]

export function draftOf(policy: Policy): PolicyDraft {
  const text = (value: string | null) => value ?? ''
  return {
    carrier_id: policy.carrier_id,
    line: policy.line,
    product: text(policy.product),
    number: text(policy.number),
    member_id: text(policy.member_id),
    application_id: text(policy.application_id),
    status: policy.status,
    status_date: policy.status_date,
    status_reason: text(policy.status_reason),
    submitted_date: text(policy.submitted_date),
    effective_date: text(policy.effective_date),
    term_date: text(policy.term_date),
    renewal_date: text(policy.renewal_date),
    premium: text(policy.premium),
    subsidy: text(policy.subsidy),
    net_premium: text(policy.net_premium),
    mode: text(policy.mode),
    binder_paid_date: text(policy.binder_paid_date),
    covered: policy.covered,
    writing_agent: text(policy.writing_agent),
    agent_of_record: text(policy.agent_of_record),
    document_ids: policy.document_ids,
    notes: text(policy.notes),
  }
}

/** A new policy of a line, active from today. @param day `YYYY-MM-DD` */
export const emptyDraft = (day: string, values: Partial<PolicyDraft> = {}): PolicyDraft => ({
  carrier_id: '',
  line: 'health',
  product: '',
  number: '',
  member_id: '',
  application_id: '',
  status: 'active',
  status_date: day,
  status_reason: '',
  submitted_date: '',
  effective_date: '',
  term_date: '',
  renewal_date: '',
  premium: '',
  subsidy: '',
  net_premium: '',
  mode: 'monthly',
  binder_paid_date: '',
  covered: [],
  writing_agent: '',
  agent_of_record: '',
  document_ids: [],
  notes: '',
  ...values,
})

/** The day behind the term of a policy: the first one of the next. */
function nextTerm({ effective_date, renewal_date, term_date }: Policy): string {
  if (renewal_date !== null) return renewal_date
  if (term_date !== null) return later(term_date, { days: 1 })
  return effective_date === null ? '' : later(effective_date, { years: 1 })
}

function later(date: string, { years = 0, days = 0 }: { readonly years?: number; readonly days?: number }): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year + years, month - 1, day + days)).toISOString().slice(0, 10)
}

/** The policy of the next term: its premium and its numbers are new. */
export function renewalOf(policy: Policy): Partial<PolicyDraft> {
  const { carrier_id, line, product, mode, covered, writing_agent, agent_of_record } = draftOf(policy)
  const same = { carrier_id, line, product, mode, covered, writing_agent, agent_of_record }
  const effective_date = nextTerm(policy)
  const renewal_date = policy.renewal_date === null ? '' : later(policy.renewal_date, { years: 1 })
  return { ...same, status: 'pending', effective_date, renewal_date }
}

const lineOf = (name: string): PolicyLine => policyLines.find((line) => line === name) ?? 'other'
const statusOf = (name: string): PolicyStatus => policyStatuses.find((status) => status === name) ?? 'active'

/** A draft as it is sent. @param maySee whether the person may write numbers */
export function bodyOf(draft: PolicyDraft, maySee: boolean): AddPolicy {
  const text = (value: string) => value.trim() || null
  const amount = (value: string) => readAmount(value) ?? null
  const { carrier_id, line, status, status_date, mode, covered, document_ids, number, member_id, ...texts } = draft
  const { premium, subsidy, net_premium, ...plain } = texts
  return {
    carrier_id,
    line: lineOf(line),
    status: statusOf(status),
    ...(status_date !== '' && { status_date }),
    product: text(plain.product),
    application_id: text(plain.application_id),
    status_reason: text(plain.status_reason),
    submitted_date: text(plain.submitted_date),
    effective_date: text(plain.effective_date),
    term_date: text(plain.term_date),
    renewal_date: text(plain.renewal_date),
    premium: amount(premium),
    subsidy: amount(subsidy),
    net_premium: amount(net_premium),
    mode: premiumModes.find((known) => known === mode) ?? null,
    binder_paid_date: text(plain.binder_paid_date),
    // A row that was added and left empty is nobody.
    covered: covered.filter(({ who, name, dob }) => who !== 'other' || name?.trim() || dob),
    writing_agent: text(plain.writing_agent),
    agent_of_record: text(plain.agent_of_record),
    document_ids,
    notes: text(plain.notes),
    ...(maySee && { number: text(number), member_id: text(member_id) }),
  }
}

/** The fields of an edit, as the conflict dialog names them. @param carrierName the name of a carrier by its id */
export const conflictFields = (carrierName: (id: string) => string): DraftField<PolicyDraft>[] =>
  draftNames.map((name) => {
    const field = { name, label: labels[name] }
    if (name === 'carrier_id') return { ...field, text: (draft) => carrierName(draft.carrier_id) }
    if (name === 'covered' || name === 'document_ids') return { ...field, text: (draft) => String(draft[name].length) }
    return field
  })

/** The numbers of a policy that are masked. */
export const hiddenNumbers = (policy: Policy) => policyNumbers.filter((name) => policy[name] !== null)

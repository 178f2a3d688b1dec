import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Timestamp } from './common.ts'
import { AddPolicy, Policy } from './policies.ts'
import { route } from './route.ts'

/** The fields of a policy that texts and dates of a form may be bound to. They are never filled in from the record. */
export const policyBindings = [
  { name: 'policy_carrier', field: 'carrier_id', kind: 'text', label: 'Carrier' },
  { name: 'policy_product', field: 'product', kind: 'text', label: 'Plan' },
  { name: 'policy_number', field: 'number', kind: 'text', label: 'Policy number' },
  { name: 'policy_member_id', field: 'member_id', kind: 'text', label: 'Member ID' },
  { name: 'policy_application_id', field: 'application_id', kind: 'text', label: 'Application ID' },
  { name: 'policy_effective_date', field: 'effective_date', kind: 'date', label: 'Effective date' },
  { name: 'policy_term_date', field: 'term_date', kind: 'date', label: 'End date' },
  { name: 'policy_renewal_date', field: 'renewal_date', kind: 'date', label: 'Renewal date' },
  { name: 'policy_premium', field: 'premium', kind: 'text', label: 'Premium' },
  { name: 'policy_subsidy', field: 'subsidy', kind: 'text', label: 'Subsidy' },
  { name: 'policy_net_premium', field: 'net_premium', kind: 'text', label: 'Net premium' },
  { name: 'policy_writing_agent', field: 'writing_agent', kind: 'text', label: 'Writing agent' },
  { name: 'policy_agent_of_record', field: 'agent_of_record', kind: 'text', label: 'Agent of record' },
] as const
export type PolicyBinding = (typeof policyBindings)[number]
export type BoundPolicyField = PolicyBinding['field']

const policyFields = policyBindings.map(({ field }) => field)

const ProposedPolicyField = Type.Object({
  field: Type.Enum(policyFields),
  written: Type.Array(Type.String(), {
    description: 'The different texts that stand in the document; masks for the number and the member id',
  }),
  value: Nullable(
    Type.String({ description: 'As a policy would hold it; null if that is not certain, for staff to decide' }),
  ),
})

export const PolicyProposal = Type.Object({
  id: Id,
  session_form_id: Id,
  session_id: Id,
  document: Nullable(Type.String({ description: 'Title of that document' })),
  created_at: Timestamp,
  fields: Type.Array(ProposedPolicyField),
})
export type PolicyProposal = Static<typeof PolicyProposal>

export const PolicyProposals = Type.Object({ proposals: Type.Array(PolicyProposal) })
export type PolicyProposals = Static<typeof PolicyProposals>

const path = '/clients/:id/policy-proposals'

export const policyProposalApi = {
  ofClient: route('GET', path, { response: PolicyProposals }),
  accept: route('POST', `${path}/:proposalId/accept`, { body: AddPolicy, response: Policy }),
  dismiss: route('POST', `${path}/:proposalId/dismiss`, { response: PolicyProposals }),
}

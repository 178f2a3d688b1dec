import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Strict } from './common.ts'
import { policyLines, policyStatuses } from './policy-terms.ts'

const headings = {
  'policy.id': 'Policy ID',
  'policy.carrier': 'Policy Carrier',
  'policy.line': 'Policy Line',
  'policy.product': 'Policy Plan',
  'policy.number': 'Policy Number',
  'policy.member_id': 'Policy Member ID',
  'policy.application_id': 'Policy Application ID',
  'policy.status': 'Policy State',
  'policy.status_date': 'Policy State Since',
  'policy.status_reason': 'Policy State Reason',
  'policy.submitted_date': 'Policy Submitted',
  'policy.effective_date': 'Policy Effective',
  'policy.renewal_date': 'Policy Renews',
  'policy.term_date': 'Policy Ends',
  'policy.premium': 'Policy Premium',
  'policy.subsidy': 'Policy Subsidy',
  'policy.net_premium': 'Policy Net Premium',
  'policy.mode': 'Policy Mode',
  'policy.binder_paid_date': 'Policy Binder Paid',
  'policy.writing_agent': 'Policy Writing Agent',
  'policy.agent_of_record': 'Policy Agent of Record',
  'policy.notes': 'Policy Notes',
} as const
export type PolicyTarget = keyof typeof headings

const isTarget = (name: string): name is PolicyTarget => Object.hasOwn(headings, name)
export const policyTargets: readonly PolicyTarget[] = Object.keys(headings).filter(isTarget)
export const isPolicyTarget = (name: string | null | undefined): name is PolicyTarget =>
  typeof name === 'string' && isTarget(name)
export const policyHeading = (target: PolicyTarget): string => headings[target]

/** What all policies of a file are, where no column says it. A carrier's book of business does not name its carrier. */
export const ImportPolicies = Strict({
  carrier: Type.Optional(Type.String({ maxLength: 100, description: 'Name of the carrier' })),
  line: Type.Optional(Type.Enum(policyLines)),
  status: Type.Optional(Type.Enum(policyStatuses, { description: 'Of new policies' })),
  words: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.Enum(policyStatuses), {
      description: 'What words of the file for a status mean, where they are not known',
    }),
  ),
})
export type ImportPolicies = Static<typeof ImportPolicies>

/** What becomes of the policy of a row, or became. `fault`: it is left out. */
export const importPolicyOutcomes = ['policy_create', 'policy_update', 'policy_fault'] as const
export type ImportPolicyOutcome = (typeof importPolicyOutcomes)[number]

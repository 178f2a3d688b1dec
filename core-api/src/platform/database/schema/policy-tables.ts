import type { PolicyLine, PolicyStatus, PremiumMode } from '@agency/contract/policy-terms'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Changed, Made } from './column-types.ts'

/** Policies of clients. Amounts are exact decimals as texts. */
export interface PolicyTables {
  carriers: CarriersTable
  policies: PoliciesTable
  policy_statuses: PolicyStatusesTable
  policy_documents: { policy_id: string; document_id: string }
  policy_proposals: PolicyProposalsTable
}

interface CarriersTable {
  id: string
  name: string
  lines: Generated<PolicyLine[]>
  phone: string | null
  portal: string | null
  /** The number that the carrier knows the agency by. */
  code: string | null
  archived: Generated<boolean>
  /** The import that has added it. */
  import_id: string | null
  created_at: Made
  version: Generated<number>
  field_versions: Changed
}

interface PoliciesTable {
  id: string
  client_id: string
  carrier_id: string
  line: PolicyLine
  product: string | null
  encrypted_number: Buffer | null
  encrypted_member_id: Buffer | null
  encrypted_application_id: Buffer | null
  /** The newest of `policy_statuses`. */
  status: PolicyStatus
  status_date: string
  submitted_date: string | null
  effective_date: string | null
  term_date: string | null
  renewal_date: string | null
  premium: string | null
  subsidy: string | null
  net_premium: string | null
  mode: PremiumMode | null
  binder_paid_date: string | null
  encrypted_covered: Buffer | null
  writing_agent: string | null
  agent_of_record: string | null
  encrypted_notes: Buffer | null
  /** HMACs of its identifiers, by which it is found. */
  search_keys: Generated<Buffer[]>
  /** The id of the master key of `search_keys`. */
  search_key_id: Buffer | null
  search_text: GeneratedAlways<string>
  created_at: Made
  updated_at: Made
  /** A deleted policy stays, and nobody reads it. */
  deleted_at: Generated<string | null>
  version: Generated<number>
  field_versions: ColumnType<Record<string, number>, Record<string, number> | undefined, Record<string, number>>
}

interface PolicyStatusesTable {
  id: string
  policy_id: string
  status: PolicyStatus
  date: string
  encrypted_reason: Buffer | null
  recorded_at: Made
  /** Null for what no person recorded. */
  recorded_by: string | null
}

interface PolicyProposalsTable {
  id: string
  client_id: string
  session_form_id: string
  encrypted_values: Buffer
  created_at: Made
  decision: 'accepted' | 'dismissed' | null
  decided_at: string | null
  decided_by: string | null
}

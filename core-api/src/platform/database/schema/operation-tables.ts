import type { PdfLossOnPage } from '@agency/contract/pdf-checks'
import type { ColumnType, Generated } from 'kysely'
import type { Changed, Made } from './column-types.ts'

export interface OperationTables {
  agency_settings: AgencySettingsTable
  former_values: FormerValuesTable
  files: FilesTable
  file_findings: FileFindingsTable
  rate_limits: { bucket: Buffer; count: number; window_ends_at: string; blocked_until: string | null }
  jobs: JobsTable
  recurring_jobs: RecurringJobsTable
  installation: InstallationTable
  idempotency_keys: IdempotencyKeysTable
  /** By migration: the oldest release that can work on the schema from there on. */
  schema_readers: { migration: string; readable_from: string }
}

/** One row, which the first change by a power admin makes. */
interface AgencySettingsTable {
  id: ColumnType<boolean, never, never>
  name: string | null
  phone: string | null
  website: string | null
  address: string | null
  color: string | null
  logo: Buffer | null
  /** The name of the logo's file: a hash of its content, with the extension of its format. */
  logo_file: string | null
  sender_name: string | null
  sender_address: string | null
  version: Generated<number>
  field_versions: Changed
}

interface FilesTable {
  id: string
  sha256: Buffer
  size: number
  mime_type: string
  pages: number | null
  /** Of a PDF that was made plain: of the file it was made from. */
  original_sha256: ColumnType<Buffer | null, Buffer | null | undefined, never>
  /** Of such a PDF: what it lacks of that file, as staff accepted. */
  losses: ColumnType<PdfLossOnPage[] | null, string | null | undefined, never>
  created_at: Made
}

interface FileFindingsTable {
  file_id: string
  state: 'missing' | 'damaged'
  found_at: Made
}

interface JobsTable {
  id: string
  kind: string
  subject_id: string
  attempts: Generated<number>
  run_at: Made
  done_at: string | null
  last_error: string | null
}

interface RecurringJobsTable {
  kind: string
  due_at: Made
  lease_holder: string | null
  leased_until: string | null
  ended_at: string | null
  progress: ColumnType<unknown, string | null, string | null>
  result: ColumnType<unknown, string | null, string | null>
  last_error: string | null
}

/** One row at most. */
interface InstallationTable {
  id: string
  created_at: Made
  stored_at: string | null
}

interface IdempotencyKeysTable {
  caller_id: string
  key: string
  call_digest: Buffer
  made_ids: string[]
  created_at: Made
}

interface FormerValuesTable {
  record_id: string
  field: string
  version: number
  /** Null also for a text whose `digest` is kept. */
  value: unknown
  digest: Buffer | null
}

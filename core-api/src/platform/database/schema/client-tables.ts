import type { ClientStatus } from '@agency/contract/client-fields'
import type {
  ImportDecision,
  ImportOutcome,
  ImportPlan,
  ImportResult,
  ImportSettings,
  ImportState,
} from '@agency/contract/client-imports'
import type { ListedFieldName } from '@agency/contract/client-list-columns'
import type { ClientListView } from '@agency/contract/client-list-views'
import type { NoteKind } from '@agency/contract/client-notes'
import type { SelectionAction, SelectionResult, SelectionState } from '@agency/contract/client-selections'
import type { ClientFieldValues } from '@agency/contract/clients'
import type { ImportPolicyOutcome } from '@agency/contract/import-policies'
import type { SavedPolicyView } from '@agency/contract/policy-list-views'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Changed, Made } from './column-types.ts'

export interface ClientTables {
  clients: ClientsTable
  client_list_views: ListViewsTable<ClientListView>
  policy_list_views: ListViewsTable<SavedPolicyView>
  contact_changes: ContactChangesTable
  client_match_keys: { key: Buffer; client_id: string }
  distinct_clients: { lower_id: string; higher_id: string; decided_by: string; decided_at: Made }
  client_merges: ClientMergesTable
  client_changes: { client_id: string; version: number; field: string; previous_digest: Buffer }
  /** By the id of the event of the change. */
  client_change_values: { id: string; client_id: string; encrypted_values: Buffer }
  client_notes: ClientNotesTable
  tags: { id: string; name: string }
  client_tags: { client_id: string; tag_id: string }
  client_selections: ClientSelectionsTable
  client_selection_rows: {
    selection_id: string
    client_id: string
    result: SelectionResult | null
    reason: string | null
    former: string | null
  }
  client_note_texts: ClientNoteTextsTable
  client_imports: ClientImportsTable
  client_import_rows: ClientImportRowsTable
  documents: DocumentsTable
  proposals: ProposalsTable
}

/** Fields of the client record with a column of their own; a migration makes it. */
type ClientColumns = { [Name in Exclude<ListedFieldName, 'status'>]: ClientFieldValues[Name] }

export interface ClientsTable extends ClientColumns {
  id: string
  status: Generated<ClientStatus>
  /** Only in rows of an earlier release; null once it is encrypted as `encrypted_profile`. */
  profile: JSONColumnType<Record<string, string | number> | null, string | undefined, string>
  encrypted_identity: Buffer | null
  encrypted_payment: Buffer | null
  encrypted_logins: Buffer | null
  encrypted_family: Buffer | null
  encrypted_profile: Buffer | null
  cvc_stored_at: string | null
  owner_id: ColumnType<string | null, string | null | undefined, string | null>
  team_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Since when it is in no list, search or count. */
  archived_at: Generated<string | null>
  version: Generated<number>
  created_at: Made
  updated_at: Made
  search_text: GeneratedAlways<string>
  contact_text: GeneratedAlways<string>
  first_name_start: GeneratedAlways<string | null>
  last_name_start: GeneratedAlways<string | null>
  /** HMACs of some encrypted values, by which the client is found. */
  search_keys: Generated<Buffer[]>
  /** HMACs of values of encrypted fields, by which conditions find the client. */
  field_keys: Generated<Buffer[]>
  /** The id of the master key of `search_keys`. */
  search_key_id: Buffer | null
  /** The version of the row that `search_keys` are made of; another one in rows that an earlier release wrote. */
  search_keys_version: number | null
  /** HMACs of what other records of the same person have too; `client_match_keys` follows. */
  match_keys: Generated<Buffer[]>
  /** The record that this one was merged into: this one is archived, and leads there. */
  merged_into: ColumnType<string | null, undefined, string | null>
}

interface ClientMergesTable {
  id: string
  kept_id: string
  merged_id: string
  /** The version of the kept record after the merge. */
  kept_version: number
  encrypted_former: Buffer
  /** The ids of what it moved, by table. */
  moved: JSONColumnType<Record<string, string[]>, string, never>
  merged_by: string
  merged_at: Made
  undone_at: ColumnType<string | null, undefined, string>
}

interface ContactChangesTable {
  id: string
  client_id: string
  field: 'email' | 'phone'
  changed_at: Made
  changed_by: string
  changed_by_name: string | null
  /** Whether their role may see what the client sees. */
  may_see: boolean
}

interface ListViewsTable<View extends object> {
  id: string
  admin_id: string
  name: string
  shared: boolean
  view: JSONColumnType<View, string, string>
  created_at: Made
}

interface ClientSelectionsTable {
  id: string
  action: JSONColumnType<SelectionAction, string, string>
  encrypted_filter: Buffer | null
  state: Generated<SelectionState>
  /** Whether the rows of its clients are there. */
  listed: boolean
  total: number
  fault: string | null
  created_by: string
  /** The address from which it was started. */
  acting_from: string
  created_at: Made
}

interface ClientNotesTable {
  id: string
  client_id: string
  kind: NoteKind
  encrypted_text: Buffer
  pinned: Generated<boolean>
  author_id: string
  created_at: Made
  /** A deleted note stays, and nobody reads it. */
  deleted_at: ColumnType<string | null, never, string>
  version: Generated<number>
  field_versions: Changed
}

interface ClientNoteTextsTable {
  id: string
  note_id: string
  encrypted_text: Buffer
  replaced_at: Made
  replaced_by: string
}

interface ClientImportsTable {
  id: string
  /** Null once the file is deleted. */
  file_id: string | null
  file_name: string
  kind: 'csv' | 'xlsx'
  /** Headings, and some values of each column. */
  encrypted_columns: Buffer | null
  plan: JSONColumnType<ImportPlan, string, string>
  detected: JSONColumnType<ImportSettings, string, string>
  sheets: string[]
  mixed_dates: boolean
  remembered: boolean
  /** HMACs of the headings: files of the same shape have most of them. */
  shape: Buffer | null
  /** The import of the same shape that this one is compared with. */
  former_id: ColumnType<string | null, undefined, string | null>
  state: Generated<ImportState>
  total: ColumnType<number | null, undefined, number | null>
  done: Generated<number>
  fault: ColumnType<string | null, undefined, string | null>
  created_by: string
  created_at: Made
  /** Who has asked for the work in progress, and their network address. */
  acting_id: string
  acting_from: string
}

interface ClientImportRowsTable {
  id: string
  import_id: string
  number: number
  outcome: ImportOutcome
  decision: ColumnType<ImportDecision | null, ImportDecision | null | undefined, ImportDecision | null>
  result: ColumnType<ImportResult | null, undefined, ImportResult | null>
  reasons: JSONColumnType<{ field: string; message: string }[], string, string>
  encrypted_values: Buffer | null
  encrypted_former: ColumnType<Buffer | null, undefined, Buffer | null>
  client_id: string | null
  /** The first row of the same person, above it but in a family. */
  same_as: number | null
  candidates: string[]
  /** The version of the client that the row made. */
  client_version: ColumnType<number | null, undefined, number | null>
  kept: ColumnType<string[], undefined, string[]>
  policy: ImportPolicyOutcome | null
  policy_id: ColumnType<string | null, undefined, string | null>
  policy_version: ColumnType<number | null, undefined, number | null>
  encrypted_policy: ColumnType<Buffer | null, undefined, Buffer | null>
  /** What an ambiguous row asks, without values and numbers of rows. */
  question: ColumnType<string | null, string | null | undefined, string | null>
  /** The HMAC of the client's id in another system. */
  other_id_digest: ColumnType<Buffer | null, Buffer | null | undefined, never>
}

interface DocumentsTable {
  id: string
  client_id: string
  /** Null in the row of a signed upload that was deleted, which nobody reads. */
  file_id: ColumnType<string, string, string | null>
  file_name: string
  status: string | null
  folder: string | null
  signed: Generated<boolean>
  notes: string | null
  scan: Generated<'clean' | 'not_scanned'>
  encrypted_notes: Buffer | null
  /** Of a sealed document that was filed: `file_id` is the envelope's sealed file. */
  envelope_id: string | null
  /** When staff deleted a signed document, and why. Other documents are removed. */
  deleted_at: string | null
  encrypted_reason: Buffer | null
  uploaded_at: Made
  version: Generated<number>
  field_versions: Changed
}

interface ProposalsTable {
  id: string
  client_id: string
  session_form_id: string
  field: string
  encrypted_value: Buffer
  created_at: Made
  decision: 'accepted' | 'dismissed' | null
  decided_at: string | null
  decided_by: string | null
}

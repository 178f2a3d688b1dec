import type { FormType, ReadingRule } from '@agency/contract/global-forms'
import type { PdfLoss, PdfLossOnPage } from '@agency/contract/pdf-checks'
import type { SessionType } from '@agency/contract/sessions'
import type { ColumnType, Generated } from 'kysely'
import type { Changed, FieldNotes, Fields, Made } from './column-types.ts'

export interface FormTables {
  global_forms: GlobalFormsTable
  form_presets: FormPresetsTable
  pdf_checks: PdfChecksTable
  form_preset_forms: { preset_id: string; form_id: string; place: number }
}

interface GlobalFormsTable {
  id: string
  title: string | null
  type: FormType
  source: string | null
  notes: string | null
  folder: string | null
  requires_signature: Generated<boolean>
  reading: Generated<ReadingRule>
  docusign_template_id: string | null
  template_title: string | null
  template_modified_at: string | null
  retired_at: string | null
  archived_at: Generated<string | null>
  file_id: string | null
  file_version: Generated<number>
  fields: Fields
  field_notes: FieldNotes
  version: Generated<number>
  field_versions: Changed
  created_at: Made
}

interface FormPresetsTable {
  id: string
  name: string
  session_type: SessionType | null
  created_at: Made
  version: Generated<number>
  field_versions: Changed
}

/** Uploads whose check is not done, or that it refused. */
interface PdfChecksTable {
  id: string
  global_form_id: Generated<string | null>
  session_form_id: Generated<string | null>
  replaces: Generated<boolean>
  make_smaller: Generated<boolean>
  /** The file as it was uploaded; none once it is refused, unless staff may accept what it loses. */
  file_id: string | null
  refusal: Generated<string | null>
  /** What the upload would lose, if staff may accept it. */
  losses: ColumnType<PdfLossOnPage[] | null, string | null | undefined, string | null>
  accepted_losses: ColumnType<PdfLoss[], string | undefined, string>
  requested_at: Made
  /** Attempts in which a PDF process failed with the upload. */
  failed_attempts: Generated<number>
}

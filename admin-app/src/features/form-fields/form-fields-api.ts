import { type FormField, GlobalFormFields, ProposedFields } from '@agency/contract/form-fields'
import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm } from '@agency/contract/session-forms'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'
import { globalFormsQuery } from '../../shared/new-form/new-form-api'
import { sessionFormsKey, waitsForClient } from '../../shared/session-documents'

/** A PDF to sign whose fields are placed: a form of the library, or the document of one session. */
export interface FieldsOwner {
  readonly id: string
  readonly title: string | null
  readonly fieldsPath: string
  /** Where fields are proposed for what its pages have printed. */
  readonly proposalsPath: string
  readonly filePath: string
  /** Whether its client has begun with it: its fields can no longer be changed. */
  readonly begun: boolean
  /** What shows its version, and is fetched again after a save. */
  readonly shownBy: QueryKey
}

/** A form of the library; null if it has no pages to sign. */
export function formOwner({ id, title, type, has_file, requires_signature }: GlobalForm): FieldsOwner | null {
  if (type !== 'PDF' || !has_file || !requires_signature) return null
  const path = `global-forms/${id}`
  return {
    id,
    title,
    fieldsPath: `${path}/fields`,
    proposalsPath: `${path}/proposed-fields`,
    filePath: `${path}/file`,
    begun: false,
    shownBy: globalFormsQuery.queryKey,
  }
}

/** A document of a session; null if the client does not sign it in the portal, or no longer can. */
export function documentOwner(form: SessionForm): FieldsOwner | null {
  const { id, title, type, has_file, requires_signature, session_id, status, read_at } = form
  if (type !== 'PDF' || !has_file || !requires_signature || !waitsForClient(form)) return null
  const path = `sessionforms/${id}`
  return {
    id,
    title,
    fieldsPath: `${path}/placed-fields`,
    proposalsPath: `${path}/proposed-fields`,
    filePath: `${path}/file`,
    begun: read_at !== null || (status !== 'pending' && status !== 'sent'),
    shownBy: sessionFormsKey(session_id),
  }
}

/** The fields on the pages of a form or document. */
export const formFieldsQuery = ({ id, fieldsPath }: FieldsOwner) =>
  queryOptions({
    queryKey: ['form-fields', id],
    queryFn: async ({ signal }) => parseAnswer(GlobalFormFields, await api().get(fieldsPath, { signal }).json()),
  })

/** The fields that are found on the pages. They are kept only while the editor is open: each search gives them new ids. */
export const proposedFieldsQuery = ({ id, proposalsPath }: FieldsOwner) =>
  queryOptions({
    queryKey: ['proposed-fields', id],
    queryFn: async ({ signal }) => parseAnswer(ProposedFields, await api().get(proposalsPath, { signal }).json()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/**
 * Saves the fields of a form or document.
 * @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read; WRONG_STATE when it can't be changed
 */
export async function saveFormFields(
  { fieldsPath }: FieldsOwner,
  version: number,
  fields: readonly FormField[],
): Promise<GlobalFormFields> {
  const options = { json: { fields }, headers: ifMatch(version) }
  return parseAnswer(GlobalFormFields, await api().put(fieldsPath, options).json())
}

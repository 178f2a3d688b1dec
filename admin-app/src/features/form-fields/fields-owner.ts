import { formFieldApi, placedFieldApi } from '@agency/contract/form-fields'
import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm } from '@agency/contract/session-forms'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { callQuery } from '../../shared/call'
import { formFieldsKey, globalFormsQuery } from '../../shared/new-form/create-form'
import { isOpenToClient, sessionFormsKey } from '../../shared/session-documents'

/** A PDF to sign whose fields are placed: a form of the library, or the document of one session. */
export interface FieldsOwner {
  readonly id: string
  readonly title: string | null
  /** The routes of its fields. */
  readonly fields: typeof formFieldApi | typeof placedFieldApi
  readonly filePath: string
  /** Whether its client has begun with it: its fields can no longer be changed. */
  readonly begun: boolean
  /** What shows its version, and is fetched again after a save. */
  readonly shownBy: QueryKey
}

/** A form of the library; null if it has no pages to sign. */
export function formOwner({ id, title, type, has_file, requires_signature }: GlobalForm): FieldsOwner | null {
  if (type !== 'PDF' || !has_file || !requires_signature) return null
  return {
    id,
    title,
    fields: formFieldApi,
    filePath: `global-forms/${id}/file`,
    begun: false,
    shownBy: globalFormsQuery.queryKey,
  }
}

/** A document of a session; null if the client does not sign it in the portal, or no longer can. */
export function documentOwner(form: SessionForm): FieldsOwner | null {
  const { id, title, type, has_file, requires_signature, session_id, status, read_at } = form
  if (type !== 'PDF' || !has_file || !requires_signature || !isOpenToClient(form)) return null
  return {
    id,
    title,
    fields: placedFieldApi,
    filePath: `sessionforms/${id}/file`,
    begun: read_at !== null || (status !== 'pending' && status !== 'sent'),
    shownBy: sessionFormsKey(session_id),
  }
}

/** The fields on the pages of a form or document. */
export const formFieldsQuery = ({ id, fields }: FieldsOwner) =>
  callQuery(formFieldsKey(id), fields.read, { params: { id } })

/** The fields that are found on the pages. They are kept only while the editor is open: each search gives them new ids. */
export const proposedFieldsQuery = ({ id, fields }: FieldsOwner) =>
  queryOptions({
    ...callQuery(['proposed-fields', id], fields.propose, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

import type { GlobalForm } from '@agency/contract/global-forms'
import {
  type CreateSessionForm,
  RemindAnswer,
  SessionForm,
  SessionFormList,
  type UpdateSessionForm,
  type VoidSessionForm,
} from '@agency/contract/session-forms'
import { useQueryClient } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'
import { sessionListsKey } from '../../shared/client-queries'
import type { NewForm } from '../../shared/new-form/new-form'
import { pdfFormData, textFieldsOf } from '../../shared/new-form/new-form-api'
import { sessionFormsKey } from '../../shared/session-documents'
import { uploadPdf } from '../../shared/upload'

/** Refetches a session's documents after a change, and the session's status, which depends on them. */
export function useRefreshSession(sessionId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: sessionFormsKey(sessionId) }),
      queryClient.invalidateQueries({ queryKey: sessionListsKey }),
    ])
  }
}

/** Attaches a form of the library to a session, at a position in the order. */
export async function attachForm(sessionId: string, form: GlobalForm, orderIndex: number): Promise<SessionForm> {
  const body: CreateSessionForm = {
    session_id: sessionId,
    form_id: form.id,
    title: form.title,
    type: form.type,
    folder: form.folder,
    notes: form.notes,
    source: form.source,
    status: 'pending',
    order_index: orderIndex,
    source_template_id: form.docusign_template_id,
  }
  return parseAnswer(SessionForm, await api().post('sessionforms', { json: body }).json())
}

/**
 * Creates a document that is not in the library, and attaches it.
 * @param onProgress called with the uploaded fraction, from 0 to 1
 */
export async function createForClient(
  sessionId: string,
  form: NewForm,
  orderIndex: number,
  onProgress: (fraction: number) => void,
): Promise<SessionForm> {
  const common = { session_id: sessionId, status: 'pending' } as const
  // Without an order_index the server appends it.
  if (form.kind === 'pdf' && form.file !== null)
    return parseAnswer(SessionForm, await uploadPdf('sessionforms', pdfFormData(form, common), { onProgress }))
  const kind = form.kind === 'link' ? ({ type: 'Link', source: form.source } as const) : ({ type: 'PDF' } as const)
  const json: CreateSessionForm = { ...common, ...textFieldsOf(form), ...kind, order_index: orderIndex }
  return parseAnswer(SessionForm, await api().post('sessionforms', { json }).json())
}

/** Saves a document's texts, status and dates. @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export async function updateForm({ id, version }: SessionForm, body: UpdateSessionForm): Promise<SessionForm> {
  const options = { json: body, headers: ifMatch(version) }
  return parseAnswer(SessionForm, await api().put(`sessionforms/${id}`, options).json())
}

/** Puts a session's documents into another order. @param ids all of them, each once */
export async function orderForms(sessionId: string, ids: readonly string[]): Promise<SessionForm[]> {
  const answer = await api().put(`sessionforms/session/${sessionId}/order`, { json: { ids } }).json()
  return parseAnswer(SessionFormList, answer).data
}

/** Voids a document that was sent for signing. @throws HTTPError WRONG_STATE when it can't be voided now */
export async function voidForm(id: string, reason: string): Promise<SessionForm> {
  const body: VoidSessionForm = { reason }
  return parseAnswer(SessionForm, await api().post(`sessionforms/${id}/void`, { json: body }).json())
}

/** Retries a failed sealing. @throws HTTPError WRONG_STATE when it has not failed, or has succeeded meanwhile */
export async function retrySealing(id: string): Promise<SessionForm> {
  return parseAnswer(SessionForm, await api().post(`sessionforms/${id}/retry-sealing`).json())
}

/** Reminds the client of a document. @throws HTTPError WRONG_STATE when it is too early, or the document is not open */
export async function remindOfForm(id: string): Promise<RemindAnswer> {
  return parseAnswer(RemindAnswer, await api().post(`sessionforms/${id}/remind`).json())
}

/** Sends a document for signing. Idempotent. @throws HTTPError EMAIL_MISSING, ESIGN_FAILED or WRONG_STATE */
export async function sendForm(id: string): Promise<void> {
  await api().post(`docusign/envelopes/${id}`)
}

/** Removes a document from its session. */
export async function removeForm(id: string): Promise<void> {
  await api().delete(`sessionforms/${id}`)
}

/** Whether it is signed and not sealed yet: its file is still the unsigned original. */
export const waitsForSeal = ({ status, envelope_id, sealed_sha256 }: SessionForm): boolean =>
  status === 'signed' && envelope_id !== null && sealed_sha256 === null

/** The path of a document's file: the sealed copy of a completed document, else the original. */
export const formFilePath = (form: SessionForm): string =>
  `sessionforms/${form.id}/file${waitsForSeal(form) ? '?original=true' : ''}`

import type { GlobalForm } from '@agency/contract/global-forms'
import { type CreateSessionForm, type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { call } from '../call'
import { callPdfUpload } from '../upload-pdf'
import { pdfFormData, textFieldsOf } from './create-form'
import type { NewForm } from './new-form'

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
  return call(sessionFormApi.create, { body })
}

/** One that is not in the library. @param onProgress called with the uploaded fraction, from 0 to 1 */
export async function createForClient(
  sessionId: string,
  form: NewForm,
  orderIndex: number,
  onProgress: (fraction: number) => void,
): Promise<SessionForm> {
  const common = { session_id: sessionId, status: 'pending' } as const
  // Without an order_index the server appends it.
  if (form.kind === 'pdf' && form.file !== null)
    return callPdfUpload(sessionFormApi.upload, { form: pdfFormData(form, common), onProgress })
  const kind = form.kind === 'link' ? ({ type: 'Link', source: form.source } as const) : ({ type: 'PDF' } as const)
  const body: CreateSessionForm = { ...common, ...textFieldsOf(form), ...kind, order_index: orderIndex }
  return call(sessionFormApi.create, { body })
}

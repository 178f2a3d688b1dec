import { type CreateGlobalForm, GlobalForm, type UpdateGlobalForm } from 'contract/global-forms'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'
import { upload } from '../../shared/upload'

/** Adds a link to the library. */
export async function createLink(body: CreateGlobalForm): Promise<GlobalForm> {
  return parseAnswer(GlobalForm, await api().post('global-forms', { json: body }).json())
}

interface NewPdf {
  readonly title: string
  readonly folder: string | null
  readonly notes: string | null
  readonly requiresSignature: boolean
  readonly file: File
}

/** Adds a PDF to the library. The file comes last: the server has read the fields before it. */
export async function uploadPdf(pdf: NewPdf, onProgress: (fraction: number) => void): Promise<GlobalForm> {
  const form = new FormData()
  form.set('title', pdf.title)
  form.set('type', 'PDF')
  if (pdf.folder !== null) form.set('folder', pdf.folder)
  if (pdf.notes !== null) form.set('notes', pdf.notes)
  form.set('requires_signature', String(pdf.requiresSignature))
  form.set('file', pdf.file)
  return parseAnswer(GlobalForm, await upload('global-forms', form, onProgress))
}

/** Saves a form's words. */
export async function updateForm(id: string, body: UpdateGlobalForm): Promise<GlobalForm> {
  return parseAnswer(GlobalForm, await api().put(`global-forms/${id}`, { json: body }).json())
}

/** Pulls templates from the e-signature provider. */
export async function syncTemplates(): Promise<void> {
  await api().post('docusign/sync-templates')
}

/** Where a form's PDF is. */
export const globalFormFilePath = (id: string): string => `global-forms/${id}/file`

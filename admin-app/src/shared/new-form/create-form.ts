import { type CreateGlobalForm, type GlobalForm, globalFormApi } from '@agency/contract/global-forms'
import { queryOptions } from '@tanstack/react-query'
import { UnexpectedAnswerError } from '../answer'
import { api } from '../api'
import { call } from '../call'
import { checkInterval, isBeingChecked } from '../pdf-checks/announce-checks'
import { askAboutLosses, kindsOf } from '../pdf-checks/ask-about-losses'
import { PdfRefusedError } from '../pdf-checks/pdf-refused-error'
import { hasVisibleText } from '../text/visible-text'
import { callPdfUpload } from '../upload-pdf'
import type { NewForm } from './new-form'

/** Of the fields that are placed on a form or document. */
export const formFieldsKey = (id: string) => ['form-fields', id] as const

export const globalFormsQuery = queryOptions({
  queryKey: ['global-forms'],
  queryFn: async ({ signal }): Promise<GlobalForm[]> => {
    const answer = await call(globalFormApi.list, { signal })
    if (!answer.success) throw new UnexpectedAnswerError('The server did not return the forms.')
    return answer.forms
  },
  refetchInterval: ({ state }) => (state.data?.some(isBeingChecked) ? checkInterval : false),
})

/** Staff may use one that loses something; a refused one is deleted. @throws PdfRefusedError with the reason */
export async function whenChecked(form: GlobalForm): Promise<GlobalForm> {
  const uploaded = () => api().get(`global-forms/${form.id}/file?refused=true`).blob()
  const fields = { requires_signature: String(form.requires_signature) }
  for (let current = form; ; ) {
    if (current.pdf_check === null) return current
    const { state, losses = [], message } = current.pdf_check
    if (losses.length > 0 && (await askAboutLosses({ message: message ?? '', losses, uploaded, fields }))) {
      const body = { accept_loss: kindsOf(losses) }
      current = await call(globalFormApi.acceptLosses, { params: { id: form.id }, body })
    } else if (state === 'refused') {
      await call(globalFormApi.remove, { params: { id: form.id } })
      throw new PdfRefusedError(message ?? 'The PDF was refused.')
    }
    await new Promise((resolve) => setTimeout(resolve, checkInterval))
    const { forms } = await call(globalFormApi.list)
    const found = forms.find(({ id }) => id === form.id)
    if (found === undefined) throw new UnexpectedAnswerError('The form was deleted while its PDF was checked.')
    current = found
  }
}

/** Title, folder and notes as calls send them: an empty text is `null`. */
export const textFieldsOf = ({ title, folder, notes }: NewForm) => ({
  title: title || null,
  folder: folder || null,
  notes: hasVisibleText(notes) ? notes : null,
})

/** The file is the last part: the server has read the fields by then. @param fields before those of every form */
export function pdfFormData(form: NewForm, fields: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData()
  const texts = Object.entries({ ...fields, type: 'PDF', ...textFieldsOf(form) })
  for (const [name, value] of texts) if (value !== null) data.set(name, value)
  data.set('requires_signature', String(form.requiresSignature))
  data.set('reading', form.reading)
  if (form.password) data.set('pdf_password', form.password)
  if (form.file !== null) data.set('file', form.file)
  return data
}

/** Adds a form to the library. @param onProgress called with a fraction from 0 to 1 while a file is sent */
export async function createGlobalForm(form: NewForm, onProgress: (fraction: number) => void): Promise<GlobalForm> {
  if (form.file !== null) return callPdfUpload(globalFormApi.upload, { form: pdfFormData(form), onProgress })
  const body: CreateGlobalForm =
    form.kind === 'link'
      ? { ...textFieldsOf(form), type: 'Link', source: form.source }
      : { ...textFieldsOf(form), type: 'PDF', requires_signature: form.requiresSignature, reading: form.reading }
  return call(globalFormApi.create, { body })
}

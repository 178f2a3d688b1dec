import { type CreateGlobalForm, GlobalForm } from '@agency/contract/global-forms'
import { parseAnswer } from '../answer'
import { api } from '../api'
import { hasVisibleText } from '../text/visible-text'
import { upload } from '../upload'
import type { NewForm } from './new-form'

/** What was typed, as calls send it: nothing is `null`. */
export const wordsOf = ({ title, folder, notes }: NewForm) => ({
  title: title || null,
  folder: folder || null,
  notes: hasVisibleText(notes) ? notes : null,
})

/**
 * A new PDF as multipart/form-data. The file comes last: the server has read the fields before it.
 * @param fields the call's own, before those of every form
 */
export function pdfFormData(form: NewForm, fields: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData()
  const words = Object.entries({ ...fields, type: 'PDF', ...wordsOf(form) })
  for (const [name, value] of words) if (value !== null) data.set(name, value)
  data.set('requires_signature', String(form.requiresSignature))
  if (form.file !== null) data.set('file', form.file)
  return data
}

/** Adds a form to the library. @param onProgress called with a fraction from 0 to 1 while a file is sent */
export async function createGlobalForm(form: NewForm, onProgress: (fraction: number) => void): Promise<GlobalForm> {
  if (form.file !== null)
    return parseAnswer(GlobalForm, await upload('global-forms', pdfFormData(form), { onProgress }))
  const json: CreateGlobalForm =
    form.kind === 'link'
      ? { ...wordsOf(form), type: 'Link', source: form.source }
      : { ...wordsOf(form), type: 'PDF', requires_signature: form.requiresSignature }
  return parseAnswer(GlobalForm, await api().post('global-forms', { json }).json())
}

import { TemplateSync } from '@agency/contract/esign'
import { GlobalForm, GlobalFormList, GlobalFormUses, type UpdateGlobalForm } from '@agency/contract/global-forms'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'
import { globalFormsQuery } from '../../shared/new-form/new-form-api'
import { uploadPdf } from '../../shared/upload'

/** The archived forms. */
export const archivedFormsQuery = queryOptions({
  queryKey: [...globalFormsQuery.queryKey, 'archived'],
  queryFn: async ({ signal }): Promise<GlobalForm[]> =>
    parseAnswer(
      GlobalFormList,
      await api()
        .get('global-forms', { searchParams: { archived: true }, signal })
        .json(),
    ).forms,
})

/** Saves a form's texts. @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export async function updateForm({ id, version }: GlobalForm, body: UpdateGlobalForm): Promise<GlobalForm> {
  const options = { json: body, headers: ifMatch(version) }
  return parseAnswer(GlobalForm, await api().put(`global-forms/${id}`, options).json())
}

/** Archives or restores a form. */
export async function archiveForm({ id }: GlobalForm, archived: boolean): Promise<void> {
  await api().put(`global-forms/${id}`, { json: { archived } satisfies UpdateGlobalForm })
}

/** Deletes a form. @throws HTTPError WRONG_STATE when a document was made from it */
export async function deleteForm(id: string): Promise<void> {
  await api().delete(`global-forms/${id}`)
}

/** What uses a form. */
export async function readUses(id: string): Promise<GlobalFormUses> {
  return parseAnswer(GlobalFormUses, await api().get(`global-forms/${id}/uses`).json())
}

/** Replaces a form's PDF. @throws UploadRefusedError PDF_REFUSED when it can't be signed without losing content, PDF_PASSWORD_NEEDED, PDF_PASSWORD_WRONG */
export async function replacePdf(id: string, file: File, password: string | null): Promise<GlobalForm> {
  const data = new FormData()
  if (password !== null) data.set('pdf_password', password)
  data.set('file', file)
  return parseAnswer(GlobalForm, await uploadPdf(`global-forms/${id}/file`, data, { onProgress: () => undefined }))
}

/** Dismisses the refusal of a new PDF. @throws HTTPError WRONG_STATE when another one is being checked */
export async function dismissRefusal(id: string): Promise<void> {
  await api().delete(`global-forms/${id}/pdf-refusal`)
}

/** Pulls templates from the e-signature provider. */
export async function syncTemplates(): Promise<TemplateSync> {
  return parseAnswer(TemplateSync, await api().post('docusign/sync-templates').json())
}

/** The path of a form's PDF. */
export const globalFormFilePath = (id: string): string => `global-forms/${id}/file`

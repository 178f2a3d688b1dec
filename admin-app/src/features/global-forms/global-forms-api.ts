import { TemplateSync } from '@agency/contract/esign'
import { GlobalForm, type UpdateGlobalForm } from '@agency/contract/global-forms'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'

/** Saves a form's texts. @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export async function updateForm({ id, version }: GlobalForm, body: UpdateGlobalForm): Promise<GlobalForm> {
  const options = { json: body, headers: ifMatch(version) }
  return parseAnswer(GlobalForm, await api().put(`global-forms/${id}`, options).json())
}

/** Pulls templates from the e-signature provider. */
export async function syncTemplates(): Promise<TemplateSync> {
  return parseAnswer(TemplateSync, await api().post('docusign/sync-templates').json())
}

/** The path of a form's PDF. */
export const globalFormFilePath = (id: string): string => `global-forms/${id}/file`

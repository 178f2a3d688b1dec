import { type FormField, GlobalFormFields } from '@agency/contract/form-fields'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'

/** The path of a library form's PDF. */
export const formFilePath = (formId: string): string => `global-forms/${formId}/file`

const fieldsPath = (formId: string): string => `global-forms/${formId}/fields`

/** The fields on the pages of a library form. */
export const formFieldsQuery = (formId: string) =>
  queryOptions({
    queryKey: ['form-fields', formId],
    queryFn: async ({ signal }) =>
      parseAnswer(GlobalFormFields, await api().get(fieldsPath(formId), { signal }).json()),
  })

/** Saves the fields of a form. @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export async function saveFormFields(
  formId: string,
  version: number,
  fields: readonly FormField[],
): Promise<GlobalFormFields> {
  const options = { json: { fields }, headers: ifMatch(version) }
  return parseAnswer(GlobalFormFields, await api().put(fieldsPath(formId), options).json())
}

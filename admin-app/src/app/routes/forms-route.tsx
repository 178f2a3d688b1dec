import { FieldsSection, useFieldsFound } from '../../features/form-fields/fields-section'
import { FormsPage } from '../../features/global-forms/forms-page'

/** The forms library, with the editor of the fields on its PDFs. */
export function FormsRoute() {
  const tellFound = useFieldsFound()
  return <FormsPage fields={(form) => <FieldsSection form={form} />} onAdded={tellFound} />
}

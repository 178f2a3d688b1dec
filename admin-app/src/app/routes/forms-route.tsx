import { formOwner } from '../../features/form-fields/fields-owner'
import { FieldsSection, PlaceOffer } from '../../features/form-fields/fields-section'
import { FormsPage } from '../../features/global-forms/forms-page'

/** The forms library, with the editor of the fields on its PDFs. */
export function FormsRoute() {
  return (
    <FormsPage
      fields={(form, placing) => <FieldsSection owner={formOwner(form)} placing={placing} />}
      offer={(form, onPlace) => <PlaceOffer key={form.id} form={form} onPlace={onPlace} />}
    />
  )
}

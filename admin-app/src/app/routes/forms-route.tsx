import { formOwner } from '../../features/form-fields/fields-owner'
import { FieldsSection, PlaceOffer } from '../../features/form-fields/fields-section'
import { FormsPage } from '../../features/global-forms/forms-page'

export function FormsRoute() {
  return (
    <FormsPage
      fields={(form, placing, close) => <FieldsSection owner={formOwner(form)} placing={placing} onPlaced={close} />}
      offer={(form, onPlace) => <PlaceOffer key={form.id} owner={formOwner(form)} onPlace={onPlace} />}
    />
  )
}

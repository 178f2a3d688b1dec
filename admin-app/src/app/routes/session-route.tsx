import { useParams } from 'react-router-dom'
import { documentOwner } from '../../features/form-fields/fields-owner'
import { FieldsSection, PlaceOffer } from '../../features/form-fields/fields-section'
import { SessionFormsCard } from '../../features/session-forms/session-forms-card'
import { SessionPage } from '../../features/sessions/details/session-page'

export function SessionRoute() {
  const { clientId = '', sessionCode = '' } = useParams()
  return (
    <SessionPage
      key={sessionCode}
      clientId={clientId}
      sessionCode={sessionCode}
      forms={(session) => (
        <SessionFormsCard
          session={session}
          fields={(form, placing, close) => (
            <FieldsSection owner={documentOwner(form)} placing={placing} onPlaced={close} />
          )}
          offer={(form, onPlace) => <PlaceOffer key={form.id} owner={documentOwner(form)} onPlace={onPlace} />}
        />
      )}
    />
  )
}

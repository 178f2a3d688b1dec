import type { GlobalForm } from '@agency/contract/global-forms'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useReadOnly } from '../../shared/archive/read-only'
import { counted } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import splitRow from '../../shared/looks/split-row.module.css'
import { persistState } from '../../shared/persist-draft'
import { Button } from '../../shared/shared-ui'
import { kindsText } from './field-kinds'
import styles from './fields-section.module.css'
import { formFieldsQuery } from './form-fields-api'

const PlaceFieldsDialog = lazy(async () => ({
  default: (await import('./workspace/place-fields-dialog')).PlaceFieldsDialog,
}))

const usePlacing = persistState<boolean>()

interface FieldsSectionProps {
  readonly form: GlobalForm
  /** Whether their editor opens at once. */
  readonly placing: boolean
}

/** The number of fields of a PDF to sign, with the button that opens their editor. Renders nothing for other forms. */
export function FieldsSection(props: FieldsSectionProps) {
  const { form } = props
  return form.type === 'PDF' && form.has_file && form.requires_signature ? <Fields {...props} /> : null
}

function Fields({ form, placing: initial }: FieldsSectionProps) {
  const { data: stored, isError, refetch } = useQuery(formFieldsQuery(form.id))
  const [placing, setPlacing] = usePlacing(form.id, initial)
  const readOnly = useReadOnly()
  return (
    <section className={styles.section} aria-label="Fields">
      <h3 className="field-label">Fields</h3>
      {stored === undefined && isError && <LoadFailure message="The fields could not be loaded." retry={refetch} />}
      {stored === undefined && !isError && <Loading label="Loading fields" skeleton={styles.loading} />}
      {stored !== undefined && (
        <div className={splitRow.row}>
          <p>
            {stored.fields.length === 0
              ? 'No fields placed. The signature appears on the certificate page.'
              : `${counted(stored.fields.length, 'field')}: ${kindsText(stored.fields)}`}
          </p>
          {!readOnly && (
            <Button variant="secondary" onClick={() => setPlacing(true)}>
              Place fields
            </Button>
          )}
        </div>
      )}
      {placing && !readOnly && stored !== undefined && (
        <Suspense fallback={null}>
          <PlaceFieldsDialog form={form} stored={stored} onClose={() => setPlacing(false)} />
        </Suspense>
      )}
    </section>
  )
}

interface PlaceOfferProps {
  readonly form: GlobalForm
  readonly onPlace: () => void
}

/** Offers to place the fields of a PDF that was just added, and says how many it has already. */
export function PlaceOffer({ form, onPlace }: PlaceOfferProps) {
  const isToSign = form.type === 'PDF' && form.has_file && form.requires_signature
  const { data: stored } = useQuery({ ...formFieldsQuery(form.id), enabled: isToSign })
  if (!isToSign || stored === undefined) return null
  const count = stored.fields.length
  const found = count === 0 ? '' : ` ${counted(count, 'field')} ${count === 1 ? 'was' : 'were'} found in this PDF.`
  return (
    <div className={`notice ${styles.offer}`} data-tone="success" role="status">
      <p>
        “{form.title || 'Untitled'}” was added.{found}
      </p>
      <Button onClick={onPlace}>Place fields</Button>
    </div>
  )
}

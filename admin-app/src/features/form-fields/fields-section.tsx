import { useQuery } from '@tanstack/react-query'
import { useReadOnly } from '../../shared/archive/read-only'
import { counted } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import splitRow from '../../shared/looks/split-row.module.css'
import { persistState } from '../../shared/persist-draft'
import { Button, loadedPart } from '../../shared/shared-ui'
import { hasPlaceToSign, kindsText, noPlaceToSign } from './field-kinds'
import { type FieldsOwner, formFieldsQuery } from './fields-owner'
import styles from './fields-section.module.css'
import { ImportNotes, notesOn } from './import-notes'

const PlaceFieldsDialog = loadedPart(async () => (await import('./workspace/place-fields-dialog')).PlaceFieldsDialog)

const usePlacing = persistState<boolean>()

interface FieldsSectionProps {
  /** Null for what has no pages to sign: nothing is rendered. */
  readonly owner: FieldsOwner | null
  /** Whether their editor opens at once. */
  readonly placing?: boolean
  /** Called when an editor that opened at once is closed. */
  readonly onPlaced?: () => void
}

/** The number of fields of a PDF to sign, with the button that opens their editor. */
export function FieldsSection({ owner, placing = false, onPlaced }: FieldsSectionProps) {
  return owner === null ? null : <Fields owner={owner} placing={placing} onPlaced={placing ? onPlaced : undefined} />
}

interface FieldsProps {
  readonly owner: FieldsOwner
  readonly placing: boolean
  readonly onPlaced: (() => void) | undefined
}

function Fields({ owner, placing: initial, onPlaced }: FieldsProps) {
  const { data: stored, isError, refetch } = useQuery(formFieldsQuery(owner))
  const [placing, setPlacing] = usePlacing(owner.id, initial)
  const readOnly = useReadOnly()
  return (
    <section className={styles.section} aria-label="Fields">
      <h3 className="field-label">Fields</h3>
      {stored === undefined && isError && <LoadFailure message="The fields could not be loaded." retry={refetch} />}
      {stored === undefined && !isError && <Loading label="Loading fields" skeleton={styles.loading} />}
      {stored !== undefined && (
        <>
          <ImportNotes notes={notesOn(stored.notes, stored.fields)} />
          <div className={splitRow.row}>
            <p>{fieldsText(stored.fields)}</p>
            {!readOnly && !owner.begun && (
              <Button variant="secondary" onClick={() => setPlacing(true)}>
                Place fields
              </Button>
            )}
          </div>
          {stored.fields.length > 0 && !hasPlaceToSign(stored.fields) && <p className="field-hint">{noPlaceToSign}</p>}
          {owner.begun && <p className="field-hint">The client has begun, so the fields stay as they are.</p>}
        </>
      )}
      {placing && !readOnly && stored !== undefined && (
        <PlaceFieldsDialog
          owner={owner}
          stored={stored}
          tool={initial && stored.fields.length === 0 ? 'signature' : null}
          onClose={() => {
            setPlacing(false)
            onPlaced?.()
          }}
        />
      )}
    </section>
  )
}

function fieldsText(fields: Parameters<typeof kindsText>[0]): string {
  if (fields.length === 0) return 'No fields placed. The signature appears on the certificate page.'
  return `${counted(fields.length, 'field')}: ${kindsText(fields)}`
}

interface PlaceOfferProps {
  /** Null for what has no pages to sign: nothing is rendered. */
  readonly owner: FieldsOwner | null
  readonly onPlace: () => void
}

/** Offers to place the fields of a PDF that was just added, and says how many it has already. */
export function PlaceOffer({ owner, onPlace }: PlaceOfferProps) {
  return owner === null ? null : <Offer owner={owner} onPlace={onPlace} />
}

function Offer({ owner, onPlace }: Pick<PlaceOfferProps, 'onPlace'> & { readonly owner: FieldsOwner }) {
  const { data: stored } = useQuery(formFieldsQuery(owner))
  if (stored === undefined) return null
  const count = stored.fields.length
  const found = count === 0 ? '' : ` ${counted(count, 'field')} ${count === 1 ? 'was' : 'were'} found in this PDF.`
  return (
    <div className={`notice ${styles.offer}`} data-tone="success" role="status">
      <p>
        “{owner.title || 'Untitled'}” was added.{found}
      </p>
      <Button onClick={onPlace}>Place fields</Button>
    </div>
  )
}

import type { GlobalForm } from '@agency/contract/global-forms'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { persistState } from '../../shared/persist-draft'
import { Button } from '../../shared/shared-ui'
import { countText, kindsText } from './field-count'
import styles from './fields-section.module.css'
import { formFieldsQuery } from './form-fields-api'

const PlaceFieldsDialog = lazy(async () => ({
  default: (await import('./workspace/place-fields-dialog')).PlaceFieldsDialog,
}))

const usePlacing = persistState<boolean>()

/** How many fields a PDF to sign has, and the way to place them. Nothing for any other form. */
export function FieldsSection({ form }: { readonly form: GlobalForm }) {
  return form.type === 'PDF' && form.has_file && form.requires_signature ? <Fields form={form} /> : null
}

function Fields({ form }: { readonly form: GlobalForm }) {
  const { data: stored, isError, refetch } = useQuery(formFieldsQuery(form.id))
  const [placing, setPlacing] = usePlacing(form.id, false)
  return (
    <section className={styles.section} aria-label="Fields">
      <h3 className="field-label">Fields</h3>
      {stored === undefined && isError && <LoadFailure message="The fields could not be loaded." retry={refetch} />}
      {stored === undefined && !isError && <Loading label="Loading fields" skeleton={styles.loading} />}
      {stored !== undefined && (
        <div className={styles.row}>
          <p>
            {stored.fields.length === 0
              ? 'None: the client signs on the certificate page at the end.'
              : `${countText(stored.fields.length)}: ${kindsText(stored.fields)}`}
          </p>
          <Button variant="secondary" onClick={() => setPlacing(true)}>
            Place fields
          </Button>
        </div>
      )}
      {placing && stored !== undefined && (
        <Suspense fallback={null}>
          <PlaceFieldsDialog form={form} stored={stored} onClose={() => setPlacing(false)} />
        </Suspense>
      )}
    </section>
  )
}

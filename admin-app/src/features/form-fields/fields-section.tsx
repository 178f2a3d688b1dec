import type { GlobalForm } from '@agency/contract/global-forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { alert } from '../../shared/dialogs/dialogs'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { persistState } from '../../shared/persist-draft'
import { Button } from '../../shared/shared-ui'
import { countText, kindsText } from './field-kinds'
import styles from './fields-section.module.css'
import { formFieldsQuery } from './form-fields-api'

const PlaceFieldsDialog = lazy(async () => ({
  default: (await import('./workspace/place-fields-dialog')).PlaceFieldsDialog,
}))

const usePlacing = persistState<boolean>()

/** The number of fields of a PDF to sign, with the button that opens their editor. Renders nothing for other forms. */
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
              ? 'No fields placed. The signature appears on the certificate page.'
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

/** Alerts how many fields were found in a new PDF, if any. */
export function useFieldsFound() {
  const queryClient = useQueryClient()
  return async (form: GlobalForm): Promise<void> => {
    if (form.type !== 'PDF' || !form.has_file || !form.requires_signature) return
    try {
      const { fields } = await queryClient.fetchQuery(formFieldsQuery(form.id))
      const were = fields.length === 1 ? 'was' : 'were'
      if (fields.length > 0)
        await alert(`${countText(fields.length)} ${were} found in this PDF. Look them over under Place fields.`)
    } catch {
      // The form was added. Its dialog shows the fields, or that they could not be loaded.
    }
  }
}

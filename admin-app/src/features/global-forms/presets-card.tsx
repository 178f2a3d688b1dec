import { type FormPreset, presetApi } from '@agency/contract/form-presets'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReadOnly } from '../../shared/archive/read-only'
import { call } from '../../shared/call'
import { alertFailure, confirm } from '../../shared/dialogs/dialogs'
import { focusHeading } from '../../shared/focus-on-page'
import { formPresetsQuery } from '../../shared/form-picker/form-presets'
import { counted } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { Button } from '../../shared/shared-ui'
import { useRefreshForms } from './form-actions'
import { PresetDialog } from './preset-dialog'
import styles from './presets-card.module.css'

/** The presets: named lists of forms, offered for a type of session. */
export function PresetsCard() {
  const { data: presets, isError, refetch } = useQuery(formPresetsQuery)
  const [open, setOpen] = useState<FormPreset | 'new' | null>(null)
  const refresh = useRefreshForms()
  const readOnly = useReadOnly()
  const remove = useMutation({
    mutationFn: ({ id }: FormPreset) => call(presetApi.remove, { params: { id } }),
    onSettled: refresh,
    onSuccess: focusHeading,
    onError: (error) => alertFailure('The preset could not be deleted. Please try again.', error),
  })
  const askAndRemove = async (preset: FormPreset) => {
    const question = `Delete the preset “${preset.name}”? Its forms and documents stay.`
    if (await confirm(question, { confirmLabel: 'Delete', danger: true })) remove.mutate(preset)
  }
  return (
    <section className="card" aria-labelledby="form-presets">
      <header className="card-header">
        <h2 id="form-presets">Presets</h2>
        {!readOnly && (
          <Button variant="secondary" onClick={() => setOpen('new')}>
            Add Preset
          </Button>
        )}
      </header>
      {presets === undefined && isError && <LoadFailure message="The presets could not be loaded." retry={refetch} />}
      {presets === undefined && !isError && <Loading label="Loading presets..." skeleton={styles.loading} />}
      <p className={styles.facts}>
        A preset is a named list of forms, such as those of a renewal, which are attached to a session in one step.
      </p>
      <ul className={styles.list}>
        {presets?.map((preset) => (
          <li key={preset.id} className={styles.preset}>
            {readOnly ? (
              <span>{preset.name}</span>
            ) : (
              <button type="button" className="link-button" onClick={() => setOpen(preset)}>
                {preset.name}
              </button>
            )}
            <span className={styles.facts}>
              {preset.session_type ?? 'every'} session · {counted(preset.form_ids.length, 'form')}
            </span>
            {!readOnly && (
              <Button
                variant="secondary"
                className="quiet-danger"
                aria-label={`Delete preset ${preset.name}`}
                onClick={() => void askAndRemove(preset)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open !== null && <PresetDialog preset={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </section>
  )
}

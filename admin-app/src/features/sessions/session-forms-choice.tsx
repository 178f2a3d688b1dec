import type { FormPreset } from '@agency/contract/form-presets'
import type { GlobalForm } from '@agency/contract/global-forms'
import { useQuery } from '@tanstack/react-query'
import { FormPicker } from '../../shared/form-picker/form-picker'
import { formPresetsQuery, isTicked } from '../../shared/form-picker/form-presets'
import { counted } from '../../shared/formatting'
import { globalFormsQuery } from '../../shared/new-form/create-form'
import styles from './start-session-dialog.module.css'

interface SessionFormsChoiceProps {
  readonly offered: readonly FormPreset[]
  /** The presets that the person has ticked or unticked. */
  readonly toggled: readonly string[]
  readonly onToggle: (toggled: readonly string[]) => void
  /** The forms that are chosen one by one. */
  readonly chosen: readonly GlobalForm[]
  readonly onChoose: (chosen: readonly GlobalForm[]) => void
}

/** The forms that a new session begins with: those of its presets, and others of the library. */
export function SessionFormsChoice({ offered, toggled, onToggle, chosen, onChoose }: SessionFormsChoiceProps) {
  const presets = useQuery(formPresetsQuery)
  const library = useQuery(globalFormsQuery)
  const ofPresets = new Set(offered.filter((preset) => isTicked(preset, toggled)).flatMap(({ form_ids }) => form_ids))
  const toggle = (form: GlobalForm) =>
    onChoose(chosen.some(({ id }) => id === form.id) ? chosen.filter(({ id }) => id !== form.id) : [...chosen, form])
  return (
    <fieldset className={styles.forms}>
      <legend>Forms</legend>
      {presets.isPending && <p role="status">Loading presets...</p>}
      {presets.data === undefined && presets.isError && (
        <Failure
          text="The presets could not be loaded, so the session would start without forms."
          retry={presets.refetch}
        />
      )}
      {offered.map((preset) => (
        <label key={preset.id} className="choice">
          <input
            type="checkbox"
            checked={isTicked(preset, toggled)}
            onChange={() =>
              onToggle(
                toggled.includes(preset.id) ? toggled.filter((other) => other !== preset.id) : [...toggled, preset.id],
              )
            }
          />{' '}
          Add “{preset.name}” ({counted(preset.form_ids.length, 'form')})
        </label>
      ))}
      {library.data === undefined && library.isError && (
        <Failure text="The forms could not be loaded." retry={library.refetch} />
      )}
      <div className={styles.library} aria-busy={library.isPending}>
        {library.data?.length === 0 && <p>Start the session, then upload a PDF on its page.</p>}
        {library.data !== undefined && (
          <FormPicker
            forms={library.data}
            chosen={new Set(chosen.map(({ id }) => id))}
            onToggle={toggle}
            noteOf={({ id }) => (ofPresets.has(id) ? 'in the preset' : null)}
          />
        )}
      </div>
    </fieldset>
  )
}

function Failure({ text, retry }: { readonly text: string; readonly retry: () => void }) {
  return (
    <p role="alert">
      {text}{' '}
      <button type="button" className="link-button" onClick={retry}>
        Try again
      </button>
    </p>
  )
}

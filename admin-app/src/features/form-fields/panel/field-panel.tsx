import type { FormField } from '@agency/contract/form-fields'
import { Field } from '../../../shared/controls/field'
import { Button } from '../../../shared/shared-ui'
import { fieldKinds, isAdopted, isSigningDate, isSwitch } from '../field-kinds'
import type { FieldChange } from '../placed-fields'
import { BindingChoice } from './binding-choice'
import { bindingText, boundTo, suggestBinding } from './field-bindings'
import styles from './field-panel.module.css'
import { FieldPlace } from './field-place'

interface FieldPanelProps {
  readonly field: FormField
  /** The number of pages of the document. */
  readonly pages: number
  /** The field's errors by property. */
  readonly faults: Readonly<Record<string, string>>
  /** @param run names the run of changes that one undo reverts */
  readonly onChange: (change: FieldChange, run: string) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** The properties of the selected field. */
export function FieldPanel({ field, pages, faults, onChange, onDuplicate, onRemove }: FieldPanelProps) {
  return (
    <section className={styles.panel} aria-label="Chosen field">
      <header className={styles.header}>
        <h3>{fieldKinds[field.kind].label}</h3>
        <div className={styles.ways}>
          <Button variant="secondary" onClick={onDuplicate}>
            Duplicate
          </Button>
          <Button variant="secondary" onClick={onRemove}>
            Remove Field
          </Button>
        </div>
      </header>
      {field.group !== undefined && (
        <TextField
          name="group"
          label="Question"
          hint="Radio buttons with the same question are one choice."
          text={field.group}
          error={faults.group}
          onText={(group) => onChange({ group }, 'group')}
        />
      )}
      <LabelField field={field} error={faults.label} onChange={onChange} />
      {!isAdopted(field.kind) && !isSwitch(field.kind) && (
        <BindingChoice
          field={field}
          error={faults.binding}
          onChoose={(binding) => onChange(boundTo(field, binding), 'binding')}
        />
      )}
      {!isSigningDate(field) && (
        <label className="choice">
          <input
            type="checkbox"
            checked={field.required}
            onChange={({ target }) => onChange({ required: target.checked }, 'required')}
          />{' '}
          Required
        </label>
      )}
      {!isAdopted(field.kind) && !isSigningDate(field) && (
        <label className="choice">
          <input
            type="checkbox"
            checked={field.editable}
            onChange={({ target }) => onChange({ editable: target.checked }, 'editable')}
          />{' '}
          Client can edit
        </label>
      )}
      {field.required && !field.editable && field.binding !== null && (
        <p className="field-hint">If the record has no value, the client enters it.</p>
      )}
      <FieldPlace field={field} pages={pages} faults={faults} onChange={onChange} />
    </section>
  )
}

interface LabelFieldProps {
  readonly field: FormField
  readonly error: string | undefined
  readonly onChange: FieldPanelProps['onChange']
}

function LabelField({ field, error, onChange }: LabelFieldProps) {
  const suggestion = field.binding === null ? suggestBinding(field.label, field.kind) : null
  return (
    <>
      <TextField
        name="label"
        label={field.kind === 'radio' ? 'Answer' : 'Label'}
        hint={field.kind === 'radio' ? 'What the client chooses.' : 'What the client is asked for.'}
        text={field.label}
        error={error}
        onText={(label) => onChange({ label }, 'label')}
      />
      {suggestion !== null && (
        <button
          type="button"
          className={`link-button ${styles.suggestion}`}
          onClick={() => onChange(boundTo(field, suggestion), 'binding')}
        >
          Prefill from {bindingText(suggestion.name)}
        </button>
      )}
    </>
  )
}

interface TextFieldProps {
  readonly name: 'label' | 'group'
  readonly label: string
  readonly hint: string
  readonly text: string
  readonly error: string | undefined
  readonly onText: (text: string) => void
}

function TextField({ name, label, hint, text, error, onText }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ties) => (
        <input
          {...ties}
          data-field-label={name === 'label' || undefined}
          value={text}
          maxLength={120}
          autoComplete="off"
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => {
            // Enter must not submit the dialog.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
    </Field>
  )
}

import type { FormField } from '@agency/contract/form-fields'
import { Field } from '../../../shared/controls/field'
import { counted } from '../../../shared/formatting'
import { Button } from '../../../shared/shared-ui'
import { isAdopted, isBindable, isForClient, isSigningDate, kindName, roleOf } from '../field-kinds'
import type { FieldChange } from '../placed-fields'
import { BindingChoice } from './binding-choice'
import { bindingText, boundTo, isOfPolicy, suggestBinding } from './field-bindings'
import styles from './field-panel.module.css'
import { FieldPlace } from './field-place'
import { KindProperties } from './kind-properties'
import { PresetField } from './preset-field'
import { RoleField } from './role-field'
import { Tick } from './tick'

interface FieldPanelProps {
  readonly field: FormField
  /** The number of other fields of the same name that differ from it. */
  readonly namesakes: number
  /** The names of the fields that it overlaps. */
  readonly covered: readonly string[]
  readonly pages: number
  readonly faults: Readonly<Record<string, string>>
  /** @param run names the run of changes that one undo reverts */
  readonly onChange: (change: FieldChange, run: string) => void
  /** Gives the other fields of the same name what this one has. */
  readonly onSpread: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** The properties of the selected field. */
export function FieldPanel(props: FieldPanelProps) {
  const { field, namesakes, covered, pages, faults, onChange, onSpread, onDuplicate, onRemove } = props
  return (
    <section className={styles.panel} aria-label="Chosen field">
      <header className={styles.header}>
        <h3>{kindName(field)}</h3>
        <div className={styles.ways}>
          <Button variant="secondary" onClick={onDuplicate}>
            Duplicate
          </Button>
          <Button variant="secondary" onClick={onRemove}>
            Remove Field
          </Button>
        </div>
      </header>
      {covered.length > 0 && <p className="field-warning">It overlaps {covered.join(', ')}.</p>}
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
      {namesakes > 0 && (
        <div className={styles.namesakes}>
          <p>
            {counted(namesakes, 'other field')} with this name {namesakes === 1 ? 'is' : 'are'} filled in differently.
          </p>
          <Button variant="secondary" onClick={onSpread}>
            {namesakes === 1 ? 'Apply to the other one' : `Apply to the other ${namesakes}`} with this name
          </Button>
        </div>
      )}
      <RoleField
        role={roleOf(field)}
        error={faults.for}
        onRole={(role) => onChange({ for: role === 'client' ? undefined : role }, 'for')}
      />
      {isBindable(field.kind) && field.calculation === undefined && (
        <BindingChoice
          kind={field.kind}
          binding={field.binding}
          error={faults.binding}
          onChoose={(binding) => onChange(boundTo(field, binding), 'binding')}
        />
      )}
      <KindProperties key={field.kind} field={field} faults={faults} onChange={onChange} />
      <Answering field={field} onChange={onChange} />
      <PresetField field={field} error={faults.preset} onChange={onChange} />
      <FieldPlace field={field} pages={pages} faults={faults} onChange={onChange} />
    </section>
  )
}

/** Whether the client has to fill it in, and can change it. Others are not asked. */
function Answering({ field, onChange }: Pick<FieldPanelProps, 'field' | 'onChange'>) {
  if (!isForClient(field) || isSigningDate(field) || field.calculation !== undefined) return null
  return (
    <>
      <Tick
        label="Required"
        checked={field.required}
        onTick={(checked) => onChange({ required: checked }, 'required')}
      />
      {!isAdopted(field.kind) && (
        <Tick
          label="Client can edit"
          checked={field.editable}
          onTick={(checked) => onChange({ editable: checked }, 'editable')}
        />
      )}
      {field.required && !field.editable && field.binding !== null && !isOfPolicy(field.binding) && (
        <p className="field-hint">If the record has no value, the client enters it.</p>
      )}
    </>
  )
}

interface LabelFieldProps {
  readonly field: FormField
  readonly error: string | undefined
  readonly onChange: FieldPanelProps['onChange']
}

function LabelField({ field, error, onChange }: LabelFieldProps) {
  const isFree = field.binding === null && field.calculation === undefined && isForClient(field)
  const suggestion = isFree ? suggestBinding(field.label, field.kind) : null
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
          {isOfPolicy(suggestion.name) ? 'Bind to' : 'Prefill from'} {bindingText(suggestion.name)}
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

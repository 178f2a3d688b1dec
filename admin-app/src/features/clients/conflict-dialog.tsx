import type { ClientRecord } from 'contract/clients'
import { useState } from 'react'
import { FormModal } from '../../shared/form-modal'
import { visibleText } from '../../shared/visible-text'
import styles from './conflict-dialog.module.css'
import { controlValue, type Draft } from './record-draft'
import type { RecordField } from './record-fields'

interface ConflictDialogProps {
  /** What was changed both here and elsewhere. */
  readonly fields: readonly RecordField[]
  readonly mine: Draft
  readonly current: ClientRecord
  readonly onSettle: (draft: Draft) => void
  readonly onClose: () => void
}

/** Shows both values of each field that someone else saved meanwhile, and lets the person choose. */
export function ConflictDialog({ fields, mine, current, onSettle, onClose }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const choose = (name: string, keepMine: boolean) =>
    setTheirs(keepMine ? theirs.filter((other) => other !== name) : [...theirs, name])
  const settled = () => {
    const taken = fields.filter(({ name }) => theirs.includes(name))
    onSettle({ ...mine, ...Object.fromEntries(taken.map(({ name }) => [name, controlValue(current[name])])) })
  }
  return (
    <FormModal
      title="Someone else changed this client"
      description="These fields were saved by someone else while you were editing. Choose which values to keep."
      dirty={false}
      busy={false}
      onSubmit={settled}
      onClose={onClose}
    >
      {fields.map((field) => (
        <fieldset key={field.name} className={styles.field}>
          <legend>{field.group === undefined ? field.label : `${field.group}: ${field.label}`}</legend>
          <Choice
            field={field}
            label="Your value"
            value={mine[field.name] ?? ''}
            checked={!theirs.includes(field.name)}
            onChoose={() => choose(field.name, true)}
          />
          <Choice
            field={field}
            label="Saved meanwhile"
            value={controlValue(current[field.name])}
            checked={theirs.includes(field.name)}
            onChoose={() => choose(field.name, false)}
          />
        </fieldset>
      ))}
    </FormModal>
  )
}

interface ChoiceProps {
  readonly field: RecordField
  readonly label: string
  readonly value: string
  readonly checked: boolean
  readonly onChoose: () => void
}

function Choice({ field, label, value, checked, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={`keep-${field.name}`} checked={checked} onChange={onChoose} />
      <span>
        <span className={styles.label}>{label}</span>{' '}
        <span className={styles.value}>{(field.kind === 'rich-text' ? visibleText(value) : value) || 'Empty'}</span>
      </span>
    </label>
  )
}

import type { SavedChange } from '@agency/contract/errors'
import { useState } from 'react'
import { FormModal } from '../dialogs/form-modal'
import { formatMoment } from '../formatting'
import styles from './conflict-dialog.module.css'

interface ConflictingField {
  readonly name: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

interface ConflictDialogProps {
  readonly title: string
  readonly fields: readonly ConflictingField[]
  /** Who saved the other values, and when, where the server knows. */
  readonly saved: SavedChange | undefined
  /** Called with the names of the fields for which the other value was chosen. */
  readonly onSettle: (theirs: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows both values of each conflicting field, and lets the person choose. */
export function ConflictDialog({ title, fields, saved, onSettle, onClose }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const choose = (name: string, keepMine: boolean) =>
    setTheirs(keepMine ? theirs.filter((other) => other !== name) : [...theirs, name])
  return (
    <FormModal
      title={title}
      description="These fields were saved by someone else while you were editing. Choose which values to keep."
      dirty={false}
      busy={false}
      onSubmit={() => onSettle(theirs)}
      onClose={onClose}
    >
      {fields.map(({ name, label, mine, theirs: other }) => (
        <fieldset key={name} className={styles.field}>
          <legend>{label}</legend>
          <Choice
            name={name}
            label="Your value"
            value={mine}
            checked={!theirs.includes(name)}
            onChoose={() => choose(name, true)}
          />
          <Choice
            name={name}
            label={savedText(saved)}
            value={other}
            checked={theirs.includes(name)}
            onChoose={() => choose(name, false)}
          />
        </fieldset>
      ))}
    </FormModal>
  )
}

function savedText(saved: SavedChange | undefined): string {
  if (saved === undefined) return 'Saved by someone else'
  return `Saved by ${saved.by ?? 'someone else'}, ${formatMoment(saved.at)}`
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly checked: boolean
  readonly onChoose: () => void
}

function Choice({ name, label, value, checked, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={`keep-${name}`} checked={checked} onChange={onChoose} />
      <span>
        <span className={styles.label}>{label}</span> <span className={styles.value}>{value || 'Empty'}</span>
      </span>
    </label>
  )
}

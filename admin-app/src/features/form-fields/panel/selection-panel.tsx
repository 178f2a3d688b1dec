import type { FieldRole, FormField } from '@agency/contract/form-fields'
import { counted } from '../../../shared/formatting'
import { Button } from '../../../shared/shared-ui'
import { isBindable, isDate, roleOf } from '../field-kinds'
import { type Alignment, alignments } from '../page/align-boxes'
import { BindingChoice } from './binding-choice'
import type { Binding } from './field-bindings'
import styles from './field-panel.module.css'
import { RoleField } from './role-field'

interface SelectionPanelProps {
  readonly fields: readonly FormField[]
  readonly onRole: (role: FieldRole) => void
  readonly onBind: (binding: Binding | null) => void
  readonly onAlign: (alignment: Alignment) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

const labels: Readonly<Record<Alignment, string>> = {
  left: 'Left',
  center: 'Center',
  right: 'Right',
  top: 'Top',
  middle: 'Middle',
  bottom: 'Bottom',
}

export function SelectionPanel({ fields, onRole, onBind, onAlign, onDuplicate, onRemove }: SelectionPanelProps) {
  const [first] = fields
  const areTexts = fields.every(({ kind }) => kind === 'text')
  const areDates = fields.every(({ kind }) => isDate(kind))
  return (
    <section className={styles.panel} aria-label="Chosen fields">
      <header className={styles.header}>
        <h3>{counted(fields.length, 'field')} selected</h3>
      </header>
      <RoleField role={sameOf(fields.map(roleOf))} onRole={onRole} />
      {first !== undefined && isBindable(first.kind) && (areTexts || areDates) && (
        <BindingChoice kind={first.kind} binding={sameOf(fields.map(({ binding }) => binding))} onChoose={onBind} />
      )}
      <fieldset className={styles.align}>
        <legend>Align</legend>
        {alignments.map((alignment) => (
          <Button key={alignment} variant="secondary" onClick={() => onAlign(alignment)}>
            {labels[alignment]}
          </Button>
        ))}
      </fieldset>
      <div className={styles.ways}>
        <Button variant="secondary" onClick={onDuplicate}>
          Duplicate
        </Button>
        <Button variant="secondary" onClick={onRemove}>
          Remove Fields
        </Button>
      </div>
    </section>
  )
}

/** What all have; undefined if they differ. */
const sameOf = <Value,>(values: readonly Value[]): Value | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined

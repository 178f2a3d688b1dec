import { FieldList } from '../panel/field-list'
import { FieldPanel } from '../panel/field-panel'
import { SelectionPanel } from '../panel/selection-panel'
import styles from './field-workspace.module.css'
import type { useFieldCommands } from './use-field-commands'
import type { FieldEdit } from './use-field-edit'

/** Errors by field id and property. */
export type FieldFaults = ReadonlyMap<string, Readonly<Record<string, string>>>

interface WorkspaceSideProps {
  readonly edit: FieldEdit
  readonly commands: ReturnType<typeof useFieldCommands>
  readonly faults: FieldFaults
  /** The number of pages of the document. */
  readonly pages: number
  /** Called with a field that is chosen in the list. */
  readonly onSelect: (id: string) => void
}

/** The properties of what is selected, and all fields in their order. */
export function WorkspaceSide({ edit, commands, faults, pages, onSelect }: WorkspaceSideProps) {
  const { selection, chosen } = commands
  const [only] = chosen
  const count = chosen.length
  return (
    <div className={styles.side}>
      {count === 1 && only !== undefined && (
        <FieldPanel
          key={only.id}
          field={only}
          pages={pages}
          faults={faults.get(only.id) ?? {}}
          onChange={(change, run) => commands.change(only, change, run)}
          onDuplicate={commands.duplicate}
          onRemove={() => commands.remove(only.id)}
        />
      )}
      {count > 1 && only !== undefined && (
        <SelectionPanel
          count={count}
          onAlign={commands.align}
          onDuplicate={commands.duplicate}
          onRemove={() => commands.remove(selection.focused ?? only.id)}
        />
      )}
      {edit.fields.length === 0 && (
        <p className={styles.none}>No fields placed. The signature appears on the certificate page.</p>
      )}
      <FieldList
        fields={edit.fields}
        selected={selection.ids}
        faulty={new Set(faults.keys())}
        onSelect={onSelect}
        onMove={commands.move}
      />
    </div>
  )
}

import type { ReactNode } from 'react'
import { alertFailure } from '../../../../shared/dialogs/dialogs'
import { usePermission } from '../../../../shared/use-permission'
import { isEditable, type RecordField, spokenLabel } from '../../record/record-fields'
import { useReveals } from '../../reveals/use-reveals'
import { FieldEditor } from './field-editor'
import { EditableValue, EditedValue } from './in-place-parts'
import { useRecordEditing } from './record-editing'

interface InPlaceValueProps {
  readonly field: RecordField
  /** Tells the places apart where the page shows a field. */
  readonly place: 'header' | 'card'
  readonly children: ReactNode
}

/** The value of a field that can be edited where it stands. */
export function InPlaceValue({ field, place, children }: InPlaceValueProps) {
  const { client, editing, start } = useRecordEditing()
  const { revealRecord } = useReveals()
  const maySee = usePermission('clients.sensitive')
  const value = `${place} ${field.name}`
  if (editing === value)
    return (
      <EditedValue shown={children}>
        <FieldEditor field={field} />
      </EditedValue>
    )

  if (!isEditable(field, maySee)) return children

  const edit = async () => {
    try {
      // The editor shows the whole value, as a reveal does, and so is audited like one.
      start(value, await revealRecord(client, [field]))
    } catch (error) {
      await alertFailure('The value could not be shown. Please try again.', error)
    }
  }
  return (
    <EditableValue value={value} label={spokenLabel(field)} onEdit={() => void edit()}>
      {children}
    </EditableValue>
  )
}

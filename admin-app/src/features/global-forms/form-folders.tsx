import type { GlobalForm } from '@agency/contract/global-forms'
import Pencil from 'lucide-react/icons/pencil'
import { type DragEvent, type ReactNode, useState } from 'react'
import { formatShortDate } from '../../shared/formatting'
import { PdfCheckBadge } from '../../shared/pdf-checks/pdf-check-notice'
import { FolderGroup, groupByFolder } from '../../shared/shared-ui'
import { Columns, TableHead } from '../../shared/tables/table-head'
import styles from './form-folders.module.css'

/** The name under which forms without a folder are shown. */
const unfiled = 'Ungrouped'

interface FormFoldersProps {
  readonly forms: readonly GlobalForm[]
  readonly onEdit: (form: GlobalForm) => void
  /** Called after a row was dropped on another folder; null for no folder. Without it, rows cannot be dragged. */
  readonly onMove?: ((form: GlobalForm, folder: string | null) => void) | undefined
}

/** The library's forms by folder. A row, or its pencil, opens the form; dragging it to another folder moves it. */
export function FormFolders({ forms, onEdit, onMove }: FormFoldersProps) {
  const [dragged, setDragged] = useState<GlobalForm | null>(null)
  const move = (name: string) => {
    if (dragged !== null && (dragged.folder || unfiled) !== name) onMove?.(dragged, name === unfiled ? null : name)
    setDragged(null)
  }
  return (
    <div className="folder-tables">
      {groupByFolder(forms, { unfiled, order: 'alphabetical' }).map(({ name, items }) => (
        <DropFolder key={name} accepts={dragged !== null} onDrop={() => move(name)}>
          <FolderGroup name={name} count={items.length}>
            <div className="table-wrap">
              <table className={`table stacked ${styles.table}`}>
                <Columns count={4} />
                <TableHead columns={['Title', 'Type', 'Created', { label: 'Edit', isHidden: true }]} />
                <tbody>
                  {items.map((form) => (
                    <FormRow
                      key={form.id}
                      form={form}
                      onEdit={onEdit}
                      onDrag={onMove === undefined ? undefined : setDragged}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          </FolderGroup>
        </DropFolder>
      ))}
    </div>
  )
}

interface DropFolderProps {
  readonly accepts: boolean
  readonly onDrop: () => void
  readonly children: ReactNode
}

/** A folder on which a row can be dropped. The keyboard's way is the form's field Folder. */
function DropFolder({ accepts, onDrop, children }: DropFolderProps) {
  const [over, setOver] = useState(false)
  const hover = (event: DragEvent) => {
    if (!accepts) return
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; the field Folder does the same by keyboard
    <div
      data-over={(accepts && over) || undefined}
      className={styles.folder}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!accepts) return
        event.preventDefault()
        onDrop()
      }}
    >
      {children}
    </div>
  )
}

interface FormRowProps {
  readonly form: GlobalForm
  readonly onEdit: (form: GlobalForm) => void
  readonly onDrag: ((form: GlobalForm | null) => void) | undefined
}

/** The pencil button is the row's only control; it is stretched over the whole row. */
function FormRow({ form, onEdit, onDrag }: FormRowProps) {
  const title = form.title || 'Untitled'
  return (
    <tr
      data-clickable
      draggable={onDrag !== undefined}
      onDragStart={({ dataTransfer }) => {
        // Firefox starts no drag without data.
        dataTransfer.setData('text/plain', title)
        dataTransfer.effectAllowed = 'move'
        onDrag?.(form)
      }}
      onDragEnd={() => onDrag?.(null)}
    >
      <td data-label="Title" className={styles.title}>
        {title}
        <PdfCheckBadge form={form} />
      </td>
      <td data-label="Type">{form.type}</td>
      <td data-label="Created">{formatShortDate(form.created_at)}</td>
      <td className={styles.edit}>
        <button type="button" className="stacked-row-link" aria-label={`Edit ${title}`} onClick={() => onEdit(form)}>
          <Pencil size={18} />
        </button>
      </td>
    </tr>
  )
}

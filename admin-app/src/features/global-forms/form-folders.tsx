import type { GlobalForm } from '@agency/contract/global-forms'
import Pencil from 'lucide-react/icons/pencil'
import { formatShortDate } from '../../shared/formatting'
import { FolderGroup, groupByFolder } from '../../shared/shared-ui'
import { TableHead } from '../../shared/tables/table-head'
import styles from './form-folders.module.css'

interface FormFoldersProps {
  readonly forms: readonly GlobalForm[]
  readonly onEdit: (form: GlobalForm) => void
}

/** The library's forms by folder. A row, or its pencil, opens the form. */
export function FormFolders({ forms, onEdit }: FormFoldersProps) {
  return (
    <div className={styles.folders}>
      {groupByFolder(forms, { unfiled: 'Ungrouped', order: 'alphabetical' }).map(({ name, items }) => (
        <FolderGroup key={name} name={name} count={items.length}>
          <div className="table-wrap">
            <table className={`table stacked ${styles.table}`}>
              <TableHead columns={['Title', 'Type', 'Created', { label: 'Edit', isHidden: true }]} />
              <tbody>
                {items.map((form) => (
                  <FormRow key={form.id} form={form} onEdit={onEdit} />
                ))}
              </tbody>
            </table>
          </div>
        </FolderGroup>
      ))}
    </div>
  )
}

interface FormRowProps {
  readonly form: GlobalForm
  readonly onEdit: (form: GlobalForm) => void
}

/** The pencil button is the row's only control; it is stretched over the whole row. */
function FormRow({ form, onEdit }: FormRowProps) {
  const title = form.title || 'Untitled'
  return (
    <tr data-clickable>
      <td data-label="Title" className={styles.title}>
        {title}
      </td>
      <td data-label="Type">{form.type}</td>
      <td data-label="Created">{formatShortDate(form.created_at)}</td>
      <td className={styles.edit}>
        <button type="button" className="stacked-row-link" aria-label={`Edit ${title}`} onClick={() => onEdit(form)}>
          <Pencil size={18} aria-hidden="true" />
        </button>
      </td>
    </tr>
  )
}

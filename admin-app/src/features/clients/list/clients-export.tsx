import { today } from '../../../shared/dates/today'
import { clientListFilters } from '../client-queries'
import { ExportDialog } from '../export/export-dialog'
import { useChosenColumns } from './column-choice'
import type { ListView } from './list-view'

interface ClientsExportProps {
  readonly view: ListView
  readonly onClose: () => void
}

/** Exports the clients of a view, with the columns that are shown or as whole records. */
export function ClientsExport({ view, onClose }: ClientsExportProps) {
  const columns = useChosenColumns()
  return (
    <ExportDialog
      of="Clients"
      wholeLabel="Whole records, without dated notes"
      sensitiveLabel="With sensitive values, such as SSN and bank account. Each client’s Activity says so."
      sensitiveInList={false}
      queryOf={({ whole, policies, sensitive, format }) => ({
        ...clientListFilters(view, today()),
        format,
        ...(whole
          ? { policies: policies || undefined, sensitive: sensitive || undefined }
          : { columns: columns.map(({ id }) => id).join(',') }),
      })}
      onClose={onClose}
    />
  )
}

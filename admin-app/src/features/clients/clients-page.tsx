import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keptState } from '../../shared/kept-state'
import { LoadFailure } from '../../shared/load-failure'
import { PageHeading } from '../../shared/page-heading'
import { Button } from '../../shared/shared-ui'
import { ClientDialog } from './client-dialog'
import { ClientFilters } from './client-filters'
import { ClientSearch } from './client-search'
import { clientsQuery } from './clients-api'
import { ClientsFooter } from './clients-footer'
import styles from './clients-page.module.css'
import { ClientsTable, type ListedClient } from './clients-table'
import { useListView } from './use-list-view'

const useDialog = keptState<'add' | ListedClient | null>()

/** The list of clients: filtered, searched, sorted and paged by the server, as the address says. */
export function ClientsPage() {
  const [view, show] = useListView()
  const [dialog, setDialog] = useDialog('clients', null)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...clientsQuery(view),
    placeholderData: keepPreviousData,
  })
  const listed = isError ? { clients: [], total: 0 } : data
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageHeading title="Clients">Clients</PageHeading>
        <Button onClick={() => setDialog('add')}>+ client</Button>
      </header>
      <div className={styles.tools}>
        <ClientFilters view={view} onShow={show} />
        <ClientSearch view={view} onShow={show} />
      </div>
      {isError && <LoadFailure message="Failed to load clients." retry={refetch} />}
      <ClientsTable
        clients={listed?.clients}
        failed={isError}
        stale={isPlaceholderData}
        view={view}
        onShow={show}
        onEdit={setDialog}
      />
      {listed !== undefined && (
        <ClientsFooter view={view} shown={listed.clients.length} total={listed.total} onShow={show} />
      )}
      {dialog !== null && <ClientDialog client={dialog === 'add' ? null : dialog} onClose={() => setDialog(null)} />}
    </div>
  )
}

import { type ClientListItem, mostCounted } from '@agency/contract/clients'
import { readWhere } from '@agency/contract/conditions'
import { isUnanswered } from '@agency/http-client/call-error'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ConditionFilter } from '../../../shared/conditions/condition-filter'
import { hasSensitive } from '../../../shared/conditions/condition-text'
import { today, useToday } from '../../../shared/dates/today'
import { useRequestedDialog } from '../../../shared/dialogs/requested-dialog'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { formatNumber } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { useArrival } from '../../../shared/loading/use-arrival'
import splitRow from '../../../shared/looks/split-row.module.css'
import { PageHeading } from '../../../shared/page-heading'
import { paths } from '../../../shared/paths'
import { persistState } from '../../../shared/persist-draft'
import { Button } from '../../../shared/shared-ui'
import { FilterChip } from '../../../shared/tables/filter-chip'
import { useListAddress } from '../../../shared/tables/list-address'
import { ListFilters } from '../../../shared/tables/list-filters'
import { ListFooter } from '../../../shared/tables/list-footer'
import { ListSearch } from '../../../shared/tables/list-search'
import { useRowFocus } from '../../../shared/tables/row-focus'
import { useRowsInSight } from '../../../shared/tables/rows-in-sight'
import { usePermission } from '../../../shared/use-permission'
import { clientsQuery, selectionFilterOf } from '../client-queries'
import { AddClientDialog } from './add-client-dialog'
import { EditClientDialog } from './client-dialog'
import { ClientFilters } from './client-filters'
import { ClientSelection, LastChange } from './client-selection'
import { ClientsExport } from './clients-export'
import styles from './clients-page.module.css'
import { ClientsTable } from './clients-table'
import { chooseColumns, useChosenIds } from './column-choice'
import { ColumnMenu } from './column-menu'
import { unasked, useClientReferences, useConditionFields } from './condition-fields'
import { useListReturn } from './list-return'
import { readView, writeView } from './list-view'
import { removeClientView, saveClientView, savedPartOf, savedViewsQuery, shownBy } from './saved-view'
import { SavedViews } from './saved-views'

const useEdited = persistState<ClientListItem | null>()

const followUpLabels = { overdue: 'Overdue follow-ups', coming: 'Follow-ups within 7 days' } as const

/** The client list. The server filters, searches, sorts and pages it, as the address asks. */
export function ClientsPage() {
  const fields = useConditionFields()
  /** Conditions on sensitive fields, which stand in no address; '' for none. */
  const [hidden, setHidden] = useState('')
  const { view, show, prefetch, listed, failed, error, stale, retry } = useClients(hidden)
  const [requested, request] = useRequestedDialog()
  const mayWrite = usePermission('clients.write')
  const mayImport = usePermission('clients.import')
  const mayExport = usePermission('clients.export')
  const [edited, setEdited] = useEdited('clients', null)
  /** Null while rows are not being selected. */
  const [selected, select] = useState<ReadonlySet<string> | null>(null)
  const selection = view.archived || hidden !== '' ? null : selected
  const { shown, whole } = useRowsInSight(listed?.rows)
  const focusRows = useRowFocus(view, listed !== undefined && !stale)
  const columns = useChosenIds()
  const day = useToday()
  const more =
    (view.q !== '' || view.where !== '' || hidden !== '') && listed !== undefined && listed.total > mostCounted
  const open = useListReturn(listed !== undefined && whole)
  return (
    <div className={styles.page}>
      <header className={splitRow.row}>
        <PageHeading title="Clients">Clients</PageHeading>
        <div className={styles.actions}>
          <Link to={paths.duplicates}>Duplicates</Link>
          {mayImport && <Link to={paths.imports}>Import</Link>}
          {mayExport && (
            <Button variant="secondary" onClick={() => request({ name: 'export-clients' })}>
              Export
            </Button>
          )}
          {mayWrite && <Button onClick={() => request({ name: 'add-client' })}>+ client</Button>}
        </div>
      </header>
      <ListFilters>
        <div className={splitRow.row}>
          <ClientFilters view={view} counted={hidden === ''} onShow={show} />
          <ListSearch
            label="Search clients"
            placeholder="Name, email, phone, code, SSN last 4"
            q={view.q}
            onAsk={(q) => prefetch({ q, page: 1 })}
            onSearch={(q) => show({ q, page: 1 }, true)}
            onEnterRows={(q) => focusRows({ when: (shown) => shown.q === q, toTop: false })}
          />
        </div>
        <div className={splitRow.row}>
          <ConditionFilter
            where={hidden || view.where}
            fields={fields}
            useReferences={useClientReferences}
            note={unasked}
            onShow={(where) => {
              const isHidden = hasSensitive(where, fields)
              setHidden(isHidden ? where : '')
              show({ where: isHidden ? '' : where, page: 1 })
            }}
          />
          <SavedViews
            query={savedViewsQuery}
            present={savedPartOf(view, columns)}
            save={saveClientView}
            remove={removeClientView}
            onOpen={(saved) => {
              chooseColumns(saved.columns)
              show(shownBy(saved))
            }}
            description="Filters, order and columns of the list. A search is not saved."
          />
          <div className={styles.chips}>
            {mayWrite && !view.archived && hidden === '' && (
              <button
                type="button"
                className="chip"
                aria-pressed={selection !== null}
                onClick={() => select(selection === null ? new Set() : null)}
              >
                Select
              </button>
            )}
            <ColumnMenu />
          </div>
        </div>
      </ListFilters>
      {selection === null && <LastChange />}
      {selection !== null && (
        <ClientSelection
          selected={selection}
          onPage={listed?.rows.map(({ id }) => id) ?? []}
          onSelect={select}
          onDone={() => select(null)}
          filter={selectionFilterOf(view, day)}
          matches={more ? `${formatNumber(mostCounted)}+` : formatNumber(listed?.total ?? 0)}
        />
      )}
      {(view.followUp !== null || view.proposing) && (
        <div className={styles.chips}>
          {view.followUp !== null && (
            <FilterChip label={followUpLabels[view.followUp]} onRemove={() => show({ followUp: null, page: 1 })} />
          )}
          {view.proposing && (
            <FilterChip label="Client changes to review" onRemove={() => show({ proposing: false, page: 1 })} />
          )}
        </div>
      )}
      {failed && <LoadFailure message={failureMessage(error)} retry={retry} />}
      <ClientsTable
        clients={shown}
        failed={failed}
        stale={stale}
        view={view}
        onShow={show}
        onOpen={open}
        onEdit={mayWrite ? setEdited : undefined}
        selection={selection === null ? undefined : { selected: selection, onSelect: select }}
      />
      {listed !== undefined && (
        <ListFooter
          page={view.page}
          shown={listed.rows.length}
          total={more ? mostCounted : listed.total}
          more={more}
          noun={['client', 'clients']}
          onBeyond={stale || failed ? undefined : (page) => show({ page }, true)}
          onPage={(page) => {
            show({ page })
            focusRows({ when: (shown) => shown.page === page, toTop: true })
          }}
        />
      )}
      {mayWrite && requested?.name === 'add-client' && <AddClientDialog onClose={() => request(null)} />}
      {mayExport && requested?.name === 'export-clients' && <ClientsExport view={view} onClose={() => request(null)} />}
      {edited !== null && <EditClientDialog client={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

/** The server's words if too many rows were read: they say how long to wait and whom to ask. */
const failureMessage = (error: Error | null): string =>
  serverMessage('TOO_MANY_RECORDS')(error) ?? 'Failed to load clients.'

/** The clients of the view in the address, and a function that shows another view. */
function useClients(hidden: string) {
  const { view, show, prefetch, staleTime } = useListAddress({
    read: readView,
    write: writeView,
    queryOf: (next) => clientsQuery(next, today()),
  })
  const {
    data: fetched,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...clientsQuery(view, useToday(), readWhere(hidden)),
    staleTime,
    placeholderData: keepPreviousData,
  })
  const data = useArrival(fetched)
  // While the server is unreachable, loaded rows stay: the frame shows the outage and refetches them later.
  const failed = error !== null && (data === undefined || !isUnanswered(error))
  return {
    view,
    show,
    prefetch,
    listed: failed ? nothing : data,
    failed,
    error,
    /** Whether the rows are still those of the former view. */
    stale: isPlaceholderData,
    retry: refetch,
  }
}

const nothing = { rows: [], total: 0 }

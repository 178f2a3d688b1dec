import { policyFilterFields } from '@agency/contract/filter-fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ConditionFilter } from '../../../shared/conditions/condition-filter'
import type { References } from '../../../shared/conditions/condition-text'
import { today, useToday } from '../../../shared/dates/today'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import splitRow from '../../../shared/looks/split-row.module.css'
import { PageHeading } from '../../../shared/page-heading'
import { paths } from '../../../shared/paths'
import { Button } from '../../../shared/shared-ui'
import { useListAddress } from '../../../shared/tables/list-address'
import { ListFilters } from '../../../shared/tables/list-filters'
import { ListFooter } from '../../../shared/tables/list-footer'
import { ListSearch } from '../../../shared/tables/list-search'
import { useRowFocus } from '../../../shared/tables/row-focus'
import { useRowsInSight } from '../../../shared/tables/rows-in-sight'
import { usePermission } from '../../../shared/use-permission'
import { ExportDialog } from '../export/export-dialog'
import {
  policiesShownBy,
  removePolicyView,
  savedPartOfPolicies,
  savedPolicyViewsQuery,
  savePolicyView,
} from '../list/saved-view'
import { SavedViews } from '../list/saved-views'
import { CarriersDialog } from './carriers-dialog'
import styles from './policies.module.css'
import { PoliciesTable } from './policies-table'
import { PolicyFilters } from './policy-filters'
import { mostListed, readPolicyListView, writePolicyListView } from './policy-list-view'
import { carriersQuery, policyListFilters, policyListQuery } from './policy-queries'

/** The fields of conditions in an address: a number stands in none. */
const conditionFields = policyFilterFields.filter(({ kind }) => kind !== 'sensitive')

/** Carriers by their ids. */
function usePolicyReferences(): References {
  const { data } = useQuery(carriersQuery)
  return { carrier_id: (data?.carriers ?? []).map(({ id, name }) => [id, name]) }
}

/** The policies of all clients. The server searches, filters, sorts and pages them, as the address asks. */
export function PoliciesPage() {
  const { view, show, prefetch, staleTime } = useListAddress({
    read: readPolicyListView,
    write: writePolicyListView,
    queryOf: (next) => policyListQuery(next, today()),
  })
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...policyListQuery(view, useToday()),
    staleTime,
    placeholderData: keepPreviousData,
  })
  const [showsCarriers, setShowsCarriers] = useState(false)
  const [exports, setExports] = useState(false)
  const mayExport = usePermission('clients.export')
  const { shown } = useRowsInSight(data?.rows)
  const focusRows = useRowFocus(view, data !== undefined && !isPlaceholderData)
  const most = mostListed(view)
  const more = data !== undefined && data.total > most
  return (
    <div className={styles.page}>
      <header className={splitRow.row}>
        <PageHeading title="Policies">Policies</PageHeading>
        <div className={styles.actions}>
          {mayExport && (
            <Button variant="secondary" onClick={() => setExports(true)}>
              Export
            </Button>
          )}
          <Button variant="secondary" onClick={() => setShowsCarriers(true)}>
            Carriers
          </Button>
        </div>
      </header>
      <ListSearch
        label="Search policies"
        placeholder="Client, carrier, plan, number or its last 4"
        q={view.q}
        onAsk={(q) => prefetch({ q, page: 1 })}
        onSearch={(q) => show({ q, page: 1 }, true)}
        onEnterRows={(q) => focusRows({ when: (shown) => shown.q === q, toTop: false })}
      />
      <ListFilters>
        <PolicyFilters view={view} onShow={show} />
        <div className={splitRow.row}>
          <ConditionFilter
            where={view.where}
            fields={conditionFields}
            useReferences={usePolicyReferences}
            note="Covered people, notes and reasons of a status cannot be asked for. Numbers are found by the search."
            onShow={(where) => show({ where, page: 1 })}
          />
          <SavedViews
            query={savedPolicyViewsQuery}
            present={savedPartOfPolicies(view)}
            save={savePolicyView}
            remove={removePolicyView}
            onOpen={(saved) => show(policiesShownBy(saved))}
            description="Filters and order of the list. A search is not saved."
          />
        </div>
      </ListFilters>
      {error !== null && data === undefined && <LoadFailure message={failureMessage(error)} retry={refetch} />}
      {error === null && data === undefined && <Loading label="Loading policies" skeleton={styles.loading} />}
      {data?.total === 0 && (
        <div className="empty-state">
          <p>No policies found.</p>
          <p>Change the search or the filters, or add one on the page of its client.</p>
          <Link to={paths.clients}>Choose a client</Link>
        </div>
      )}
      {shown !== undefined && shown.length > 0 && (
        <PoliciesTable policies={shown} stale={isPlaceholderData} view={view} onShow={show} />
      )}
      {data !== undefined && (
        <ListFooter
          page={view.page}
          shown={data.rows.length}
          total={more ? most : data.total}
          more={more}
          noun={['policy', 'policies']}
          onBeyond={isPlaceholderData ? undefined : (page) => show({ page }, true)}
          onPage={(page) => {
            show({ page })
            focusRows({ when: (shown) => shown.page === page, toTop: true })
          }}
        />
      )}
      {exports && (
        <ExportDialog
          of="Policies"
          wholeLabel="All fields of the policies"
          sensitiveLabel="With whole numbers in place of masks. Each client’s Activity says so."
          sensitiveInList
          queryOf={({ whole, sensitive, format }) => ({
            ...policyListFilters(view, today()),
            format,
            whole: whole || undefined,
            sensitive: sensitive || undefined,
          })}
          onClose={() => setExports(false)}
        />
      )}
      {showsCarriers && <CarriersDialog onClose={() => setShowsCarriers(false)} />}
    </div>
  )
}

/** The server's words if too many rows were read: they say how long to wait and whom to ask. */
const failureMessage = (error: Error): string =>
  serverMessage('TOO_MANY_RECORDS')(error) ?? 'The policies could not be loaded.'

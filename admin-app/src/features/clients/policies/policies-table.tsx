import type { PolicyListItem, PolicySort } from '@agency/contract/policies'
import { clientPays, policyLineNames } from '@agency/contract/policy-terms'
import { memo, useCallback } from 'react'
import { clientName, dash, formatDate } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import panel from '../../../shared/tables/panel.module.css'
import { moveAlongRows, useRovingRows } from '../../../shared/tables/roving-rows'
import { type FollowLink, RowLink, useFollowLink } from '../../../shared/tables/row-link'
import { TableHead } from '../../../shared/tables/table-head'
import { useListPlace } from '../list/list-place'
import { sectionId } from '../record/record-sections'
import styles from './policies.module.css'
import { StatusBadge } from './policy-entry'
import { type PolicyListView, type ShowPolicies, sortPoliciesBy } from './policy-list-view'
import { money } from './policy-text'

interface PoliciesTableProps {
  readonly policies: readonly PolicyListItem[]
  /** Whether the rows are still those of the previous view. */
  readonly stale: boolean
  readonly view: PolicyListView
  readonly onShow: ShowPolicies
}

const columns: readonly { readonly label: string; readonly sort?: PolicySort }[] = [
  { label: 'Client', sort: 'client' },
  { label: 'Carrier and plan' },
  { label: 'Line' },
  { label: 'Number' },
  { label: 'Status' },
  { label: 'Effective', sort: 'effective_date' },
  { label: 'Renews', sort: 'renewal_date' },
  { label: 'Premium', sort: 'premium' },
]

/** One page of policies. A row leads to its client. On a phone each row is a card. */
export function PoliciesTable({ policies, stale, view, onShow }: PoliciesTableProps) {
  const followLink = useFollowLink()
  const roving = useRovingRows(policies.map(({ id }) => id))
  // The same function for each address, so that the rows need not be rendered again.
  const follow = useCallback<FollowLink>(
    (event, to) => {
      useListPlace.setState({ policies: window.location.search })
      followLink(event, to)
    },
    [followLink],
  )
  const headings = columns.map(({ label, sort }) => {
    if (sort === undefined) return label
    const direction = view.order === 'asc' ? ('ascending' as const) : ('descending' as const)
    const onSort = () => onShow(sortPoliciesBy(view, sort))
    return { label, sorting: { direction: view.sort === sort ? direction : undefined, onSort } }
  })
  return (
    <div className="table-wrap">
      <table className={`table stacked ${styles.table}`} aria-label="Policies" aria-busy={stale}>
        <TableHead columns={headings} />
        <tbody>
          {policies.map((policy) => (
            <PolicyRow
              key={policy.id}
              policy={policy}
              isStop={roving.isStop(policy.id)}
              onVisit={roving.visit}
              onFollow={follow}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const dateOf = (date: string | null): string => (date === null ? dash : formatDate(date))

interface PolicyRowProps {
  readonly policy: PolicyListItem
  /** Whether the row is in the tab order. */
  readonly isStop: boolean
  readonly onVisit: (policyId: string) => void
  readonly onFollow: FollowLink
}

/** It is rendered again for its own changes alone. */
const PolicyRow = memo(function PolicyRow({ policy, isStop, onVisit, onFollow }: PolicyRowProps) {
  const name = clientName(policy) || dash
  const { carrier_name, product, line, premium, term_date } = policy
  const pays = clientPays(policy)
  return (
    <tr data-clickable onFocus={() => onVisit(policy.id)}>
      <td data-label="Client">
        <RowLink
          className={`stacked-row-link ${styles.link}`}
          to={`${paths.client(policy.client_id)}#${sectionId('policies')}`}
          onFollow={onFollow}
          tabIndex={isStop ? 0 : -1}
          onKeyDown={moveAlongRows}
          aria-label={`${name}, ${[carrier_name, product].filter(Boolean).join(' ')}`}
        >
          {name}
        </RowLink>
      </td>
      <td data-label="Carrier and plan">
        <span>
          {carrier_name}
          {product !== null && <span className={panel.second}>{product}</span>}
        </span>
      </td>
      <td data-label="Line">{policyLineNames[line]}</td>
      <td data-label="Number">{policy.number ?? dash}</td>
      <td data-label="Status">
        <span>
          <StatusBadge status={policy.status} />
        </span>
      </td>
      <td data-label="Effective">{dateOf(policy.effective_date)}</td>
      <td data-label="Renews">
        <span>
          {dateOf(policy.renewal_date)}
          {term_date !== null && <span className={panel.second}>ends {formatDate(term_date)}</span>}
        </span>
      </td>
      <td data-label="Premium">
        <span>
          {premium === null ? (pays === null ? dash : money(pays)) : money(premium)}
          {premium !== null && pays !== null && pays !== premium && (
            <span className={panel.second}>client pays {money(pays)}</span>
          )}
        </span>
      </td>
    </tr>
  )
})

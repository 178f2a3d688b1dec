import { type ClientStatus, clientStatuses } from '@agency/contract/client-fields'
import {
  type ClientSortColumn,
  clientSortColumns,
  type FollowUp,
  followUps,
  mostCounted,
} from '@agency/contract/clients'
import { readWhereText } from '../../../shared/conditions/condition-text'
import { readPage } from '../../../shared/paths'
import type { ShowView } from '../../../shared/tables/list-address'
import { pageSize } from '../../../shared/tables/list-footer'

/** Filter, search, order and page of the client list. The address holds them. */
export interface ListView {
  readonly q: string
  readonly archived: boolean
  readonly status: ClientStatus | null
  readonly followUp: FollowUp | null
  readonly proposing: boolean
  /** Conditions on fields, as JSON; '' for none. */
  readonly where: string
  readonly sort: ClientSortColumn
  readonly order: 'asc' | 'desc'
  /** From 1. */
  readonly page: number
}

/** The pages of a search, or of conditions, end with the clients that it counts. */
const lastPageOfSearch = mostCounted / pageSize

const defaultView = { sort: 'client_last_name', order: 'asc' } as const

/** The view of an address. Missing and invalid parameters take their defaults. */
export function readView(params: URLSearchParams): ListView {
  const q = params.get('q') ?? ''
  const where = readWhereText(params.get('where'))
  return {
    q,
    archived: params.get('archived') === 'true',
    status: clientStatuses.find((status) => status === params.get('status')) ?? null,
    followUp: followUps.find((when) => when === params.get('follow_up')) ?? null,
    proposing: params.get('proposals') === 'open',
    where,
    sort: clientSortColumns.find((column) => column === params.get('sort')) ?? defaultView.sort,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: q === '' && where === '' ? readPage(params) : Math.min(readPage(params), lastPageOfSearch),
  }
}

/** The shortest address of a view: defaults are left out. */
export function writeView(view: ListView): URLSearchParams {
  const params = new URLSearchParams()
  if (view.q !== '') params.set('q', view.q)
  if (view.archived) params.set('archived', 'true')
  if (view.status !== null) params.set('status', view.status)
  if (view.followUp !== null) params.set('follow_up', view.followUp)
  if (view.proposing) params.set('proposals', 'open')
  if (view.where !== '') params.set('where', view.where)
  if (view.sort !== defaultView.sort) params.set('sort', view.sort)
  if (view.order !== defaultView.order) params.set('order', view.order)
  if (view.page !== 1) params.set('page', String(view.page))
  return params
}

type Direction = 'ascending' | 'descending'

/** The direction in which a column appears to be sorted. An age ascends when the dates of birth descend. */
export function directionOf({ sort, order }: Pick<ListView, 'sort' | 'order'>): Direction {
  return (order === 'asc') === (sort === 'dob') ? 'descending' : 'ascending'
}

/** The change that sorts the list by a column, ascending as it appears. */
export function sortAscending(column: ClientSortColumn): Partial<ListView> {
  return { sort: column, order: column === 'dob' ? 'desc' : 'asc', page: 1 }
}

/** The change for a press on a heading: it reverses the active column, and sorts by another one ascending. */
export function sortBy(view: ListView, column: ClientSortColumn): Partial<ListView> {
  if (view.sort !== column) return sortAscending(column)
  return { sort: column, order: view.order === 'asc' ? 'desc' : 'asc', page: 1 }
}

/** Shows another view of the list. What the change does not name stays as it is. */
export type ShowList = ShowView<ListView>

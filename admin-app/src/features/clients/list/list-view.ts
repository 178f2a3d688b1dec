import { type ClientStatus, clientStatuses } from '@agency/contract/client-fields'
import { type ClientSortColumn, clientSortColumns, type FollowUp, followUps } from '@agency/contract/clients'
import { readPage } from '../../../shared/paths'

/** What part of the client list is looked at; it lives in the address. */
export interface ListView {
  readonly q: string
  readonly status: ClientStatus | null
  readonly followUp: FollowUp | null
  /** Whether only those are listed who propose changes that nobody has decided on. */
  readonly proposing: boolean
  readonly sort: ClientSortColumn
  readonly order: 'asc' | 'desc'
  /** From 1. */
  readonly page: number
}

const defaultView = { sort: 'client_last_name', order: 'asc' } as const

/** The view an address asks for; what it doesn't say, or says wrongly, is the default. */
export function readView(params: URLSearchParams): ListView {
  return {
    q: params.get('q') ?? '',
    status: clientStatuses.find((status) => status === params.get('status')) ?? null,
    followUp: followUps.find((when) => when === params.get('follow_up')) ?? null,
    proposing: params.get('proposals') === 'open',
    sort: clientSortColumns.find((column) => column === params.get('sort')) ?? defaultView.sort,
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    page: readPage(params),
  }
}

/** The shortest address that asks for a view. */
export function writeView(view: ListView): URLSearchParams {
  const params = new URLSearchParams()
  if (view.q !== '') params.set('q', view.q)
  if (view.status !== null) params.set('status', view.status)
  if (view.followUp !== null) params.set('follow_up', view.followUp)
  if (view.proposing) params.set('proposals', 'open')
  if (view.sort !== defaultView.sort) params.set('sort', view.sort)
  if (view.order !== defaultView.order) params.set('order', view.order)
  if (view.page !== 1) params.set('page', String(view.page))
  return params
}

/** What changes by a click on a column's heading: the active column flips, another one starts ascending. */
export function sortBy(view: ListView, column: ClientSortColumn): Partial<ListView> {
  const order = view.sort === column && view.order === 'asc' ? 'desc' : 'asc'
  return { sort: column, order, page: 1 }
}

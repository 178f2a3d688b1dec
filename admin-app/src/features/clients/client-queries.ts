import type { SelectionFilter } from '@agency/contract/client-selections'
import { tagApi } from '@agency/contract/client-tags'
import { type ClientRecord, type ClientValue, clientApi } from '@agency/contract/clients'
import type { Where } from '@agency/contract/conditions'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call, callPage, callQuery } from '../../shared/call'
import { sessionDetailsKey } from '../../shared/client-queries'
import { pageSize } from '../../shared/tables/list-footer'
import type { ListView } from './list/list-view'

export const clientsKey = ['clients'] as const

/** The tags that clients have. */
export const tagsQuery = callQuery([...clientsKey, 'tags'], tagApi.all)

/** Fetches again what a change to a client affects: lists and records, and the client's data on session pages. */
export const refetchClients = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([clientsKey, sessionDetailsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** A request for an older view is cancelled. @param day today, for follow-ups @param hidden sent in a body */
export const clientsQuery = (view: ListView, day: string, hidden?: Where) => {
  const query = queryOf(view, day)
  return queryOptions({
    queryKey: [...clientsKey, 'list', query, ...(hidden ? [hidden] : [])],
    queryFn: ({ signal }) =>
      hidden === undefined
        ? callPage(clientApi.list, { query, signal })
        : callPage(clientApi.find, { body: bodyOf(view, day, hidden), signal }),
    // The server audits each search by sensitive fields.
    ...(hidden !== undefined && { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }),
  })
}

function bodyOf(view: ListView, day: string, where: Where) {
  const { where: _, ...filter } = selectionFilterOf(view, day)
  const { sort, order, page } = view
  const archived = view.archived && { archived: true }
  return { ...filter, ...archived, date: day, sort, order, limit: pageSize, offset: (page - 1) * pageSize, where }
}

const queryOf = (view: ListView, day: string) => ({
  limit: pageSize,
  offset: (view.page - 1) * pageSize,
  ...clientListFilters(view, day),
})

/** Search, filters and order of a view, as the API takes them. */
export const clientListFilters = (
  { q, archived, status, followUp, proposing, where, sort, order }: Omit<ListView, 'page'>,
  day: string,
) => ({
  q: q === '' ? undefined : q,
  archived: archived || undefined,
  status: status ?? undefined,
  ...(followUp === null ? {} : { follow_up: followUp }),
  ...(where === '' ? {} : { where }),
  ...(followUp === null && where === '' ? {} : { date: day }),
  proposals: proposing ? ('open' as const) : undefined,
  sort,
  order,
})

/** The filter of a view, for a job on all that match. */
export const selectionFilterOf = (view: ListView, day: string): SelectionFilter => ({
  ...(view.q !== '' && { q: view.q }),
  ...(view.status !== null && { status: view.status }),
  ...(view.followUp !== null && { follow_up: view.followUp }),
  ...(view.proposing && { proposals: 'open' as const }),
  ...(view.where !== '' && { where: view.where }),
  ...((view.followUp !== null || view.where !== '') && { date: day }),
})

/** The server audits each answer as an access, so it is not refetched on focus; saves detect changes by others. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    ...callQuery([...clientsKey, 'record', clientId], clientApi.one, { params: { id: clientId } }),
    refetchOnWindowFocus: false,
  })

/** The three fields of the client modal. */
export interface ClientBasics {
  readonly client_first_name: string
  readonly client_last_name: string
  readonly primary_email: string
}

/** What a client can be added with; all texts may be empty. */
export interface NewClient extends ClientBasics {
  readonly primary_phone: string
  /** `YYYY-MM-DD` */
  readonly dob: string
}

/** Saves a client. @throws HTTPError EDIT_CONFLICT when the same fields were changed since that version. */
export const updateClient = (
  { id, version }: Pick<ClientRecord, 'id' | 'version'>,
  body: Readonly<Record<string, ClientValue>> | ClientBasics,
): Promise<ClientRecord> => call(clientApi.update, { params: { id }, version, body: { ...body } })

import { type ClientKeepers, ClientListItem, ClientRecord, type ClientValue } from '@agency/contract/clients'
import { HandedOver } from '@agency/contract/hand-overs'
import type { ConfirmDeletion } from '@agency/contract/permanent-deletion'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { parseAnswer, readTotal, UnexpectedAnswerError } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'
import { sessionDetailsKey } from '../../shared/client-queries'
import { pageSize } from '../../shared/tables/list-footer'
import type { ListView } from './list/list-view'

/** Prefix of the query keys of clients. */
export const clientsKey = ['clients'] as const

/** Fetches again what a change to a client affects: lists and records, and the client's data on session pages. */
export const refetchClients = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all([clientsKey, sessionDetailsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))

export interface ClientsOnPage {
  readonly clients: readonly ClientListItem[]
  /** The number of matches on all pages. */
  readonly total: number
}

/**
 * One page of the client list. A request for an older view is cancelled.
 * @param day today in the local time zone, `YYYY-MM-DD`, from which overdue follow-ups are counted
 */
export const clientsQuery = (view: ListView, day: string) => {
  const searchParams = searchParamsOf(view, day)
  return queryOptions({
    queryKey: [...clientsKey, 'list', searchParams],
    queryFn: async ({ signal }): Promise<ClientsOnPage> => {
      const response = await api().get('clients', { searchParams, signal })
      const clients = parseAnswer(Type.Array(ClientListItem), await response.json())
      return { clients, total: readTotal(response.headers) }
    },
  })
}

const searchParamsOf = ({ q, archived, status, followUp, proposing, sort, order, page }: ListView, day: string) => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
  q: q === '' ? undefined : q,
  archived: archived ? true : undefined,
  status: status ?? undefined,
  ...(followUp === null ? {} : { follow_up: followUp, date: day }),
  proposals: proposing ? 'open' : undefined,
  sort,
  order,
})

/**
 * One client's whole record, with masks in place of masked values. The server audits each answer as an access, so it is
 * not refetched on window focus. Optimistic concurrency detects changes by others when a dialog is saved.
 */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: [...clientsKey, 'record', clientId],
    queryFn: async ({ signal }) => parseClient(await api().get(`clients/${clientId}`, { signal }).json()),
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

/** Adds a client. */
export async function createClient({ primary_phone, dob, ...basics }: NewClient): Promise<ClientRecord> {
  const json = { ...basics, ...(primary_phone !== '' && { primary_phone }), ...(dob !== '' && { dob }) }
  return parseClient(await api().post('clients', { json }).json())
}

interface ClientChange {
  readonly id: string
  /** The version that the values were based on. */
  readonly version: number
  readonly values: Readonly<Record<string, ClientValue>> | ClientBasics
}

/** Saves a client. @throws HTTPError EDIT_CONFLICT when the same fields were changed since that version. */
export async function updateClient({ id, version, values }: ClientChange): Promise<ClientRecord> {
  return parseClient(
    await api()
      .put(`clients/${id}`, { json: values, headers: ifMatch(version) })
      .json(),
  )
}

interface KeeperChange {
  readonly id: string
  /** The owner or the team of the client from now on; null for none. */
  readonly to: ClientKeepers
  /** The version of the record on the screen. */
  readonly version: number
}

/**
 * Names the owner or the team of a client.
 * @throws HTTPError EDIT_CONFLICT when somebody has named another since that version
 */
export async function setClientKeepers({ id, to, version }: KeeperChange): Promise<ClientRecord> {
  const options = { json: to, headers: ifMatch(version) }
  return parseClient(await api().put(`clients/${id}/owner`, options).json())
}

/** Gives clients another owner or team: all of them, or none. */
export async function handOverClients(ids: readonly string[], to: ClientKeepers): Promise<HandedOver> {
  return parseAnswer(
    HandedOver,
    await api()
      .post('clients/hand-over', { json: { client_ids: ids, ...to } })
      .json(),
  )
}

/** Archives or restores a client. */
export async function archiveClient(id: string, archived: boolean): Promise<ClientRecord> {
  return parseClient(await api().put(`clients/${id}/archived`, { json: { archived } }).json())
}

/** Deletes a client for good. @throws HTTPError WRONG_STATE when it holds a signature */
export async function deleteClient(id: string, body: ConfirmDeletion): Promise<void> {
  await api().delete(`clients/${id}`, { json: body })
}

/** @throws UnexpectedAnswerError when the body is not a client's record. */
export function parseClient(body: unknown): ClientRecord {
  if (isClient(body)) return body
  throw new UnexpectedAnswerError('The answer is not a client.')
}

/** Whether a body is a client's record. */
export const isClient = (body: unknown): body is ClientRecord => Check(ClientRecord, body)

import { sessionFilters } from '@agency/contract/sessions'
import { readPage } from '../../../shared/paths'

export type SessionFilter = (typeof sessionFilters)[number]

/** Filter, search and page of the list of all sessions. The address holds them. */
export interface SessionListView {
  readonly q: string
  readonly status: SessionFilter | null
  /** A day, `YYYY-MM-DD`: only sessions with a document signed on or after it. */
  readonly signedSince: string | null
  /** From 1. */
  readonly page: number
}

/** Filters whose sessions all wait for their client, who can be reminded. */
export const isWaitingFilter = (status: SessionFilter | null): status is 'waiting' | 'waiting_long' | 'expiring' =>
  status === 'waiting' || status === 'waiting_long' || status === 'expiring'

export function readSessionListView(params: URLSearchParams): SessionListView {
  return {
    q: params.get('q') ?? '',
    status: findFilter(params.get('status')),
    signedSince: readDay(params.get('signed_since')),
    page: readPage(params),
  }
}

/** The shortest address of a view: defaults are left out. */
export function writeSessionListView({ q, status, signedSince, page }: SessionListView): URLSearchParams {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (status !== null) params.set('status', status)
  if (signedSince !== null) params.set('signed_since', signedSince)
  if (page !== 1) params.set('page', String(page))
  return params
}

/** The filter of a name; null when there is none. */
export const findFilter = (name: string | null): SessionFilter | null =>
  sessionFilters.find((filter) => filter === name) ?? null

function readDay(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
}

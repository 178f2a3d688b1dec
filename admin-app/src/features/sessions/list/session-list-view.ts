import { sessionFilters } from '@agency/contract/sessions'
import { readPage } from '../../../shared/paths'

type SessionFilter = (typeof sessionFilters)[number]

/** What part of the list of all sessions is looked at; it lives in the address. */
export interface SessionListView {
  readonly status: SessionFilter | null
  /** A day, `YYYY-MM-DD`: sessions with a document that was signed on it or later. */
  readonly signedSince: string | null
  /** From 1. */
  readonly page: number
}

/** The view an address asks for; what it doesn't say, or says wrongly, is the default. */
export function readSessionListView(params: URLSearchParams): SessionListView {
  return {
    status: findFilter(params.get('status')),
    signedSince: readDay(params.get('signed_since')),
    page: readPage(params),
  }
}

/** The shortest address that asks for a view. */
export function writeSessionListView({ status, signedSince, page }: SessionListView): URLSearchParams {
  const params = new URLSearchParams()
  if (status !== null) params.set('status', status)
  if (signedSince !== null) params.set('signed_since', signedSince)
  if (page !== 1) params.set('page', String(page))
  return params
}

/** The filter of that name, if there is one. */
export const findFilter = (name: string | null): SessionFilter | null =>
  sessionFilters.find((filter) => filter === name) ?? null

function readDay(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
}

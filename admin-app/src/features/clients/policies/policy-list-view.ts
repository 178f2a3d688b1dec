import {
  mostPoliciesCounted,
  mostPoliciesFound,
  type PolicySort,
  type PolicyView,
  policySorts,
  policyViews,
} from '@agency/contract/policies'
import { type PolicyLine, type PolicyStatus, policyLines, policyStatuses } from '@agency/contract/policy-terms'
import { readWhereText } from '../../../shared/conditions/condition-text'
import { readPage } from '../../../shared/paths'
import type { ShowView } from '../../../shared/tables/list-address'
import { pageSize } from '../../../shared/tables/list-footer'

/** Filter, search, order and page of the list of policies. The address holds them. */
export interface PolicyListView {
  readonly q: string
  readonly view: PolicyView | null
  readonly status: PolicyStatus | null
  readonly line: PolicyLine | null
  readonly carrier: string | null
  /** Months, `YYYY-MM`. */
  readonly effective: string | null
  readonly renews: string | null
  /** Conditions on fields, as JSON; '' for none. */
  readonly where: string
  readonly sort: PolicySort
  readonly order: 'asc' | 'desc'
  /** From 1. */
  readonly page: number
}

export type ShowPolicies = ShowView<PolicyListView>

const one = <Name extends string>(names: readonly Name[], name: string | null): Name | null =>
  names.find((known) => known === name) ?? null

const month = (text: string | null): string | null =>
  text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : null

/** How many policies the pages of a list end with. */
export const mostListed = ({ q, where }: Pick<PolicyListView, 'q' | 'where'>): number =>
  q.trim() === '' && where === '' ? mostPoliciesCounted : mostPoliciesFound

const usualOrder = (sort: PolicySort) => (sort === 'client' || sort === 'renewal_date' ? 'asc' : 'desc')

/** The view of an address. Missing and invalid parameters take their defaults. */
export function readPolicyListView(params: URLSearchParams): PolicyListView {
  const q = params.get('q') ?? ''
  const view = one(policyViews, params.get('view'))
  const sort = one(policySorts, params.get('sort')) ?? (view?.startsWith('due') ? 'renewal_date' : 'effective_date')
  const carrier = params.get('carrier')
  const where = readWhereText(params.get('where'))
  return {
    q,
    view,
    status: one(policyStatuses, params.get('status')),
    line: one(policyLines, params.get('line')),
    carrier: carrier !== null && /^[\da-f-]{36}$/i.test(carrier) ? carrier : null,
    effective: month(params.get('effective')),
    renews: month(params.get('renews')),
    where,
    sort,
    order: one(['asc', 'desc'], params.get('order')) ?? usualOrder(sort),
    page: Math.min(readPage(params), Math.ceil(mostListed({ q, where }) / pageSize)),
  }
}

/** The shortest address of a view: defaults are left out. */
export function writePolicyListView({ sort, order, page, ...view }: PolicyListView): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(view)) if (value) params.set(name, value)
  if (readPolicyListView(params).sort !== sort) params.set('sort', sort)
  if (order !== usualOrder(sort)) params.set('order', order)
  if (page !== 1) params.set('page', String(page))
  return params
}

/** The change for a press on a heading: it reverses the active column, and sorts by another one in its usual order. */
export function sortPoliciesBy(view: PolicyListView, sort: PolicySort): Partial<PolicyListView> {
  if (view.sort !== sort) return { sort, order: usualOrder(sort), page: 1 }
  return { order: view.order === 'asc' ? 'desc' : 'asc', page: 1 }
}

/** The first and the last day of a month. */
export function monthRange(name: string | null): { from: string; to: string } | undefined {
  if (name === null) return undefined
  const [year = 0, number = 0] = name.split('-').map(Number)
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${name}-01`, to: `${name}-${days}` }
}

/** The months from some before a day to some after it, `YYYY-MM`, and one that an address names. */
export function monthsAround(day: string, range: { before: number; after: number }, named: string | null): string[] {
  const [year = 0, number = 0] = day.split('-').map(Number)
  const months = Array.from({ length: range.before + range.after + 1 }, (_, n) =>
    new Date(Date.UTC(year, number - 1 - range.before + n, 1)).toISOString().slice(0, 7),
  )
  return named === null || months.includes(named) ? months : [...months, named].sort()
}

import { carrierApi } from '@agency/contract/carriers'
import { documentApi } from '@agency/contract/documents'
import { type PolicyNumber, policyApi } from '@agency/contract/policies'
import { policyProposalApi } from '@agency/contract/policy-proposals'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, callPage, callQuery } from '../../../shared/call'
import { revealHeaders } from '../../../shared/reveals/reveal-headers'
import { pageSize } from '../../../shared/tables/list-footer'
import { monthRange, type PolicyListView } from './policy-list-view'

const policiesKey = ['policies'] as const

export const refetchPolicies = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: policiesKey })

/** A client's policies, active ones first. The server counts each answer as an opened record. */
export const clientPoliciesQuery = (clientId: string) =>
  queryOptions({
    ...callQuery([...policiesKey, 'of', clientId], policyApi.ofClient, { params: { id: clientId } }),
    refetchOnWindowFocus: false,
  })

/** What signed documents of a client say of policies. The server counts each answer as an opened record. */
export const policyProposalsQuery = (clientId: string) =>
  queryOptions({
    ...callQuery([...policiesKey, 'proposed', clientId], policyProposalApi.ofClient, { params: { id: clientId } }),
    refetchOnWindowFocus: false,
  })

/** All carriers by name, archived ones too. */
export const carriersQuery = callQuery([...policiesKey, 'carriers'], carrierApi.list)

/** The documents that a policy of a client may name. */
export const policyDocumentsQuery = (clientId: string) =>
  callQuery([...policiesKey, 'documents', clientId], documentApi.list, { params: { id: clientId } })

export const policyListFilters = (view: PolicyListView, date: string) => {
  const [effective, renewal] = [monthRange(view.effective), monthRange(view.renews)]
  return {
    q: view.q === '' ? undefined : view.q,
    status: view.status ?? undefined,
    line: view.line ?? undefined,
    carrier_id: view.carrier ?? undefined,
    effective_from: effective?.from,
    effective_to: effective?.to,
    renewal_from: renewal?.from,
    renewal_to: renewal?.to,
    ...(view.view === null ? {} : { view: view.view }),
    ...(view.where === '' ? {} : { where: view.where }),
    ...(view.view === null && view.where === '' ? {} : { date }),
    sort: view.sort,
    order: view.order,
  }
}

/** @param date today in the local time zone, from which the views count */
export const policyListQuery = (view: PolicyListView, date: string) => {
  const query = { ...policyListFilters(view, date), limit: pageSize, offset: (view.page - 1) * pageSize }
  return queryOptions({
    queryKey: [...policiesKey, 'list', query],
    queryFn: ({ signal }) => callPage(policyApi.list, { query, signal }),
  })
}

/** Asks the server for numbers of a policy, which it writes to the audit trail. Without a reason, calls fail with an AbortError. */
export function useRevealPolicy(clientId: string) {
  const queryClient = useQueryClient()
  return async (policyId: string, fields: readonly PolicyNumber[]): Promise<Record<string, string | null>> => {
    const headers = await revealHeaders(queryClient, clientId)
    return (await call(policyApi.reveal, { params: { id: clientId, policyId }, headers, body: { fields } })).values
  }
}

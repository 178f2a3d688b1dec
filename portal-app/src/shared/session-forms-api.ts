import type { SessionForm, SessionFormList } from '@agency/contract/session-forms'
import { isDone } from '@agency/contract/session-state'
import { type Query, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useOpenSession } from './session-store.ts'

/** Polling of a document that is being sealed: interval in ms, for the first `looks` polls and after. */
const sealingPoll = { soon: 1_500, late: 10_000, looks: 40 }

/** The documents of a session in the agency's order. They are polled while one is being sealed. */
export const sessionFormsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['session-forms', sessionId],
    queryFn: async () => {
      const { success, data } = await api
        .get(`sessionforms/session/${encodeURIComponent(sessionId)}`)
        .json<SessionFormList>()
      if (!success) throw new Error('The list of documents is missing.')
      return [...data].sort((a, b) => a.order_index - b.order_index)
    },
    refetchInterval: ({ state }: Query<SessionForm[]>) => {
      if (!state.data?.some(isBeingSealed)) return false
      return state.dataUpdateCount < sealingPoll.looks ? sealingPoll.soon : sealingPoll.late
    },
  })

export function useSessionForms() {
  return useQuery(sessionFormsQuery(useOpenSession().id))
}

/** Whether the agency set the status: the client neither signed nor read the document here. */
export function isMarkedDone(form: Pick<SessionForm, 'status' | 'status_set_at'>): boolean {
  return isDone(form) && form.status_set_at !== null
}

/** Whether the client has signed it and the sealed copy is not ready yet. */
export function isBeingSealed({ status, status_set_at }: Pick<SessionForm, 'status' | 'status_set_at'>): boolean {
  return status === 'signed' && status_set_at === null
}

/** Whether it is signed by redirect signing, on the site of the e-signature provider. */
export function isRedirectSigned({ signing }: Pick<SessionForm, 'signing'>): boolean {
  return signing === 'redirect'
}

/** Whether every document is completed and at least one was sealed: all can be downloaded at once. */
export const isPacketReady = (forms: readonly SessionForm[]): boolean =>
  forms.every(({ status }) => status === 'completed') && forms.some(({ sealed_sha256 }) => sealed_sha256 !== null)

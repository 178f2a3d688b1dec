import type { SessionForm, SessionFormList } from '@agency/contract/session-forms'
import { type Query, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { useOpenSession } from './session-store.ts'

/** Milliseconds between two looks at a document that is being sealed, and after a minute of that. */
const sealingPoll = { soon: 1_500, late: 10_000, looks: 40 }

/** The documents of a session, in the order that the agency gave them. While one is being sealed they are asked for again. */
export const sessionFormsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['session-forms', sessionId],
    queryFn: async () => {
      const { success, data } = await api
        .get(`sessionforms/session/${encodeURIComponent(sessionId)}`)
        .json<SessionFormList>()
      if (!success) throw new Error('The list of documents was not given')
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

/** Signed counts as done: what follows is the agency's work alone. */
export function isDone({ status }: Pick<SessionForm, 'status'>): boolean {
  return status === 'completed' || status === 'signed'
}

/** Whether the agency alone set its status: the client neither signed nor read it here. */
export function isMarkedDone(form: Pick<SessionForm, 'status' | 'status_set_at'>): boolean {
  return isDone(form) && form.status_set_at !== null
}

/** Whether the client has signed it, and the signed copy is not there yet. */
export function isBeingSealed({ status, status_set_at }: Pick<SessionForm, 'status' | 'status_set_at'>): boolean {
  return status === 'signed' && status_set_at === null
}

/** Whether the client can still do something about it. */
export function isOpen({ status }: Pick<SessionForm, 'status'>): boolean {
  return status === 'pending' || status === 'sent' || status === 'viewed'
}

/** Whether it is signed on the e-signature provider's own page: its template is of an account there. */
export function isRedirectSigned({ type, source_template_id }: SessionForm): boolean {
  return type === 'DocuSign' && source_template_id?.startsWith('docusign:') === true
}

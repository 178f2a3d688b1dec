import { queryOptions } from '@tanstack/react-query'
import type { GlobalForm } from 'contract/global-forms'
import { type CreateSessionForm, SessionForm, SessionFormList, type SessionFormStatus } from 'contract/session-forms'
import { parseAnswer, UnexpectedAnswerError } from '../../shared/answer'
import { api } from '../../shared/api'

/** How often documents that are not done are asked for news, in milliseconds. */
const pollInterval = 4_000

const ended: ReadonlySet<SessionFormStatus> = new Set(['completed', 'declined', 'voided', 'expired'])

/** The documents of a session; asked for again while the client may still be at work on one. */
export const sessionFormsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['session-forms', sessionId],
    queryFn: async ({ signal }): Promise<SessionForm[]> => {
      const answer = parseAnswer(
        SessionFormList,
        await api().get(`sessionforms/session/${sessionId}`, { signal }).json(),
      )
      if (!answer.success) throw new UnexpectedAnswerError('The documents were not given.')
      return answer.data
    },
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => !ended.has(status)) ? pollInterval : false),
  })

/** Attaches a form of the library to a session, at a place in the order. */
export async function attachForm(sessionId: string, form: GlobalForm, orderIndex: number): Promise<SessionForm> {
  const body: CreateSessionForm = {
    session_id: sessionId,
    form_id: form.id,
    title: form.title,
    type: form.type,
    folder: form.folder,
    notes: form.notes,
    source: form.source,
    status: 'pending',
    order_index: orderIndex,
    source_template_id: form.docusign_template_id,
  }
  return parseAnswer(SessionForm, await api().post('sessionforms', { json: body }).json())
}

/** Removes a document from its session. */
export async function removeForm(id: string): Promise<void> {
  await api().delete(`sessionforms/${id}`)
}

/** Where a document's file is: the sealed one once it is completed, else the original. */
export const formFilePath = (id: string): string => `sessionforms/${id}/file`

import type { ErrorBody } from '@agency/contract/errors'
import { type SendSession, SessionMessages } from '@agency/contract/messages'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../../shared/answer'
import { api } from '../../../shared/api'

/** Polling interval while a message is on its way, in milliseconds. */
const pollInterval = 4_000
const onItsWay = new Set(['queued', 'sending', 'failed'])

const pathOf = (sessionCode: string) => `session/${encodeURIComponent(sessionCode)}/messages`

/** The messages of a session, and by which channels it can be sent. Polled while one is on its way. */
export const sessionMessagesQuery = (sessionCode: string) =>
  queryOptions({
    queryKey: ['session-messages', sessionCode],
    queryFn: async ({ signal }) =>
      parseAnswer(SessionMessages, await api().get(pathOf(sessionCode), { signal }).json()),
    refetchInterval: ({ state }) =>
      state.data?.messages.some((message) => onItsWay.has(message.state)) ? pollInterval : false,
  })

/** Whether a refusal of sending says what staff can do: another channel, or to wait. */
export const isForStaff = (body: ErrorBody | null | undefined): body is ErrorBody =>
  body?.code === 'WRONG_STATE' || body?.code === 'TOO_MANY_ATTEMPTS'

/** Sends a session to its client. @throws HTTPError with a text for staff: `isForStaff` */
export async function sendSession(sessionCode: string, body: SendSession): Promise<SessionMessages> {
  return parseAnswer(SessionMessages, await api().post(pathOf(sessionCode), { json: body }).json())
}

/** Sends what waits for a release. @throws HTTPError with a text for staff: `isForStaff` */
export async function releaseSend(sessionCode: string): Promise<SessionMessages> {
  return parseAnswer(
    SessionMessages,
    await api()
      .post(`${pathOf(sessionCode)}/release`)
      .json(),
  )
}

/** Sends a message again that was given up. @throws HTTPError with a text for staff: `isForStaff` */
export async function retryMessage(sessionCode: string, id: string): Promise<SessionMessages> {
  return parseAnswer(
    SessionMessages,
    await api()
      .post(`${pathOf(sessionCode)}/${id}/retry`)
      .json(),
  )
}

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

/** Sends a session to its client. @throws HTTPError WRONG_STATE with a text for staff */
export async function sendSession(sessionCode: string, body: SendSession): Promise<SessionMessages> {
  return parseAnswer(SessionMessages, await api().post(pathOf(sessionCode), { json: body }).json())
}

/** Sends what waits for a release. @throws HTTPError WRONG_STATE with a text for staff */
export async function releaseSend(sessionCode: string): Promise<SessionMessages> {
  return parseAnswer(
    SessionMessages,
    await api()
      .post(`${pathOf(sessionCode)}/release`)
      .json(),
  )
}

/** Sends a message again that was given up. @throws HTTPError WRONG_STATE with a text for staff */
export async function retryMessage(sessionCode: string, id: string): Promise<SessionMessages> {
  return parseAnswer(
    SessionMessages,
    await api()
      .post(`${pathOf(sessionCode)}/${id}/retry`)
      .json(),
  )
}

import type { ErrorBody } from '@agency/contract/errors'
import { sessionMessageApi } from '@agency/contract/messages'
import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '../../../shared/call'

/** Polling interval while a message is on its way, in milliseconds. */
const pollInterval = 4_000
const onItsWay = new Set(['queued', 'sending', 'failed'])

export const sessionMessagesQuery = (sessionCode: string) =>
  queryOptions({
    ...callQuery(['session-messages', sessionCode], sessionMessageApi.list, { params: { code: sessionCode } }),
    refetchInterval: ({ state }) =>
      state.data?.messages.some((message) => onItsWay.has(message.state)) ? pollInterval : false,
  })

/** Whether a refusal of sending says what staff can do: another channel, or to wait. */
export const isForStaff = (body: ErrorBody | null | undefined): body is ErrorBody =>
  body?.code === 'WRONG_STATE' || body?.code === 'TOO_MANY_ATTEMPTS'

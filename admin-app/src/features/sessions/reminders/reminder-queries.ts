import {
  type SessionReminders,
  sessionReminderApi,
  type UpdateSessionReminders,
} from '@agency/contract/session-reminders'
import type { Session } from '@agency/contract/sessions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/call'
import { sessionsKey } from '../session-queries'

/** Prefix of the query key of a session's schedule. */
export const remindersKey = (sessionCode: string) => [...sessionsKey, 'reminders', sessionCode] as const

/** The reminder schedule of a session. It is read again after the session is sent, and when its status or expiry changes. */
export const remindersQuery = ({ session_code, session_state, sent_at, expires_at }: Session) =>
  queryOptions({
    queryKey: [...remindersKey(session_code), session_state, sent_at, expires_at],
    // The schedule of the same session stays on the screen until the new one is there.
    placeholderData: (shown: SessionReminders | undefined, query) =>
      query?.queryKey[2] === session_code ? shown : undefined,
    queryFn: ({ signal }) => call(sessionReminderApi.read, { params: { code: session_code }, signal }),
  })

/** Changes a schedule. @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export const updateReminders = (
  code: string,
  { version }: SessionReminders,
  body: UpdateSessionReminders,
): Promise<SessionReminders> => call(sessionReminderApi.update, { params: { code }, version, body })

import type { ClientProjection } from '@agency/contract/clients'
import type { Session, SessionAuthAnswer } from '@agency/contract/sessions'
import { api, problemOf } from '../../shared/api.ts'
import { addressedLanguage, languageOfRecord } from '../../shared/language.ts'
import type { Problem } from '../../shared/problem.ts'
import type { StoredSession } from '../../shared/session-store.ts'

type Opened = { readonly session: StoredSession; readonly problem?: undefined } | { readonly problem: Problem }

/** The server also sets a cookie. @returns the session, or why it was not opened */
export async function logInToPortal(code: string, passcode: string): Promise<Opened> {
  try {
    const { session, language = addressedLanguage() } = await api
      .post(`api/session/${encodeURIComponent(code)}/auth`, { json: { passcode } })
      .json<SessionAuthAnswer>()
    return { session: language ? { ...session, language } : session }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/** The session of this code, with the language of its client or of the link, if this browser has its cookie. */
export async function findSession(code: string): Promise<StoredSession | undefined> {
  try {
    const { id, client_id, session_code } = await api.get(`session/${encodeURIComponent(code)}/details`).json<Session>()
    const language = await languageOf(client_id)
    return { id, client_id, session_code, ...(language ? { language } : {}) }
  } catch {
    return undefined
  }
}

/** Without an answer, the list starts in the language of the page. */
const languageOf = (clientId: string) =>
  api
    .get(`clients/${encodeURIComponent(clientId)}`)
    .json<ClientProjection>()
    .then(({ pref_lang }) => languageOfRecord(pref_lang) ?? addressedLanguage(), addressedLanguage)

import { LinkHolder } from '@agency/contract/staff-access'
import { isUnanswered } from '@agency/http-client/call-error'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'
import { readRefusal } from '../../shared/api-error'

/** The links in e-mails with which somebody chooses a password. */
export type LinkKind = 'invitations' | 'password-resets'

const finishing = { invitations: 'accept', 'password-resets': 'finish' } as const

/** Sends a link for a forgotten password. The answer is the same if nobody has this login. */
export async function requestReset(login: string): Promise<void> {
  await api().post('admin/password-resets', { json: { login } })
}

/** Whose link it is. @throws HTTPError GONE */
export async function openLink(kind: LinkKind, token: string): Promise<LinkHolder> {
  return parseAnswer(LinkHolder, await api().post(`admin/${kind}/open`, { json: { token } }).json())
}

/** Sets the password that somebody chose. @throws HTTPError INVALID_INPUT, GONE or WRONG_STATE */
export async function choosePassword(kind: LinkKind, token: string, password: string): Promise<void> {
  await api().post(`admin/${kind}/${finishing[kind]}`, { json: { token, password } })
}

/** The message of a failed call. */
export function explainFailure(error: unknown): string {
  const body = readRefusal(error)?.body
  if (body) return body.details?.[0]?.message ?? body.message
  return isUnanswered(error) ? 'The server gave no answer. Please try again.' : 'This failed. Please try again.'
}

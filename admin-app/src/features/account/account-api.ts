import { Account, type AccountSetup } from '@agency/contract/admins'
import { DigestChoice } from '@agency/contract/digests'
import { isUnanswered } from '@agency/http-client/call-error'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'
import { readRefusal } from '../../shared/api-error'
import { fieldErrors } from '../../shared/controls/field-errors'

/** Whether the logged-in person gets a summary each morning. */
export const digestQuery = queryOptions({
  queryKey: ['admins', 'me', 'digest'],
  queryFn: async ({ signal }) => parseAnswer(DigestChoice, await api().get('admin/me/digest', { signal }).json()),
})

/** Asks for the summary, or ends it. */
export async function chooseDigest(digest: boolean): Promise<DigestChoice> {
  return parseAnswer(DigestChoice, await api().put('admin/me/digest', { json: { digest } }).json())
}

/** The record of the logged-in staff member. */
export const accountQuery = queryOptions({
  queryKey: ['admins', 'me'],
  queryFn: async ({ signal }) => parseAnswer(Account, await api().get('admin/me', { signal }).json()),
})

/**
 * Sets the logged-in person's password, and ends their other logins.
 * @throws HTTPError INVALID_INPUT naming the wrong field
 */
export async function changePassword(id: string, current_password: string, password: string): Promise<void> {
  await api().put(`admin/${id}/password`, { json: { current_password, password } })
}

/** Sets up the account of the first admin. @throws HTTPError WRONG_STATE when it is set up already */
export async function setUpAccount(body: AccountSetup): Promise<Account> {
  return parseAnswer(Account, await api().post('admin/me/setup', { json: body }).json())
}

/** The errors of a failed save: those of the named fields, or else a message for above the form. */
export function explainFailure<Name extends string>(error: unknown, names: readonly Name[]) {
  const fields = fieldErrors(error, names)
  if (fields.length > 0) return { fields, message: null }
  if (isUnanswered(error)) return { fields, message: 'The server gave no answer. Please try again.' }
  return { fields, message: readRefusal(error)?.body?.message ?? 'This could not be saved. Please try again.' }
}

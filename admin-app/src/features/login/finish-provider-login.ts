import { loginApi } from '@agency/contract/admins'
import { call } from '../../shared/call'
import { providerFailure, takeReturnPage } from '../../shared/start-provider-login'
import { acceptLogin } from './log-in'

/** How a login at a provider has ended. */
export type ProviderReturn =
  | { readonly kind: 'logged-in'; readonly to: string }
  | { readonly kind: 'connected'; readonly label: string }
  | { readonly kind: 'refused'; readonly message: string }

/** Ends a login at a provider, and stores it. @param search the query that the provider has sent the browser back with */
export async function finishProviderLogin(search: string): Promise<ProviderReturn> {
  const to = takeReturnPage() ?? '/'
  try {
    const body = { query: search.replace(/^\?/, '') }
    const answer = await call(loginApi.finishProvider, { body, credentials: 'include' })
    if (answer.connected !== undefined) return { kind: 'connected', label: answer.connected }
    const { message } = acceptLogin(answer)
    return message === undefined ? { kind: 'logged-in', to } : { kind: 'refused', message }
  } catch (error) {
    return { kind: 'refused', message: providerFailure(error) }
  }
}

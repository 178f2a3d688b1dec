import { loginApi } from '@agency/contract/admins'
import { readRefusal } from './api-error'
import { readStored, writeStored } from './browser-storage'
import { call } from './call'

/** Where the page to return to is kept while the browser is at the provider. */
const returnKey = 'loginReturn'

/**
 * Credentials are included for the device cookie.
 * @param from the page to return to
 * @param confirmation to connect it
 * @returns the message of a refusal; undefined if the browser is on its way
 */
export async function startProviderLogin(
  provider: string,
  { from, confirmation }: { from?: string | undefined; confirmation?: string } = {},
): Promise<string | undefined> {
  try {
    const body = confirmation === undefined ? {} : { confirmation }
    const { url } = await call(loginApi.startProvider, { params: { provider }, body, credentials: 'include' })
    writeStored('session', returnKey, from ?? null)
    window.location.assign(url)
    return undefined
  } catch (error) {
    return providerFailure(error)
  }
}

/** The page to return to, once. */
export function takeReturnPage(): string | null {
  const page = readStored('session', returnKey)
  writeStored('session', returnKey, null)
  return page
}

/** The message of a failed call: the server's, which says what to do. */
export const providerFailure = (error: unknown): string =>
  readRefusal(error)?.body?.message ?? 'The server gave no answer. Please try again.'

import { normalizeSessionCode } from '@agency/contract/session-code'

/** Base path of the portal. It ends in a slash, so that the code screen is `/session/`. */
export const basePath = '/session/'

export const routes = {
  code: '/',
  verify: '/verify',
  passcode: '/:code',
  dashboard: '/:code/dashboard',
  form: '/:code/form/:formId',
} as const

export const paths = {
  code: () => '/',
  verify: () => '/verify',
  passcode: (code: string) => `/${encodeURIComponent(code)}`,
  dashboard: (code: string) => `/${encodeURIComponent(code)}/dashboard`,
  form: (code: string, formId: string) => `/${encodeURIComponent(code)}/form/${encodeURIComponent(formId)}`,
}

/** Rewrites an address that people typed or shortened to the one that the router knows, before the first render. */
export function tidyAddress(): void {
  const { pathname, search } = window.location
  const tidy = tidyPath(pathname)
  if (tidy !== pathname) window.history.replaceState(null, '', tidy + search)
}

function tidyPath(pathname: string): string {
  if (pathname === '/session') return basePath
  const [, given] = /^\/session\/([^/]+)\/?$/.exec(pathname) ?? []
  if (given === undefined || given === 'verify') return pathname
  try {
    return `${basePath}${encodeURIComponent(normalizeSessionCode(decodeURIComponent(given)))}`
  } catch {
    return pathname
  }
}

import { passcode } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import { both, client, type DescribedCalls, type Exceptions, nobodys, staff } from './described-call.ts'

const { password } = credentials
const linkToken = 'A'.repeat(43)
/** Whoever has the link of an e-mail may use it; this one is no link. */
const byLink: Exceptions = { nobody: 410, done: 410 }
const everyone: Exceptions = { nobody: 200, badToken: 200, endedToken: 200, wrongSession: 200, deadCookie: 200 }

/** Health checks, logins, and what needs no login: links, documents to verify, messages of providers. */
export const openCalls: DescribedCalls = {
  isAlive: { who: staff, path: () => '/healthz', exceptions: everyone },
  isReady: { who: staff, path: () => '/readyz', exceptions: everyone },
  // Asked for outside the portal's base path, where the cookie is not read.
  getApiDescription: { who: staff, path: () => '/docs/json', exceptions: { wrongSession: 401 } },
  logIn: {
    who: staff,
    path: () => '/admin/login',
    body: () => ({ username: 'admin', password }),
    exceptions: { nobody: 200, badToken: 200, endedToken: 200 },
  },
  // Whoever answers a challenge may; this one was never asked.
  completeLogin: {
    who: [],
    path: () => '/admin/login/complete',
    body: () => ({ challenge: nobodys, code: '123456' }),
    exceptions: { nobody: 410, badToken: 410, endedToken: 410, staff: 410 },
  },
  startPasskeyLogin: {
    who: staff,
    path: () => '/admin/login/passkey',
    exceptions: { nobody: 200, badToken: 200, endedToken: 200 },
  },
  getLoginOptions: { who: staff, path: () => '/admin/login-options', exceptions: { nobody: 200 } },
  openInvitation: {
    who: staff,
    path: () => '/admin/invitations/open',
    body: () => ({ token: linkToken }),
    exceptions: byLink,
  },
  acceptInvitation: {
    who: staff,
    path: () => '/admin/invitations/accept',
    body: () => ({ token: linkToken, password }),
    exceptions: byLink,
  },
  requestPasswordReset: {
    who: staff,
    path: () => '/admin/password-resets',
    body: () => ({ login: 'someone' }),
    exceptions: { nobody: 204 },
  },
  openPasswordReset: {
    who: staff,
    path: () => '/admin/password-resets/open',
    body: () => ({ token: linkToken }),
    exceptions: byLink,
  },
  finishPasswordReset: {
    who: staff,
    path: () => '/admin/password-resets/finish',
    body: () => ({ token: linkToken, password }),
    exceptions: byLink,
  },
  // This product has no provider.
  startOidcLogin: {
    who: staff,
    path: () => '/admin/oidc/acme/start',
    body: () => ({}),
    exceptions: { nobody: 404, done: 404 },
  },
  // Whoever has begun the login may end it; nobody has. A token does not matter.
  finishOidcLogin: {
    who: staff,
    path: () => '/admin/oidc/finish',
    body: () => ({ query: 'code=a&state=b' }),
    exceptions: { nobody: 403, badToken: 403, endedToken: 403, done: 403 },
  },
  openSession: {
    who: client,
    path: ({ session }) => `/api/session/${session.session_code}/auth`,
    body: () => ({ passcode }),
    // Whoever knows the passcode may, whatever else they hold.
    exceptions: { nobody: 200, wrongSession: 200, deadCookie: 200 },
  },
  verifyDocument: {
    who: both,
    path: () => `/verify/${'0'.repeat(64)}`,
    exceptions: { nobody: 200, wrongSession: 200 },
  },
  // The signature in the address says who may; this address has none.
  downloadDocument: {
    who: [],
    path: ({ document }) => `/documents/${document.id}/file`,
    exceptions: { nobody: 404, staff: 404 },
  },
  // The signature of the message says who may; this message has none.
  receiveProviderMessage: {
    who: [],
    path: () => '/docusign/webhook',
    body: () => ({ event: 'envelope-completed' }),
    exceptions: { nobody: 403, wrongSession: 403, deadCookie: 403 },
  },
  receiveTextStatus: {
    who: [],
    path: () => '/text-messages/webhook',
    body: () => ({ MessageSid: 'SM1', MessageStatus: 'failed' }),
    exceptions: { nobody: 403, wrongSession: 403, deadCookie: 403 },
  },
}

import { passcode } from '@agency/test-kit/api/staff-api'
import { both, client, type DescribedCalls, staff } from './described-call.ts'

const month = 30 * 86_400_000

/** Sessions, with their packets and copies. */
export const sessionCalls: DescribedCalls = {
  listSessions: { who: staff, path: (side) => `/clients/${side.client}/sessions` },
  listAllSessions: { who: staff, path: () => '/sessions' },
  countSessions: { who: staff, path: () => '/sessions/counts' },
  startSession: {
    who: staff,
    path: () => '/session',
    body: (side) => ({ client_id: side.client, session_type: 'custom', passcode }),
  },
  getSession: { who: both, path: ({ session }) => `/session/${session.session_code}/details` },
  revealPasscode: { who: staff, path: ({ session }) => `/session/${session.session_code}/passcode/reveal` },
  downloadPacket: { who: both, path: ({ session }) => `/session/${session.session_code}/packet` },
  getCopyEmail: { who: client, path: ({ session }) => `/session/${session.session_code}/copy-email` },
  // This deployment sends no e-mails.
  requestCopyEmail: {
    who: client,
    path: ({ session }) => `/session/${session.session_code}/copy-email`,
    exceptions: { done: 409 },
  },
  updateSession: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}`,
    body: () => ({ expires_at: new Date(Date.now() + month).toISOString() }),
  },
}

import { client, type DescribedCalls, staff } from './described-call.ts'

/** What ends the rest: archiving, deleting and logging out. */
export const closingCalls: DescribedCalls = {
  archiveSession: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}/archived`,
    body: () => ({ archived: false }),
  },
  // Both hold a signature by now.
  deleteSession: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}`,
    body: ({ session }) => ({ confirmation: session.session_code }),
    exceptions: { done: 409 },
  },
  deleteClient: {
    who: staff,
    path: (side) => `/clients/${side.client}`,
    body: () => ({ confirmation: 'delete' }),
    exceptions: { done: 409 },
  },
  deleteDocument: { who: staff, path: (side) => `/documents/${side.document.id}` },
  // Logging out is harmless, however often and whoever asks.
  closeSession: {
    who: client,
    path: ({ session }) => `/api/session/${session.session_code}/logout`,
    exceptions: { nobody: 204, wrongSession: 204, deadCookie: 204 },
  },
  logOut: { who: staff, path: () => '/admin/logout', exceptions: { nobody: 204, endedToken: 204 } },
}

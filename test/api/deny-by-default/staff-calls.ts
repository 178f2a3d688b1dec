import { credentials } from '@agency/test-kit/product/product-address'
import { type DescribedCalls, nobodys, staff } from './described-call.ts'

const { password } = credentials
const newAdmin = { email: 'new@example.com', role: 'standard', first_name: 'New', last_name: 'Admin', password }
const noPasskey = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
}
/** A change of second factors, which nobody has confirmed: who may is told so. */
const confirmed = { who: staff, body: () => ({}), exceptions: { done: 403 } } as const

/** Teams, the audit trail, health, and accounts of staff. */
export const staffCalls: DescribedCalls = {
  listTeams: { who: staff, path: () => '/teams' },
  createTeam: { who: staff, path: () => '/teams', body: () => ({ name: 'Intruders', members: [] }) },
  updateTeam: { who: staff, path: (_side, { team }) => `/teams/${team.id}`, body: () => ({ name: 'Intruded' }) },
  getTeamHoldings: { who: staff, path: (_side, { team }) => `/teams/${team.id}/holdings` },
  deleteTeam: { who: staff, path: (_side, { team }) => `/teams/${team.id}` },
  listAuditEvents: { who: staff, path: () => '/audit' },
  verifyAuditTrail: { who: staff, path: () => '/audit/verification' },
  getHealthReport: { who: staff, path: () => '/health-report' },
  listDeclinedDocuments: { who: staff, path: () => '/declined-documents' },
  listFileFindings: { who: staff, path: () => '/file-findings' },
  exportAuditTrail: { who: staff, path: () => '/audit/export' },
  listAdmins: { who: staff, path: () => '/admin/list' },
  getAccount: { who: staff, path: () => '/admin/me' },
  getAccountSecurity: { who: staff, path: () => '/admin/me/security' },
  listLogins: { who: staff, path: () => '/admin/me/logins' },
  endLogin: { who: staff, path: () => `/admin/me/logins/${nobodys}`, exceptions: { done: 404 } },
  endOtherLogins: { who: staff, path: () => '/admin/me/logins/end-others' },
  postponeSecondFactor: { who: staff, path: () => '/admin/me/second-factor/postpone' },
  confirmAccount: {
    who: staff,
    path: () => '/admin/me/confirmations',
    body: () => ({ password }),
  },
  askForOwnPasskey: { who: staff, path: () => '/admin/me/confirmations/passkey' },
  startAuthenticator: { ...confirmed, path: () => '/admin/me/authenticator' },
  finishAuthenticator: {
    who: staff,
    path: () => '/admin/me/authenticator/confirm',
    body: () => ({ code: '123456' }),
    exceptions: { done: 409 },
  },
  removeAuthenticator: { ...confirmed, path: () => '/admin/me/authenticator/remove' },
  startPasskey: { ...confirmed, path: () => '/admin/me/passkeys/options' },
  addPasskey: {
    who: staff,
    path: () => '/admin/me/passkeys',
    body: () => ({ challenge: nobodys, name: 'Mine', passkey: noPasskey }),
    exceptions: { done: 410 },
  },
  renamePasskey: { ...confirmed, path: () => `/admin/me/passkeys/${nobodys}`, body: () => ({ name: 'Mine' }) },
  removePasskey: { ...confirmed, path: () => `/admin/me/passkeys/${nobodys}/remove` },
  renewRecoveryCodes: { ...confirmed, path: () => '/admin/me/recovery-codes' },
  removeSecondFactors: {
    who: staff,
    path: (_side, { colleague }) => `/admin/${colleague.id}/second-factors/remove`,
  },
  disconnectProvider: {
    who: staff,
    path: () => '/admin/me/providers/acme/disconnect',
    body: () => ({}),
    exceptions: { done: 404 },
  },
  listProviders: { who: staff, path: () => '/admin/me/providers' },
  getDigest: { who: staff, path: () => '/admin/me/digest' },
  setDigest: { who: staff, path: () => '/admin/me/digest', body: () => ({ digest: true }) },
  reportActivity: { who: staff, path: () => '/admin/activity' },
  // Its account is set up.
  setUpAccount: {
    who: staff,
    path: () => '/admin/me/setup',
    body: () => ({ email: 'owner@example.com', first_name: 'Olga', last_name: 'Prado', password: 'taken over by me' }),
    exceptions: { done: 409 },
  },
  getAdminHoldings: { who: staff, path: (_side, { colleague }) => `/admin/${colleague.id}/holdings` },
  handOverAllClients: {
    who: staff,
    path: (_side, { colleague }) => `/admin/${colleague.id}/clients/hand-over`,
    body: () => ({ owner_id: null }),
  },
  getAdmin: { who: staff, path: (_side, { colleague }) => `/admin/${colleague.id}` },
  createAdmin: { who: staff, path: () => '/admin/create', body: () => ({ ...newAdmin, username: 'intruder' }) },
  listInvitations: { who: staff, path: () => '/admin/invitations' },
  inviteAdmin: {
    who: staff,
    path: () => '/admin/invitations',
    body: () => {
      const { password: _none, ...profile } = newAdmin
      return { ...profile, email: 'invited@example.com', username: 'invited' }
    },
  },
  resendInvitation: { who: staff, path: (_side, { invitation }) => `/admin/invitations/${invitation.id}/resend` },
  revokeInvitation: { who: staff, path: (_side, { invitation }) => `/admin/invitations/${invitation.id}` },
  updateAdmin: {
    who: staff,
    path: (_side, { colleague }) => `/admin/${colleague.id}/update`,
    body: () => ({ role: 'power' }),
  },
  setAdminPassword: {
    who: staff,
    path: (_side, { colleague }) => `/admin/${colleague.id}/password`,
    body: () => ({ password: 'taken over by me' }),
  },
  deleteAdmin: { who: staff, path: (_side, { colleague }) => `/admin/${colleague.id}` },
}

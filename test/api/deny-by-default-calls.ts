import { pdfBlob } from '@agency/pdf-signing/test/sample-pdfs'
import { signature } from '@agency/test-kit/api/portal-api'
import { passcode } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import type { Agency, Side } from './deny-by-default-agency.ts'

const { password } = credentials

/** Answers of a call that is not simply closed to a kind of caller; the rest follows the rule. */
interface Exceptions {
  nobody?: number
  badToken?: number
  endedToken?: number
  wrongSession?: number
  deadCookie?: number
  staff?: number
  /** For those who may, where the state of the record does not let them. */
  done?: number
}

/** One operation, as a caller would call it about one client's things. */
export interface DescribedCall {
  /** Who may. Nobody else gets in. */
  who: readonly ('admin' | 'session')[]
  path: (side: Side, agency: Agency) => string
  body?: (side: Side, agency: Agency) => unknown
  form?: () => FormData
  exceptions?: Exceptions
}

const staff = ['admin'] as const
const client = ['session'] as const
const both = ['admin', 'session'] as const
const everyone: Exceptions = { nobody: 200, badToken: 200, endedToken: 200, wrongSession: 200, deadCookie: 200 }

const upload = (part: string, fields: Record<string, string>) => () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(part, pdfBlob(), 'mine.pdf')
  return form
}

/** Whoever has the link of an e-mail may use it; this one is no link. */
const byLink: Exceptions = { nobody: 410, done: 410 }
const linkToken = 'A'.repeat(43)
const newAdmin = { email: 'new@example.com', role: 'standard', first_name: 'New', last_name: 'Admin', password }
/** The one that the owner sets when the account is set up. */
export const ownerPassword = 'the password of its owner'

/** The id of nothing. */
const nobodys = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'
const noPasskey = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
}
/** A change of second factors, which nobody has confirmed: who may is told so. */
const confirmed = { who: staff, body: () => ({}), exceptions: { done: 403 } } as const

const template = '/message-templates/reminder/en'
const templateTexts = { subject: 'Intruded', body: 'Intruded {link}', text: 'Intruded {link}' }

const month = 30 * 86_400_000

/**
 * Who may do what, by the operation's id: what has a caller of its own stands here, in the order in which all of them
 * can be done. Written by hand from the design, and never from the routes.
 */
export const calls: Record<string, DescribedCall> = {
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
  // Only a demonstration has messages to show.
  listWrittenMessages: { who: [], path: () => '/outbox', exceptions: { staff: 404 } },
  listSessionMessages: { who: staff, path: ({ session }) => `/session/${session.session_code}/messages` },
  sendSession: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}/messages`,
    body: () => ({ link: 'none', passcode: 'none' }),
  },
  // There is no message with this id.
  retrySessionMessage: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}/messages/${crypto.randomUUID()}/retry`,
    exceptions: { done: 404 },
  },
  getSessionReminders: { who: staff, path: ({ session }) => `/session/${session.session_code}/reminders` },
  updateSessionReminders: {
    who: staff,
    path: ({ session }) => `/session/${session.session_code}/reminders`,
    body: () => ({ paused: true }),
  },
  changeCodeDestinations: { who: staff, path: ({ session }) => `/session/${session.session_code}/code-destinations` },
  getSigningCode: { who: client, path: ({ session }) => `/session/${session.session_code}/signing-code` },
  // This session needs none.
  requestSigningCode: {
    who: client,
    path: ({ session }) => `/session/${session.session_code}/signing-code`,
    body: () => ({ channel: 'email' }),
    exceptions: { done: 409 },
  },
  confirmSigningCode: {
    who: client,
    path: ({ session }) => `/session/${session.session_code}/signing-code/confirm`,
    body: () => ({ code: '123456' }),
    exceptions: { done: 409 },
  },
  listMessageTemplates: { who: staff, path: () => '/message-templates' },
  getMessageTemplate: { who: staff, path: () => template },
  changeMessageTemplate: { who: staff, path: () => template, body: () => templateTexts },
  previewMessageTemplate: { who: staff, path: () => `${template}/preview`, body: () => templateTexts },
  // Its account has no e-mail address yet.
  sendTestMessage: { who: staff, path: () => `${template}/test`, exceptions: { done: 409 } },
  resetMessageTemplate: { who: staff, path: () => template },

  getCapabilities: { who: both, path: () => '/capabilities', exceptions: { wrongSession: 200 } },
  listClients: { who: staff, path: () => '/clients' },
  findDuplicateClients: { who: staff, path: () => '/clients/duplicates?email=ana@example.com' },
  listClientListViews: { who: staff, path: () => '/client-list-views' },
  saveClientListView: {
    who: staff,
    path: () => '/client-list-views',
    body: () => ({
      name: 'Intruded',
      shared: true,
      view: { status: null, follow_up: null, proposing: false, sort: 'dob', order: 'asc', columns: null },
    }),
  },
  deleteClientListView: { who: staff, path: (_side, { view }) => `/client-list-views/${view.id}` },
  countClients: { who: staff, path: () => '/clients/counts' },
  countDashboardFigures: { who: staff, path: () => '/clients/today?date=2026-01-31' },
  listRecordReadAlerts: { who: staff, path: () => '/record-reads/alerts' },
  listRevealAlerts: { who: staff, path: () => '/reveal-alerts' },
  acknowledgeRevealAlert: {
    who: staff,
    path: () => `/reveal-alerts/${nobodys}/acknowledge`,
    exceptions: { done: 404 },
  },
  createClient: { who: staff, path: () => '/clients', body: () => ({ client_last_name: 'Intruder' }) },
  getClient: { who: both, path: (side) => `/clients/${side.client}` },
  updateClient: { who: staff, path: (side) => `/clients/${side.client}`, body: () => ({ occupation: 'Intruder' }) },
  setClientOwner: { who: staff, path: (side) => `/clients/${side.client}/owner`, body: () => ({ owner_id: null }) },
  handOverClients: {
    who: staff,
    path: () => '/clients/hand-over',
    body: (side) => ({ client_ids: [side.client], owner_id: null }),
  },
  // Restoring what is not archived changes nothing.
  archiveClient: {
    who: staff,
    path: (side) => `/clients/${side.client}/archived`,
    body: () => ({ archived: false }),
  },
  revealClientField: { who: staff, path: (side) => `/clients/${side.client}/opened`, body: () => ({ field: 'ssn' }) },
  revealClientFields: {
    who: staff,
    path: (side) => `/clients/${side.client}/reveals`,
    body: () => ({ fields: ['ssn'] }),
  },
  revealProposal: {
    who: staff,
    path: (side) => `/clients/${side.client}/proposals/${side.proposals.accept}/reveal`,
  },
  listProposals: { who: staff, path: (side) => `/clients/${side.client}/proposals` },
  acceptProposal: { who: staff, path: (side) => `/clients/${side.client}/proposals/${side.proposals.accept}/accept` },
  dismissProposal: {
    who: staff,
    path: (side) => `/clients/${side.client}/proposals/${side.proposals.dismiss}/dismiss`,
  },
  listDocuments: { who: staff, path: (side) => `/clients/${side.client}/documents` },
  uploadDocuments: { who: staff, path: (side) => `/upload/${side.client}`, form: upload('documents', { folder: 'X' }) },
  updateDocument: {
    who: staff,
    path: (side) => `/documents/${side.document.id}`,
    body: () => ({ folder: 'Intruder' }),
  },

  listSessions: { who: staff, path: (side) => `/clients/${side.client}/sessions` },
  listAllSessions: { who: staff, path: () => '/sessions' },
  countSessions: { who: staff, path: () => '/sessions/counts' },
  startSession: {
    who: staff,
    path: () => '/session',
    body: (side) => ({ client_id: side.client, session_type: 'custom', passcode }),
  },
  getSession: { who: both, path: ({ session }) => `/session/${session.session_code}/details` },
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

  listGlobalForms: { who: staff, path: () => '/global-forms' },
  createGlobalForm: { who: staff, path: () => '/global-forms', form: upload('file', { title: 'X', type: 'PDF' }) },
  updateGlobalForm: {
    who: staff,
    path: (_side, { form }) => `/global-forms/${form.id}`,
    body: () => ({ title: 'Intruder' }),
  },
  getGlobalFormFields: { who: staff, path: (_side, { form }) => `/global-forms/${form.id}/fields` },
  updateGlobalFormFields: {
    who: staff,
    path: (_side, { form }) => `/global-forms/${form.id}/fields`,
    body: (_side, { field }) => ({ fields: [{ ...field, label: 'Intruder' }] }),
  },
  downloadGlobalForm: { who: staff, path: (_side, { form }) => `/global-forms/${form.id}/file` },
  getGlobalFormUses: { who: staff, path: (_side, { form }) => `/global-forms/${form.id}/uses` },
  replaceGlobalFormPdf: {
    who: staff,
    path: (_side, { form }) => `/global-forms/${form.id}/file`,
    form: upload('file', {}),
  },
  deleteGlobalForm: { who: staff, path: (_side, { unusedForm }) => `/global-forms/${unusedForm.id}` },
  syncTemplates: { who: staff, path: () => '/docusign/sync-templates' },

  listSessionForms: { who: both, path: ({ session }) => `/sessionforms/session/${session.id}` },
  orderSessionForms: {
    who: staff,
    path: ({ session }) => `/sessionforms/session/${session.id}/order`,
    body: ({ forms }) => ({ ids: Object.values(forms).reverse() }),
  },
  attachForm: {
    who: staff,
    path: () => '/sessionforms',
    body: ({ session }, { form }) => ({ session_id: session.id, form_id: form.id }),
  },
  listTeams: { who: staff, path: () => '/teams' },
  createTeam: { who: staff, path: () => '/teams', body: () => ({ name: 'Intruders', members: [] }) },
  updateTeam: { who: staff, path: (_side, { team }) => `/teams/${team.id}`, body: () => ({ name: 'Intruded' }) },
  getTeamHoldings: { who: staff, path: (_side, { team }) => `/teams/${team.id}/holdings` },
  deleteTeam: { who: staff, path: (_side, { team }) => `/teams/${team.id}` },
  listFormPresets: { who: staff, path: () => '/form-presets' },
  createFormPreset: {
    who: staff,
    path: () => '/form-presets',
    body: (_side, { form }) => ({ name: 'Intruder', session_type: null, form_ids: [form.id] }),
  },
  updateFormPreset: {
    who: staff,
    path: (_side, { preset }) => `/form-presets/${preset.id}`,
    body: () => ({ name: 'Intruder too' }),
  },
  attachPreset: {
    who: staff,
    path: ({ session }, { preset }) => `/sessionforms/session/${session.id}/presets/${preset.id}`,
  },
  deleteFormPreset: { who: staff, path: (_side, { preset }) => `/form-presets/${preset.id}` },
  updateSessionForm: { who: staff, path: ({ forms }) => `/sessionforms/${forms.sign}`, body: () => ({ folder: 'X' }) },
  remindOfSessionForm: { who: staff, path: ({ forms }) => `/sessionforms/${forms.sign}/remind` },
  removeSessionForm: { who: staff, path: ({ forms }) => `/sessionforms/${forms.remove}` },
  downloadSessionForm: { who: both, path: ({ forms }) => `/sessionforms/${forms.sign}/file` },

  createEnvelope: { who: both, path: ({ forms }) => `/docusign/envelopes/${forms.template}` },
  voidSessionForm: {
    who: staff,
    path: ({ forms }) => `/sessionforms/${forms.template}/void`,
    body: () => ({ reason: 'Sent by mistake' }),
  },
  // Nothing has failed there.
  retrySealing: {
    who: staff,
    path: ({ forms }) => `/sessionforms/${forms.sign}/retry-sealing`,
    exceptions: { done: 409 },
  },
  getDisclosure: { who: client, path: ({ session }) => `/session/${session.session_code}/disclosure` },
  giveConsent: {
    who: client,
    path: ({ session }) => `/session/${session.session_code}/consent`,
    body: (_side, { disclosure: { version, sha256, language } }) => ({ version, sha256, language }),
  },
  openForm: { who: client, path: ({ forms }) => `/sessionforms/${forms.sign}/open` },
  getSessionFormFields: { who: client, path: ({ forms }) => `/sessionforms/${forms.sign}/fields` },
  saveSessionFormFields: {
    who: client,
    path: ({ forms }) => `/sessionforms/${forms.sign}/fields`,
    body: (_side, { field }) => ({ values: { [field.id]: 'Intruder' } }),
  },
  reviewForm: { who: client, path: ({ forms }) => `/sessionforms/${forms.sign}/review`, body: () => signature },
  signForm: { who: client, path: ({ forms }) => `/sessionforms/${forms.sign}/sign`, body: () => signature },
  declineForm: {
    who: client,
    path: ({ forms }) => `/sessionforms/${forms.decline}/decline`,
    body: () => ({ reason: 'Not mine' }),
  },
  acknowledgeForm: { who: client, path: ({ forms }) => `/sessionforms/${forms.link}/acknowledge` },

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
  setUpAccount: {
    who: staff,
    path: () => '/admin/me/setup',
    body: () => ({ email: 'owner@example.com', first_name: 'Olga', last_name: 'Prado', password: ownerPassword }),
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

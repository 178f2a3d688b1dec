import { both, type DescribedCalls, nobodys, staff, upload } from './described-call.ts'

/** Lists of clients, records, proposals and uploaded documents. */
export const clientCalls: DescribedCalls = {
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
  getClientTexts: { who: staff, path: (side) => `/clients/${side.client}/texts` },
  // The record has no number.
  changeClientTexts: {
    who: staff,
    path: (side) => `/clients/${side.client}/texts`,
    body: () => ({ field: 'primary_phone', stopped: true }),
    exceptions: { done: 409 },
  },
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
}

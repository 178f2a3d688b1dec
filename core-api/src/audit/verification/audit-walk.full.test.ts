import { ApiDocument } from '@agency/contract/api-description'
import type { PrincipalStatement } from '@agency/contract/principal'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { walkClientTools } from '../../../test/client-walk.ts'
import { type Core, nobody, smallPdf, startCore } from '../../../test/core.ts'
import { field } from '../../../test/form-field-fixtures.ts'
import { seedMade } from '../../../test/identity-fixtures.ts'
import { secondFactorCalls } from '../../../test/second-factor-fixtures.ts'
import { multipart, openAsClient, passcode, signature, uploadFile } from '../../../test/session-fixtures.ts'
import { otherThan, receiveCode } from '../../../test/signing-code-steps.ts'
import { whenSealed } from '../../../test/signing-steps.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { type TrailWalk, walkTrail } from '../../../test/trail-walk.ts'
import { recordWhenNew } from '../../platform/audit-trail/audit-service.ts'

let core: Core
let admin: PrincipalStatement
let trail: TrailWalk
beforeAll(async () => {
  core = await startCore({ DEMO: 'true' })
  admin = await core.admin()
  trail = walkTrail(core, admin)
})
afterAll(() => core.close())

const secret = 'hunter2 900-55-4444'
const reason = 'I was never asked'
/** Their events are in `second-factor/*.test.ts`, where the codes and passkeys are. */
const secondFactorSteps = [
  ...['startPasskeyLogin', 'completeLogin', 'confirmAccount', 'askForOwnPasskey', 'startAuthenticator', 'startPasskey'],
  ...['finishAuthenticator', 'removeAuthenticator', 'addPasskey', 'renamePasskey', 'removePasskey'],
]
/** Calls that change nothing, and open nothing that is anybody's. */
const silent = [
  'listDeclinedDocuments',
  // The list's settings, which hold nothing about a client, and the names that the list shows.
  ...['listClientListViews', 'saveClientListView', 'deleteClientListView', 'findDuplicateClients'],
  ...['listPolicyListViews', 'savePolicyListView', 'deletePolicyListView'],
  ...['listTags', 'listClientTags', 'listDuplicateClients', 'listDuplicatesOfClient', 'listMergesOfClient'],
  ...['countSessions', 'getGlobalFormUses', 'listFormPresets'],
  ...['countClients', 'countDashboardFigures', 'listSessions', 'listAllSessions', 'listSessionForms'],
  ...[
    'getAccount',
    'getHealthReport',
    'listFileFindings',
    'reportActivity',
    'listAdmins',
    'getAdmin',
    'getAdminHoldings',
    ...['listTeams', 'getTeamHoldings'],
    'listGlobalForms',
    'listDocuments',
    // Like the notes of documents: not sensitive, and counted as an opened record.
    ...['listClientNotes', 'getClientNoteHistory', 'listPolicies', 'listClientPolicies'],
    ...['listCarriers', 'listPolicyProposals'],
    'getDisclosure',
    'verifyDocument',
  ],
  // The library's own, and what a client sees of its own.
  ...['getGlobalFormFields', 'getSessionFormFields'],
  ...[
    'listAuditEvents',
    'verifyAuditTrail',
    'getCapabilities',
    'getApiDescription',
    'isAlive',
    'isReady',
    'getVersion',
  ],
  // What everybody sees of the agency, and what power admins see of its settings.
  ...['getAgency', 'getAgencyFile', 'getAgencySettings', 'getMessageChannels'],
  'listRecordReadAlerts',
  'listRevealAlerts',
  // reveal-alerts.full.test.ts reads its event.
  'acknowledgeRevealAlert',
  ...['getAccountSecurity', 'listLogins'],
  ...['getDigest', 'listMessageTemplates', 'getMessageTemplate', 'previewMessageTemplate'],
  // Masked addresses, and no texts; only a demonstration has messages to show.
  ...['listSessionMessages', 'getSessionReminders', 'getConsent', 'getSigningCode', 'listWrittenMessages'],
  // Steps of a login or a change, and what ends them: walked in the tests of second factors.
  ...secondFactorSteps,
  // Webhooks: what they report is recorded as the system's.
  ...['receiveProviderMessage', 'receiveTextStatus'],
  'getCopyEmail',
  // These need the link of an e-mail, or a provider; the tests of their features read their events.
  ...['openInvitation', 'acceptInvitation', 'openPasswordReset', 'finishPasswordReset'],
  ...['startOidcLogin', 'finishOidcLogin', 'disconnectProvider'],
  ...['getLoginOptions', 'listProviders', 'listInvitations'],
  // Refused where e-mails reach people; links-by-hand.test.ts reads their events.
  ...['makeInvitationLink', 'makePasswordLink'],
  // imports.test.ts reads their events; what is listed of an import is masked.
  ...['listImports', 'getImport', 'getStarterSheet', 'listImportRows', 'listMissingClients', 'downloadImportRows'],
  ...['uploadImport', 'planImport', 'checkImport', 'decideImportRows', 'runImport', 'stopImport'],
  ...['revertImport', 'eraseImportFile'],
  // Refused without a mail server; copy-emails.test.ts reads its event.
  'requestCopyEmail',
  // policy-proposals.test.ts reads their events.
  ...['acceptPolicyProposal', 'dismissPolicyProposal'],
  // Nothing is done by a plan; selections.test.ts reads the events of the others, whose work is a job.
  ...['planSelection', 'getSelection', 'listSelectionRows', 'runSelection', 'stopSelection', 'undoSelection'],
  // It needs a confirmation; archive-routes.test.ts reads its events.
  'exportAgency',
  // They need a refused upload; accepted-losses.test.ts reads their events.
  ...['acceptGlobalFormLosses', 'acceptSessionFormLosses'],
  // A form with a picture, the same event as the other settings; and a server of messages, which there is none of here.
  ...['setAgencyLogo', 'testMessageChannel'],
  // The same event as of a document.
  'remindOfSession',
  // Nothing is stored or opened.
  ...['copyPdf', 'previewInvitation'],
]

const walk: TrailWalk['walk'] = (...call) => trail.walk(...call)
const ask: TrailWalk['ask'] = (...call) => trail.ask(...call)
const events = () => trail.events()

async function walkClient() {
  const created = ['client_last_name', 'ssn']
  const client = await walk(
    'createClient',
    () => ask(admin, 'POST', '/clients', { client_last_name: 'Silva', ssn: secret }),
    { action: 'client.created', fields: created },
  )
  const url = `/clients/${client.id}`
  await walk('getClient', () => ask(admin, 'GET', url), { action: 'client.opened', fields: ['ssn'] })
  const exported = () => core.ask(admin, { method: 'GET', url: `/audit/export?client_id=${client.id}` })
  await walk('exportAuditTrail', exported, { action: 'audit.exported' })
  await walk('listClients', () => core.ask(admin, { method: 'GET', url: '/clients' }), { action: 'clients.exported' })
  // The answers of both show values, as those of a read do.
  const shown = { action: 'client.opened', fields: ['ssn', 'mp_pass'] }
  const change = () => ask(admin, 'PUT', url, { mp_pass: secret, ssn: secret })
  await walk('updateClient', change, { action: 'client.changed', fields: ['mp_pass'] }, shown)
  const giveUp = () => ask(admin, 'PUT', `${url}/owner`, { owner_id: null })
  await walk('setClientOwner', giveUp, { action: 'client.changed', fields: ['owner_id'] }, shown)
  const handOver = { client_ids: [client.id], owner_id: client.owner_id }
  await walk('handOverClients', () => ask(admin, 'POST', '/clients/hand-over', handOver), {
    action: 'client.changed',
    fields: ['owner_id'],
  })
  await walk('revealClientField', () => ask(admin, 'POST', `${url}/opened`, { field: 'ssn' }), {
    action: 'client.field-shown',
    fields: ['ssn'],
  })
  await walk('revealClientFields', () => ask(admin, 'POST', `${url}/reveals`, { fields: ['ssn'] }), {
    action: 'client.field-shown',
    fields: ['ssn'],
  })
  const unmasked = await core.ask(admin, { method: 'POST', url: `${url}/opened`, payload: { field: 'occupation' } })
  expect(unmasked.statusCode).toBe(400)
  return client
}

async function walkNotes(clientId: string) {
  const url = `/clients/${clientId}/notes`
  const add = () => ask(admin, 'POST', url, { text: secret })
  const note = await walk('addClientNote', add, { action: 'note.added', fields: ['kind', 'text'] })
  await walk('updateClientNote', () => ask(admin, 'PATCH', `${url}/${note.id}`, { text: `${secret}!` }), {
    action: 'note.changed',
    fields: ['text'],
  })
  await walk('deleteClientNote', () => ask(admin, 'DELETE', `${url}/${note.id}`), { action: 'note.deleted' })
}

async function walkPolicies(clientId: string) {
  const url = `/clients/${clientId}/policies`
  const carrier = await walk('addCarrier', () => ask(admin, 'POST', '/carriers', { name: 'Ambetter' }), {
    action: 'carrier.added',
    fields: ['name'],
  })
  await walk('updateCarrier', () => ask(admin, 'PATCH', `/carriers/${carrier.id}`, { code: 'A-1' }), {
    action: 'carrier.changed',
    fields: ['code'],
  })
  const payload = { carrier_id: carrier.id, line: 'health', status: 'active', number: secret }
  const policy = await walk('addPolicy', () => ask(admin, 'POST', url, payload), {
    action: 'policy.added',
    fields: ['carrier_id', 'line', 'status', 'number'],
  })
  await walk('updatePolicy', () => ask(admin, 'PATCH', `${url}/${policy.id}`, { notes: secret }), {
    action: 'policy.changed',
    fields: ['notes'],
  })
  const reveal = () => ask(admin, 'POST', `${url}/${policy.id}/reveals`, { fields: ['number'] })
  await walk('revealPolicyNumbers', reveal, { action: 'policy.number-shown', fields: ['number'] })
  await walk('deletePolicy', () => ask(admin, 'DELETE', `${url}/${policy.id}`), { action: 'policy.deleted' })
}

async function walkDocuments(clientId: string) {
  const document = await walk('uploadDocuments', () => uploadFile(core, clientId), {
    action: 'document.uploaded',
    fields: ['file'],
  })
  const [{ file_url }] = await ask(admin, 'GET', `/clients/${clientId}/documents`)
  const browser: PrincipalStatement = { kind: 'nobody', address: '198.51.100.44' }
  await walk('downloadDocument', () => ask(browser, 'GET', `/${file_url}`), {
    action: 'document.opened',
    as: { ...admin, address: browser.address },
  })
  const url = `/documents/${document.id}`
  await walk('updateDocument', () => ask(admin, 'PATCH', url, { notes: secret, signed: false }), {
    action: 'document.changed',
    fields: ['notes'],
  })
  await walk('deleteDocument', () => ask(admin, 'DELETE', url), { action: 'document.deleted' })
  const files = (await events()).filter(({ subject_id }) => subject_id === document.id).map(({ detail }) => detail)
  expect(new Set(files).size).toBe(1)
  expect(files[0]).toMatch(/^file [0-9a-f-]{36}$/)
}

const createForm = async () => {
  const body = await multipart({ title: 'Form', type: 'PDF' }, smallPdf)
  return (await core.ask(admin, { method: 'POST', url: '/global-forms', ...body })).json()
}

async function replacePdf(id: string) {
  const body = await multipart({}, smallPdf)
  return core.ask(admin, { method: 'POST', url: `/global-forms/${id}/file`, ...body })
}

async function walkUnusedForm() {
  const { id } = await createForm()
  await walk('deleteGlobalForm', () => ask(admin, 'DELETE', `/global-forms/${id}`), { action: 'form.deleted' })
}

async function walkTeams() {
  const { id } = await walk('createTeam', () => ask(admin, 'POST', '/teams', { name: secret, members: [] }), {
    action: 'team.created',
    fields: ['name', 'members'],
  })
  const url = `/teams/${id}`
  await walk('updateTeam', () => ask(admin, 'PUT', url, { name: `${secret} anew` }), {
    action: 'team.changed',
    fields: ['name'],
  })
  await walk('deleteTeam', () => ask(admin, 'DELETE', url), { action: 'team.deleted' })
}

async function walkPresets(formId: string, clientId: string) {
  const session = await ask(admin, 'POST', '/session', { client_id: clientId, session_type: 'renewal', passcode })
  const sent = { name: 'Renewal', session_type: null, form_ids: [formId] }
  const { id } = await walk('createFormPreset', () => ask(admin, 'POST', '/form-presets', sent), {
    action: 'preset.created',
    fields: Object.keys(sent),
  })
  const url = `/form-presets/${id}`
  const rename = () => ask(admin, 'PUT', url, { name: 'Each year' })
  await walk('updateFormPreset', rename, { action: 'preset.changed', fields: ['name'] })
  await walk('updateFormPreset', rename)
  const attach = () => ask(admin, 'POST', `/sessionforms/session/${session.id}/presets/${id}`)
  await walk('attachPreset', attach, { action: 'attached', fields: ['form_id'] })
  await walk('attachPreset', attach)
  await walk('deleteFormPreset', () => ask(admin, 'DELETE', url), { action: 'preset.deleted' })
}

async function walkLibrary() {
  const form = await walk('createGlobalForm', createForm, {
    action: 'form.created',
    fields: ['title', 'type', 'file'],
  })
  const url = `/global-forms/${form.id}`
  await walk('updateGlobalForm', () => ask(admin, 'PUT', url, { notes: secret, title: 'Form' }), {
    action: 'form.changed',
    fields: ['notes'],
  })
  const fields = [field({ binding: 'ssn' }), field({ kind: 'date', binding: 'dob', y: 130 })]
  await walk('proposeGlobalFormFields', () => ask(admin, 'GET', `${url}/proposed-fields`))
  const place = () => ask(admin, 'PUT', `/global-forms/${form.id}/fields`, { fields })
  await walk('updateGlobalFormFields', place, { action: 'form.fields-changed', fields: ['fields'] })
  await walk('updateGlobalFormFields', place)
  await walk('replaceGlobalFormPdf', () => replacePdf(form.id), { action: 'form.file-replaced', fields: ['file'] })
  const dismiss = () => ask(admin, 'DELETE', `${url}/pdf-refusal`)
  await walk('dismissPdfRefusal', dismiss)
  const refusal = { id: crypto.randomUUID(), global_form_id: form.id, refusal: secret }
  await core.app.db.insertInto('pdf_checks').values(refusal).execute()
  await walk('dismissPdfRefusal', dismiss, { action: 'form.refusal-dismissed' })
  await walk('downloadGlobalForm', () => ask(admin, 'GET', `${url}/file`), { action: 'form.file-opened' })
  await walk('syncTemplates', () => ask(admin, 'POST', '/docusign/sync-templates'), { action: 'templates.synced' })
  const { forms } = await ask(admin, 'GET', '/global-forms')
  return { form, template: forms.find(({ type }: { type: string }) => type === 'DocuSign') }
}

/** The answer of a call that shows a session's passcode to staff. */
const shown = { action: 'session.opened', fields: ['passcode'] }

async function walkSession(client_id: string) {
  const sent = { client_id, session_type: 'review', passcode }
  const session = await walk('startSession', () => ask(admin, 'POST', '/session', sent), {
    action: 'session.started',
    fields: ['session_type', 'passcode'],
  })
  const url = `/session/${session.session_code}`
  await walk('getSession', () => ask(admin, 'GET', `${url}/details`), shown)
  await walk('revealPasscode', () => ask(admin, 'POST', `${url}/passcode/reveal`), {
    action: 'session.passcode-shown',
    fields: ['passcode'],
  })
  const change = () => ask(admin, 'PUT', url, { session_type: 'custom', passcode })
  await walk('updateSession', change, { action: 'session.changed', fields: ['session_type'] }, shown)
  await walk('updateSession', () => ask(admin, 'PUT', url, { passcode: `${passcode}!` }), {
    action: 'session.changed',
    fields: ['passcode'],
  })
  await ask(admin, 'PUT', url, { passcode })
  const refused = { action: 'passcode.refused', as: nobody }
  await walk('openSession', () => ask(nobody, 'POST', `/api${url}/auth`, { passcode: secret }), refused)
  const authenticated = { action: 'authenticated', as: { ...nobody, address: '198.51.100.7' } }
  const visitor: PrincipalStatement = { kind: 'nobody', address: '198.51.100.7' }
  const opened = await walk('openSession', () => ask(visitor, 'POST', `/api${url}/auth`, { passcode }), authenticated)
  return { session, url, client: { ...visitor, kind: 'session', id: opened.portal_session.id } as const }
}

type Walked = Awaited<ReturnType<typeof walkSession>>

async function walkSessionForms({ session }: Walked, formId: string) {
  const attach = (given: object) => ask(admin, 'POST', '/sessionforms', { session_id: session.id, ...given })
  // The client has the session.
  const sent = { action: 'sent' }
  const first = await walk(
    'attachForm',
    () => attach({ form_id: formId }),
    { action: 'attached', fields: ['form_id'] },
    sent,
  )
  const link = { type: 'Link', source: 'https://example.com/' }
  const second = await walk('attachForm', () => attach(link), { action: 'attached', fields: ['type', 'source'] }, sent)
  const ids = [second.id, first.id]
  await walk('orderSessionForms', () => ask(admin, 'PUT', `/sessionforms/session/${session.id}/order`, { ids }), {
    action: 'session.reordered',
    fields: ['order_index'],
  })
  const url = `/sessionforms/${first.id}`
  await walk('updateSessionForm', () => ask(admin, 'PUT', url, { title: 'A', notes: secret }), {
    action: 'form.changed',
    fields: ['title', 'notes'],
  })
  const placed = await walk('getPlacedFields', () => ask(admin, 'GET', `${url}/placed-fields`))
  await walk('proposePlacedFields', () => ask(admin, 'GET', `${url}/proposed-fields`))
  const fields = placed.fields.map((own: object) => ({ ...own, label: 'Own' }))
  await walk('updatePlacedFields', () => ask(admin, 'PUT', `${url}/placed-fields`, { fields }), {
    action: 'form.document-fields-changed',
    fields: ['fields'],
  })
  const sent_at = '2026-01-02T03:04:05Z'
  await walk('updateSessionForm', () => ask(admin, 'PUT', url, { sent_at }), {
    action: 'staff_override',
    fields: ['sent_at'],
  })
  await walk('downloadSessionForm', () => ask(admin, 'GET', `${url}/file`), { action: 'form.file-opened' })
  await walk('remindOfSessionForm', () => ask(admin, 'POST', `${url}/remind`), { action: 'session-form.reminded' })
  return { first, second }
}

async function walkSigning({ session, url, client }: Walked, { id }: { id: string }) {
  const as = client
  const disclosure = await ask(client, 'GET', `${url}/disclosure`)
  const { version, language, sha256 } = disclosure
  await walk('giveConsent', () => ask(client, 'POST', `${url}/consent`, { version, language, sha256 }), {
    action: 'consented',
    as,
  })
  const step = (name: string, payload?: object) => ask(client, 'POST', `/sessionforms/${id}/${name}`, payload)
  await walk('openForm', () => step('open'), { action: 'sent', as }, { action: 'viewed', as })
  await walk('openForm', () => step('open'))
  const fieldsUrl = `/sessionforms/${id}/fields`
  const { fields } = await ask(client, 'GET', fieldsUrl)
  const keep = (n: number, value: string) => ask(client, 'PUT', fieldsUrl, { values: { [fields[n].id]: value } })
  await walk('saveSessionFormFields', () => keep(0, `${secret}-9`), { action: 'form.filling-begun', as })
  await walk('saveSessionFormFields', () => keep(1, '1951-02-03'))
  await walk('reviewForm', () => step('review', signature), { action: 'reviewed', as })
  await walk(
    'signForm',
    () => step('sign', signature),
    { action: 'proposal.made', fields: ['ssn', 'dob'], as },
    { action: 'signed', as },
    { action: 'signed-by-other-name', as },
  )
  await walkProposals(session.client_id)
  await whenSealed(core, { admin, session, clientId: session.client_id }, id)
  await walk('retrySealing', () => ask(admin, 'POST', `/sessionforms/${id}/retry-sealing`))
  await walk('downloadSessionForm', () => ask(client, 'GET', `/sessionforms/${id}/file`), { action: 'downloaded', as })
  await walk('downloadPacket', () => ask(client, 'GET', `${url}/packet`), { action: 'session.packet-downloaded', as })
  await walk('voidSessionForm', () => ask(admin, 'POST', `/sessionforms/${id}/void`, { reason }), { action: 'voided' })
}

async function walkProposals(clientId: string) {
  const url = `/clients/${clientId}/proposals`
  const list = () => ask(admin, 'GET', url)
  const { proposals } = await walk('listProposals', list, { action: 'proposal.opened', fields: ['ssn'] })
  const [number, born] = proposals
  await walk('revealProposal', () => ask(admin, 'POST', `${url}/${number.id}/reveal`), {
    action: 'proposal.opened',
    fields: ['ssn'],
  })
  const accept = () => ask(admin, 'POST', `${url}/${number.id}/accept`)
  const fields = ['ssn']
  await walk('acceptProposal', accept, { action: 'client.changed', fields }, { action: 'proposal.accepted', fields })
  await walk('acceptProposal', accept)
  const dismiss = () => ask(admin, 'POST', `${url}/${born.id}/dismiss`)
  await walk('dismissProposal', dismiss, { action: 'proposal.dismissed', fields: ['dob'] })
  await walk('dismissProposal', dismiss)
  const reopen = () => ask(admin, 'POST', `${url}/${born.id}/reopen`)
  await walk('reopenProposal', reopen, { action: 'proposal.reopened', fields: ['dob'] })
  await walk('dismissProposal', dismiss, { action: 'proposal.dismissed', fields: ['dob'] })
  await walk('listProposals', list)
}

async function walkOtherEnds({ session, url, client }: Walked, link: { id: string }, templateId: string) {
  const as = client
  const on = (id: string, name: string, payload?: object) => ask(client, 'POST', `/sessionforms/${id}/${name}`, payload)
  await walk('openForm', () => on(link.id, 'open'), { action: 'viewed', as })
  await walk('acknowledgeForm', () => on(link.id, 'acknowledge'), { action: 'acknowledged', as })
  const attach = () => ask(admin, 'POST', '/sessionforms', { session_id: session.id, form_id: templateId })
  const { id } = await attach()
  await walk('createEnvelope', () => ask(client, 'POST', `/docusign/envelopes/${id}`))
  await walk('declineForm', () => on(id, 'decline', { reason }), { action: 'declined', as })
  const other = await attach()
  await walk('removeSessionForm', () => ask(admin, 'DELETE', `/sessionforms/${other.id}`), { action: 'removed' })
  await walk('closeSession', () => ask(client, 'POST', `/api${url}/logout`), { action: 'portal.logout', as })
  for (const [archived, action] of [
    [true, 'session.archived'],
    [false, 'session.restored'],
  ] as const)
    await walk('archiveSession', () => ask(admin, 'PUT', `${url}/archived`, { archived }), { action }, shown)
  const cancel = () => ask(admin, 'PUT', url, { cancelled: true })
  await walk('updateSession', cancel, { action: 'session.cancelled', fields: ['cancelled'] }, shown)
  await walk('openSession', () => ask(nobody, 'POST', `/api${url}/auth`, { passcode }), {
    action: 'session.refused',
    as: nobody,
  })
}

const contact = { primary_email: 'ines@example.com', primary_phone: '(305) 555-0147' }
const movedTo = 'moved@example.com'
const movedToNumber = '4155550188'

/** A session that is sent to its client, who confirms a one-time code. */
async function walkMessages() {
  const { id } = await ask(admin, 'POST', '/clients', { client_last_name: 'Reis', ...contact })
  const sent = { client_id: id, session_type: 'review', passcode, signing_code: 'text' }
  const copied = await ask(admin, 'POST', '/session', sent)
  const copy = () => ask(admin, 'POST', `/session/${copied.session_code}/handed-over`)
  await walk('handOverSession', copy, { action: 'session.sent' })
  const session = await ask(admin, 'POST', '/session', sent)
  const url = `/session/${session.session_code}`
  const send = () => ask(admin, 'POST', `${url}/messages`, { link: 'email', passcode: 'none' })
  const { messages } = await walk('sendSession', send, { action: 'session.sent' })
  const [message] = messages
  await whenSent(message.id)
  const given = { state: 'dead', error: 'refused' } as const
  await core.app.db.updateTable('outbox_messages').set(given).where('id', '=', message.id).execute()
  await walk('retrySessionMessage', () => ask(admin, 'POST', `${url}/messages/${message.id}/retry`), {
    action: 'session.message-retried',
  })
  await whenSent(message.id)
  for (const [change, action] of [
    [{ plan: { days: [2], repeat_days: 7, most: 3 } }, 'session.reminders-changed'],
    [{ paused: true }, 'session.reminders-paused'],
    [{ paused: false }, 'session.reminders-resumed'],
  ] as const) {
    const fields = Object.keys(change)
    await walk('updateSessionReminders', () => ask(admin, 'PUT', `${url}/reminders`, change), { action, fields })
  }
  await ask(admin, 'PUT', `/clients/${id}`, { primary_email: movedTo })
  const moveCodes = () => ask(admin, 'PUT', `${url}/code-destinations`)
  const moved = { action: 'signing-code.destination-changed', fields: ['email'] }
  await walk('changeCodeDestinations', moveCodes, moved, shown)
  await walk('changeCodeDestinations', moveCodes, shown)
  const client = await openAsClient(core, session)
  const as = client
  const codeUrl = `${url}/signing-code`
  const request = () => receiveCode(core, client, session)
  const code = await walk('requestSigningCode', request, { action: 'signing-code.requested', as })
  const confirm = (given: string) => ask(client, 'POST', `${codeUrl}/confirm`, { code: given })
  await walk('confirmSigningCode', () => confirm(otherThan(code)), { action: 'signing-code.refused', as })
  await walk('confirmSigningCode', () => confirm(code), { action: 'signing-code.confirmed', as })
  await walk('confirmSigningCode', () => confirm(code))
}

/** What an assistant has asked to send to a number that it changed, until somebody with the right lets it go. */
async function walkRelease() {
  const { as } = await seedColleague(core, 'assistant')
  const journey = await seedMade(core, as)
  await ask(as, 'PUT', `/clients/${journey.clientId}`, { primary_phone: movedToNumber })
  const url = `/session/${journey.session.session_code}/messages`
  const send = () => ask(as, 'POST', url, { link: 'email', passcode: 'text' })
  const held = await walk('sendSession', send, { action: 'session.send-held', as })
  expect(held.held).not.toBeNull()
  await walk('releaseSession', () => ask(admin, 'POST', `${url}/release`), { action: 'session.sent' })
}

async function walkTexts() {
  const { id } = await ask(admin, 'POST', '/clients', { client_last_name: 'Pires', ...contact })
  const url = `/clients/${id}/texts`
  const read = () => ask(admin, 'GET', url)
  const { numbers } = await walk('getClientTexts', read)
  expect(numbers).toMatchObject([{ field: 'primary_phone', stopped: null }])
  for (const [stopped, action] of [
    [true, 'client.texts-stopped'],
    [false, 'client.texts-allowed'],
  ] as const) {
    const change = () => ask(admin, 'PUT', url, { field: 'primary_phone', stopped })
    await walk('changeClientTexts', change, { action, fields: ['primary_phone'] })
    await walk('changeClientTexts', change)
  }
}

const whenSent = (id: string) =>
  vi.waitFor(
    async () => {
      const query = core.app.db.selectFrom('outbox_messages').select('state').where('id', '=', id)
      expect(await query.executeTakeFirst()).toEqual({ state: 'sent' })
    },
    { timeout: 20_000, interval: 25 },
  )

async function walkTemplates() {
  const url = '/message-templates/reminder/en'
  const { defaults } = await ask(admin, 'GET', url)
  const change = () => ask(admin, 'PUT', url, { ...defaults, subject: `Reminder ${secret}` })
  await walk('changeMessageTemplate', change, { action: 'message-template.changed', fields: ['subject'] })
  await walk('changeMessageTemplate', change)
  await walk('sendTestMessage', () => ask(admin, 'POST', `${url}/test`), { action: 'message-template.tested' })
  const reset = () => ask(admin, 'DELETE', url)
  await walk('resetMessageTemplate', reset, { action: 'message-template.reset', fields: ['subject'] })
  await walk('resetMessageTemplate', reset)
}

async function walkAgency() {
  await walk('updateAgencySettings', () => ask(admin, 'PATCH', '/agency-settings', { phone: '(305) 555-0199' }), {
    action: 'agency.changed',
    fields: ['phone'],
  })
}

async function walkDigest() {
  for (const [digest, action] of [
    [true, 'admin.digest-started'],
    [false, 'admin.digest-ended'],
  ] as const) {
    await walk('setDigest', () => ask(admin, 'PUT', '/admin/me/digest', { digest }), { action })
    await walk('setDigest', () => ask(admin, 'PUT', '/admin/me/digest', { digest }))
  }
}

/** A client and a session without a signature, deleted for good. */
async function walkDeletion() {
  const { id } = await ask(admin, 'POST', '/clients', { client_last_name: 'Prado' })
  const { session_code } = await ask(admin, 'POST', '/session', {
    client_id: id,
    session_type: 'review',
    passcode: null,
  })
  const dropSession = () => ask(admin, 'DELETE', `/session/${session_code}`, { confirmation: session_code })
  await walk('deleteSession', dropSession, { action: 'session.deleted' })
  const archive = () => ask(admin, 'PUT', `/clients/${id}/archived`, { archived: true })
  await walk('archiveClient', archive, { action: 'client.archived' })
  await walk('archiveClient', archive)
  const dropClient = () => ask(admin, 'DELETE', `/clients/${id}`, { confirmation: 'Prado' })
  await walk('deleteClient', dropClient, { action: 'client.deleted' })
}

async function walkAdmins() {
  const profile = { email: 'a@example.com', username: 'ana', role: 'standard', first_name: 'Ana', last_name: 'Lima' }
  const created = { ...profile, password: secret }
  const { id } = await walk('createAdmin', () => ask(admin, 'POST', '/admin/create', created), {
    action: 'admin.created',
    fields: Object.keys(created),
  })
  const wrong = { username: 'ana', password: 'wrong' }
  await walk('logIn', () => ask(nobody, 'POST', '/admin/login', wrong), { action: 'admin.login-refused', as: nobody })
  const login = await walk('logIn', () => ask(nobody, 'POST', '/admin/login', { ...wrong, password: secret }), {
    action: 'admin.login',
    as: { kind: 'admin', id, address: nobody.address },
  })
  const ana: PrincipalStatement = { kind: 'admin', id: login.admin_session.id, address: '192.0.2.66' }
  await walk('logOut', () => ask(ana, 'POST', '/admin/logout'), { action: 'admin.logout', as: ana })
  const other = await ask(nobody, 'POST', '/admin/login', { username: 'ana', password: secret })
  const again: PrincipalStatement = { ...ana, id: other.admin_session.id }
  await walk('endLogin', () => ask(admin, 'DELETE', `/admin/me/logins/${ana.id}`))
  const endOthers = () => ask(again, 'POST', '/admin/me/logins/end-others')
  await walk('endOtherLogins', endOthers, { action: 'admin.other-logins-ended', as: again })
  const postpone = () => ask(again, 'POST', '/admin/me/second-factor/postpone')
  await walk('postponeSecondFactor', postpone, { action: 'admin.second-factor-postponed', as: again })
  await walk('renewRecoveryCodes', () => ask(again, 'POST', '/admin/me/recovery-codes', {}))
  const url = `/admin/${id}`
  const { addPerson, addAuthenticator } = secondFactorCalls(core)
  const person = await addPerson()
  await addAuthenticator(person)
  await walk('removeSecondFactors', () => ask(admin, 'POST', `/admin/${person.id}/second-factors/remove`), {
    action: 'admin.second-factors-removed',
  })
  await walk('updateAdmin', () => ask(admin, 'PUT', `${url}/update`, { ...profile, email: 'b@example.com' }), {
    action: 'admin.changed',
    fields: ['email'],
  })
  const password = `${secret} anew`
  await walk('setAdminPassword', () => ask(admin, 'PUT', `${url}/password`, { password }), {
    action: 'admin.password-set',
    fields: ['password'],
  })
  const { password: _none, ...invited } = { ...created, username: 'eva', email: 'eva@example.com' }
  const invitation = await walk('inviteAdmin', () => ask(admin, 'POST', '/admin/invitations', invited), {
    action: 'admin.invited',
    fields: Object.keys(invited),
  })
  const invitationUrl = `/admin/invitations/${invitation.id}`
  await walk('resendInvitation', () => ask(admin, 'POST', `${invitationUrl}/resend`), { action: 'admin.invited' })
  await walk('revokeInvitation', () => ask(admin, 'DELETE', invitationUrl), { action: 'admin.invitation-revoked' })
  const forgotten = { login: 'ana' }
  await walk('requestPasswordReset', () => ask(nobody, 'POST', '/admin/password-resets', forgotten), {
    action: 'admin.password-forgotten',
    as: nobody,
  })
  // Without clients nothing changes; `hand-over.test.ts` reads the events of both chains.
  await walk('handOverAllClients', () => ask(admin, 'POST', `${url}/clients/hand-over`, { owner_id: null }))
  await walk('deleteAdmin', () => ask(admin, 'DELETE', url), { action: 'admin.deleted' })
  const { role: _role, username: _username, ...owner } = profile
  // The account of a demonstration is set up.
  await core.app.db.updateTable('admins').set({ setup_required: true }).where('role', '=', 'power').execute()
  await walk('setUpAccount', () => ask(admin, 'POST', '/admin/me/setup', { ...owner, password }), {
    action: 'admin.set-up',
    fields: ['email', 'first_name', 'last_name', 'password'],
  })
}

it('given every call of the service, when made, then each that changes or opens anything is on the trail once, without values', async () => {
  const client = await walkClient()
  await walkTeams()
  await walkNotes(client.id)
  await walkPolicies(client.id)
  await walkClientTools({ trail, admin, secret })
  await walkDocuments(client.id)
  const { form, template } = await walkLibrary()
  await walkUnusedForm()
  await walkPresets(form.id, client.id)
  const session = await walkSession(client.id)
  const { first, second } = await walkSessionForms(session, form.id)
  await walkSigning(session, first)
  await walkOtherEnds(session, second, template.id)
  await walkDeletion()
  await walkMessages()
  await walkRelease()
  await walkTexts()
  await walkAdmins()
  await walkTemplates()
  await walkAgency()
  await walkDigest()

  const { paths } = Value.Parse(ApiDocument, core.app.swagger())
  const names = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect([...trail.walked, ...silent].toSorted()).toEqual(names.toSorted())

  const stored = JSON.stringify(await events())
  for (const value of [
    secret,
    '1951-02-03',
    reason,
    passcode,
    signature.name,
    'https://example.com',
    ...Object.values(contact),
    movedTo,
    movedToNumber,
  ])
    expect(stored).not.toContain(value)
  const verified = await ask(admin, 'GET', '/audit/verification')
  expect(verified).toMatchObject({ valid: true, broken: [] })
})

it('given the key that seals, when the service starts with it again or with another, then the trail has each once', async () => {
  const used = async () =>
    (await events()).filter(({ action }) => action === 'seal-key.used').map(({ detail }) => detail)
  const [first = ''] = await used()
  expect(await used()).toHaveLength(1)
  const start = (detail: string | null) => recordWhenNew(core.app.db, { action: 'seal-key.used', detail: detail ?? '' })
  await Promise.all([start(first), start(first)])
  expect(await used()).toEqual([first])
  await Promise.all([start('another'), start('another')])
  expect(await used()).toEqual([first, 'another'])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Admin } from '@agency/contract/admins'
import type { SavedClientListView, SavedClientListViews } from '@agency/contract/client-list-views'
import type { ClientDocument } from '@agency/contract/documents'
import type { Disclosure } from '@agency/contract/esign'
import type { FormField, ProposalList } from '@agency/contract/form-fields'
import type { FormPreset } from '@agency/contract/form-presets'
import type { GlobalForm, GlobalFormList } from '@agency/contract/global-forms'
import type { Session } from '@agency/contract/sessions'
import type { Invitation } from '@agency/contract/staff-access'
import type { Team } from '@agency/contract/teams'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { formField } from '@agency/test-kit/api/form-field'
import { type PortalApi, signAndSeal } from '@agency/test-kit/api/portal-api'
import { answered } from '@agency/test-kit/api/send'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import { createDecoder, createSigner } from 'fast-jwt'
import type { ApiProduct } from './api-product.ts'

const { password } = credentials

/** What belongs to one client: the ids that paths are filled with. */
export interface Side {
  client: string
  session: Session
  /** A PDF to sign, one to decline, one made from a template, a link that was opened, one to remove, and one that is sealed. */
  forms: { sign: string; decline: string; template: string; link: string; remove: string; sealed: string }
  document: ClientDocument
  /** Ids of changes that the client has proposed, one to accept and one to dismiss. */
  proposals: { accept: string; dismiss: string }
  portal: PortalApi
}

/** Two clients with a session each, and what belongs to the whole agency. */
export interface Agency {
  product: ApiProduct
  staff: StaffApi
  own: Side
  other: Side
  form: GlobalForm
  /** No document is made of it. */
  unusedForm: GlobalForm
  preset: FormPreset
  team: Team
  view: SavedClientListView
  /** Of the form, and so of each document that is made of it. */
  field: FormField
  colleague: Admin
  invitation: Invitation
  disclosure: Disclosure
}

interface Library {
  template: GlobalForm
  form: GlobalForm
  field: FormField
  bound: FormField[]
}

async function makeSide(product: ApiProduct, staff: StaffApi, library: Library): Promise<Side> {
  const { template, form: pdf, bound } = library
  const client = await staff.addClient({ ssn: '123-45-6789', notes: '<p>private</p>' })
  const session = await staff.startSession(client.id)
  const attach = async (values: object) => (await staff.attach(session.id, values)).id
  const link = (await staff.attachLink(session.id)).id
  const signed = await attach({ form_id: pdf.id })
  const forms = {
    sign: await attach({ form_id: pdf.id }),
    decline: await attach({ form_id: pdf.id }),
    template: await attach({ form_id: template.id }),
    link,
    remove: (await staff.attachLink(session.id)).id,
    sealed: signed,
  }
  const portal = await product.openSession(session.session_code)
  await answered(portal.ask('POST', `/sessionforms/${link}/open`))
  await signAndSeal(staff, portal, session, signed, {
    values: Object.fromEntries(bound.map(({ id }) => [id, 'New'])),
  })
  const { proposals } = await staff.read<ProposalList>(`/clients/${client.id}/proposals`)
  const [accept = '', dismiss = ''] = proposals.map(({ id }) => id)
  const buffer = readFileSync(onePagePdf)
  const { files } = await staff.upload(client.id, { name: 'licence.pdf', mimeType: 'application/pdf', buffer })
  const [document] = files
  if (!document) throw new Error('The upload was answered without a file')
  return { client: client.id, session, forms, document, proposals: { accept, dismiss }, portal }
}

const colleagueOf = (name: string) => ({
  email: `${name}@example.com`,
  username: name,
  role: 'standard',
  first_name: name,
  last_name: 'Colleague',
  password,
})

export async function makeAgency({ product, staff }: Pick<Agency, 'product' | 'staff'>): Promise<Agency> {
  await answered(staff.ask('POST', '/docusign/sync-templates'))
  const { forms } = await staff.read<GlobalFormList>('/global-forms')
  const template = forms.find(({ type }) => type === 'DocuSign')
  if (!template) throw new Error('The sync brought no template')
  const form = await staff.addPdf()
  const bound = [formField({ binding: 'height', y: 90 }), formField({ binding: 'weight', y: 120 })]
  const placed = formField()
  await staff.placeFields(form.id, [placed, ...bound])
  const library = { template, form, field: placed, bound }
  const [own, other] = await Promise.all([makeSide(product, staff, library), makeSide(product, staff, library)])
  const colleague = await answered<Admin>(staff.ask('POST', '/admin/create', colleagueOf('colleague')))
  const { password: _none, ...invited } = colleagueOf('guest')
  const invitation = await answered<Invitation>(staff.ask('POST', '/admin/invitations', invited))
  const unusedForm = await staff.addPdf()
  const preset = await answered<FormPreset>(
    staff.ask('POST', '/form-presets', { name: 'Yearly', session_type: 'renewal', form_ids: [form.id] }),
  )
  const team = await answered<Team>(staff.ask('POST', '/teams', { name: 'Hialeah', members: [] }))
  const view = await saveView(staff)
  const path = `/session/${own.session.session_code}/disclosure`
  const disclosure = await answered<Disclosure>(own.portal.ask('GET', path))
  return {
    product,
    staff,
    own,
    other,
    form,
    unusedForm,
    preset,
    team,
    view,
    field: placed,
    colleague,
    invitation,
    disclosure,
  }
}

async function saveView(staff: StaffApi): Promise<SavedClientListView> {
  const view = { status: null, follow_up: null, proposing: false, sort: 'dob', order: 'asc', columns: null }
  const saved = { name: 'By age', shared: true, view }
  const { views } = await answered<SavedClientListViews>(staff.ask('PUT', '/client-list-views', saved))
  const [stored] = views
  if (!stored) throw new Error('The view was not saved')
  return stored
}

/**
 * Everything that staff can read of the two clients and the agency, and what the clients have filled in.
 * Without what differs each time: the addresses of files, and how many devices have a session open, since a caller with
 * the passcode opens it.
 */
export async function readEverything({ staff, own, other, form }: Agency): Promise<unknown> {
  const ofSide = ({ client, session }: Side) => [
    `/clients/${client}`,
    `/clients/${client}/sessions`,
    `/clients/${client}/documents`,
    `/clients/${client}/proposals`,
    `/session/${session.session_code}/details`,
    `/session/${session.session_code}/messages`,
    `/session/${session.session_code}/reminders`,
    `/sessionforms/session/${session.id}`,
  ]
  const ofAgency = [
    '/clients',
    '/sessions',
    '/global-forms',
    '/form-presets',
    '/client-list-views',
    '/admin/list',
    '/admin/invitations',
    '/admin/me/digest',
    '/message-templates',
  ]
  const paths = [...ofAgency, ...ofSide(own), ...ofSide(other)]
  const read = await Promise.all(paths.map(async (path) => [path, await staff.read(path)] as const))
  const file = await staff.ask('GET', `/global-forms/${form.id}/file`)
  const filled = [own, other].map(async ({ portal, forms }) => {
    return (await portal.ask('GET', `/sessionforms/${forms.sign}/fields`)).text()
  })
  read.push([`/global-forms/${form.id}/fields`, await staff.read(`/global-forms/${form.id}/fields`)])
  read.push(['fields', await Promise.all(filled)])
  const text = JSON.stringify([...read, ['file', (await file.arrayBuffer()).byteLength]])
  const stable = text.replaceAll(/"(file_url|delivery)":"[^"]*"/g, '"$1":""')
  return JSON.parse(stable.replaceAll(/"open_devices":\d+/g, '"open_devices":0'))
}

/** Tokens that look like the first admin's and are not good, or not any more. */
export async function badTokens({ product, staff }: Agency): Promise<[what: string, token: string][]> {
  const key = Buffer.from(readFileSync(join(product.dataDirectory, 'keys/jwt-secret.key'), 'utf8'), 'base64')
  const live = staff.login.token
  const { sub } = createDecoder()(live)
  const claims = { sub, iss: 'bff', aud: 'admin-app' }
  const hour = 3_600_000
  const sign = (changes: object, options: object = { key, expiresIn: hour }) =>
    createSigner({ algorithm: 'HS256', ...options })({ ...claims, ...changes })
  return [
    ['that has expired', sign({}, { key, expiresIn: hour, clockTimestamp: Date.now() - 2 * hour })],
    ['without a signature', createSigner({ algorithm: 'none', expiresIn: hour })(claims)],
    ['signed with another key', sign({}, { key: Buffer.alloc(32, 7), expiresIn: hour })],
    ['for another audience', sign({ aud: 'core-api' })],
    ['of another issuer', sign({ iss: 'someone' })],
    ['of no login', sign({ sub: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b' })],
  ]
}

/** Tokens whose login has ended: by a logout, and because the staff member was deleted. */
export async function endedTokens({ product, staff }: Agency): Promise<[what: string, token: string][]> {
  const tokenOf = async (username: string) => {
    const asked = product.asStaff('/admin/login', { method: 'POST', body: { username, password } })
    return (await answered<{ token: string }>(asked)).token
  }
  const loggedOut = await tokenOf('admin')
  await product.asStaff('/admin/logout', { method: 'POST', headers: { authorization: `Bearer ${loggedOut}` } })
  const leaver = await answered<Admin>(staff.ask('POST', '/admin/create', colleagueOf('leaver')))
  const deleted = await tokenOf('leaver')
  await staff.ask('DELETE', `/admin/${leaver.id}`)
  return [
    ['revoked by a logout', loggedOut],
    ['of a deleted admin', deleted],
  ]
}

/** Cookies that open nothing any more. */
export async function deadCookies({ product, staff, own }: Agency): Promise<[what: string, cookie: string][]> {
  const code = own.session.session_code
  const loggedOut = await product.openSession(code)
  await loggedOut.ask('POST', `/api/session/${code}/logout`)
  const { session_code } = await staff.startSession(own.client)
  const cancelled = await product.openSession(session_code)
  await answered(staff.ask('PUT', `/session/${session_code}`, { cancelled: true }))
  return [
    ['that was logged out', loggedOut.cookie],
    ['of a session that staff have cancelled', cancelled.cookie],
  ]
}

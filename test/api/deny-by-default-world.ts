import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Admin } from '@agency/contract/admins'
import type { ClientDocument } from '@agency/contract/documents'
import type { Disclosure } from '@agency/contract/esign'
import type { FormField, ProposalList } from '@agency/contract/form-fields'
import type { GlobalForm, GlobalFormList } from '@agency/contract/global-forms'
import type { Session } from '@agency/contract/sessions'
import { createDecoder, createSigner } from 'fast-jwt'
import { answered, field, Office, signAndSeal, type Visitor, visit } from './office.ts'
import { password, type Services } from './services.ts'

/** What belongs to one client: the ids that paths are filled with. */
export interface Side {
  client: string
  session: Session
  /** A PDF to sign, one to decline, one made from a template, a link that was opened, one to remove, and one that is sealed. */
  forms: { sign: string; decline: string; template: string; link: string; remove: string; sealed: string }
  document: ClientDocument
  /** Ids of changes that the client has proposed, one to accept and one to dismiss. */
  proposals: { accept: string; dismiss: string }
  visitor: Visitor
}

/** Two clients with a session each, and what belongs to the whole agency. */
export interface World {
  services: Services
  office: Office
  own: Side
  other: Side
  form: GlobalForm
  /** Of the form, and so of each document that is made of it. */
  field: FormField
  colleague: Admin
  disclosure: Disclosure
}

interface Library {
  template: GlobalForm
  form: GlobalForm
  field: FormField
  bound: FormField[]
}

async function makeSide(services: Services, office: Office, library: Library): Promise<Side> {
  const { template, form: pdf, bound } = library
  const client = await office.addClient({ ssn: '123-45-6789', notes: '<p>private</p>' })
  const session = await office.startSession(client.id)
  const attach = async (values: object) => (await office.attach(session.id, values)).id
  const link = (await office.attachLink(session.id)).id
  const signed = await attach({ form_id: pdf.id })
  const forms = {
    sign: await attach({ form_id: pdf.id }),
    decline: await attach({ form_id: pdf.id }),
    template: await attach({ form_id: template.id }),
    link,
    remove: (await office.attachLink(session.id)).id,
    sealed: signed,
  }
  const visitor = await visit(services, session.session_code)
  await answered(visitor.ask('POST', `/sessionforms/${link}/open`))
  await signAndSeal(office, visitor, session, signed, {
    values: Object.fromEntries(bound.map(({ id }) => [id, 'New'])),
  })
  const { proposals } = await office.read<ProposalList>(`/clients/${client.id}/proposals`)
  const [accept = '', dismiss = ''] = proposals.map(({ id }) => id)
  const document = await office.upload(client.id)
  return { client: client.id, session, forms, document, proposals: { accept, dismiss }, visitor }
}

const colleagueOf = (name: string) => ({
  email: `${name}@example.com`,
  username: name,
  role: 'standard',
  first_name: name,
  last_name: 'Colleague',
  password,
})

export async function makeWorld(services: Services): Promise<World> {
  const office = new Office(services, await services.logIn())
  await answered(office.ask('POST', '/docusign/sync-templates'))
  const { forms } = await office.read<GlobalFormList>('/global-forms')
  const template = forms.find(({ type }) => type === 'DocuSign')
  if (!template) throw new Error('The sync brought no template')
  const form = await office.addPdf()
  const bound = [field({ binding: 'height', y: 90 }), field({ binding: 'weight', y: 120 })]
  const placed = field()
  await office.placeFields(form.id, [placed, ...bound])
  const library = { template, form, field: placed, bound }
  const own = await makeSide(services, office, library)
  const other = await makeSide(services, office, library)
  const colleague = await answered<Admin>(office.ask('POST', '/admin/create', colleagueOf('colleague')))
  const path = `/session/${own.session.session_code}/disclosure`
  const disclosure = await answered<Disclosure>(own.visitor.ask('GET', path))
  return { services, office, own, other, form, field: placed, colleague, disclosure }
}

/** Everything that staff can read of the two clients and the agency, and what the clients have filled in. Addresses of files are new each time. */
export async function readEverything({ office, own, other, form }: World): Promise<unknown> {
  const ofSide = ({ client, session }: Side) => [
    `/clients/${client}`,
    `/clients/${client}/sessions`,
    `/clients/${client}/documents`,
    `/clients/${client}/proposals`,
    `/session/${session.session_code}/details`,
    `/sessionforms/session/${session.id}`,
  ]
  const paths = ['/clients', '/sessions', '/global-forms', '/admin/list', ...ofSide(own), ...ofSide(other)]
  const read = await Promise.all(paths.map(async (path) => [path, await office.read(path)] as const))
  const file = await office.ask('GET', `/global-forms/${form.id}/file`)
  const filled = [own, other].map(async ({ visitor, forms }) => {
    return (await visitor.ask('GET', `/sessionforms/${forms.sign}/fields`)).text()
  })
  read.push([`/global-forms/${form.id}/fields`, await office.read(`/global-forms/${form.id}/fields`)])
  read.push(['fields', await Promise.all(filled)])
  const text = JSON.stringify([...read, ['file', (await file.arrayBuffer()).byteLength]])
  return JSON.parse(text.replaceAll(/"file_url":"[^"]*"/g, '"file_url":""'))
}

/** Tokens that look like the first admin's and are not good, or not any more. */
export async function badTokens({ services, office }: World): Promise<[what: string, token: string][]> {
  const key = Buffer.from(readFileSync(join(services.dataDirectory, 'keys/jwt-secret.key'), 'utf8'), 'base64')
  const live = office.headers.authorization?.replace('Bearer ', '') ?? ''
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
export async function endedTokens({ services, office }: World): Promise<[what: string, token: string][]> {
  const tokenOf = async (username: string) => {
    const asked = services.asStaff('/admin/login', { method: 'POST', body: { username, password } })
    return (await answered<{ token: string }>(asked)).token
  }
  const loggedOut = await tokenOf('admin')
  await services.asStaff('/admin/logout', { method: 'POST', headers: { authorization: `Bearer ${loggedOut}` } })
  const leaver = await answered<Admin>(office.ask('POST', '/admin/create', colleagueOf('leaver')))
  const deleted = await tokenOf('leaver')
  await office.ask('DELETE', `/admin/${leaver.id}`)
  return [
    ['revoked by a logout', loggedOut],
    ['of a deleted admin', deleted],
  ]
}

/** Cookies that open nothing any more. */
export async function deadCookies({ services, office, own }: World): Promise<[what: string, cookie: string][]> {
  const code = own.session.session_code
  const loggedOut = await visit(services, code)
  await loggedOut.ask('POST', `/api/session/${code}/logout`)
  const { session_code } = await office.startSession(own.client)
  const cancelled = await visit(services, session_code)
  await answered(office.ask('PUT', `/session/${session_code}`, { cancelled: true }))
  return [
    ['that was logged out', loggedOut.cookie],
    ['of a session that staff have cancelled', cancelled.cookie],
  ]
}

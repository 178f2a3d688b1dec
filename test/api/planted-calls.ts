import { clientFields } from '@agency/contract/client-fields'
import { pdfBlob } from '@agency/pdf-signing/test/sample-pdfs'
import { formField } from '@agency/test-kit/api/form-field'
import { sendRaw } from '@agency/test-kit/api/raw-http'
import { type Method, sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'

const { password } = credentials

/** Each planted value has this in it, whatever it stands in. */
export const canary = 'KANARIE'
export const planted = (where: string) => `${canary}-${where}`
/** A date that only the planted record has. */
export const plantedDate = '1907-03-11'
const passcode = planted('passcode')

interface Calls {
  bffUrl: string
  clientId: string
  /** Sends JSON as staff. */
  send(method: Method, path: string, body: unknown): Promise<Response>
  headers: Record<string, string>
  /** Tokens, cookies and codes that came back: they are to be nowhere either. */
  secrets: string[]
}

const staff = (bffUrl: string, path: string) => `${bffUrl}/admin/_api${path}`

function plantedValue({ name, kind, options }: (typeof clientFields)[number]): string | number {
  if (options) return options[0] ?? ''
  if (kind === 'date') return plantedDate
  if (kind === 'number') return 71
  if (kind === 'rich-text') return `<p>${planted(name)}</p>`
  return kind === 'email' ? `${planted(name)}@example.com` : planted(name)
}

/** Makes every kind of call, right and wrong, with a planted value wherever one can stand. */
export async function makePlantedCalls(bffUrl: string): Promise<Calls> {
  const { authorization } = await logInHeader(bffUrl)
  const headers = { authorization, 'user-agent': planted('user-agent'), 'x-request-id': planted('request-id') }
  const send: Calls['send'] = (method, path, body) => sendJson(staff(bffUrl, path), method, body, headers)
  const { id } = await (await send('POST', '/clients', { client_last_name: planted('last') })).json()
  const secrets = [password, authorization.replace('Bearer ', '')]
  const calls: Calls = { bffUrl, clientId: id, send, headers, secrets }

  const record = Object.fromEntries(clientFields.map((field) => [field.name, plantedValue(field)]))
  const stored = await send('PUT', `/clients/${id}`, record)
  if (stored.status !== 200) throw new Error(`the planted record was answered ${stored.status}`)
  for (const path of [`/clients/${id}`, `/clients?q=${planted('search')}`, '/clients', '/clients/counts']) {
    await fetch(staff(bffUrl, path), { headers })
  }
  await callFiles(calls)
  await callSessions(calls)
  await callStaff(calls)
  await callWrongly(calls)
  return calls
}

function upload({ bffUrl, headers }: Calls, path: string, part: string, fields: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set(part, new Blob([`%PDF-1.7 ${planted('content')}`]), `${planted('file-name')}.pdf`)
  return fetch(staff(bffUrl, path), { method: 'POST', headers, body })
}

async function callFiles(calls: Calls) {
  const { bffUrl, clientId, send, secrets } = calls
  const fields = { folder: planted('folder'), status: planted('status'), notes: planted('notes') }
  const [{ id, file_url }] = (await (await upload(calls, `/upload/${clientId}`, 'documents', fields)).json()).files
  secrets.push(new URL(`/${file_url}`, bffUrl).searchParams.get('signature') ?? '')
  for (const address of [file_url, `${file_url}x`]) await (await fetch(staff(bffUrl, `/${address}`))).text()
  await send('PATCH', `/documents/${id}`, { file_name: planted('renamed') })
  await upload(calls, `/upload/${clientId}`, planted('part'), fields)
  await upload(calls, '/global-forms', 'file', { title: planted('title'), type: 'PDF' })
}

async function callSessions(calls: Calls) {
  const { bffUrl, clientId, send, secrets } = calls
  const started = await send('POST', '/session', { client_id: clientId, session_type: 'review', passcode })
  const { id: session_id, session_code: code } = await started.json()
  // The mail server refuses both, in words that quote the address.
  await send('PUT', `/clients/${clientId}`, { primary_email: `${planted('mailbox')}@example.com` })
  await send('POST', `/session/${code}/messages`, { link: 'email', passcode: 'none' })
  await send('POST', `/session/${code}/messages`, { link: 'none', passcode: 'email' })
  const source = `https://example.com/${planted('source')}`
  const form = { title: planted('title'), type: 'Link', source, notes: planted('notes') }
  await send('POST', '/global-forms', form)
  await send('POST', '/sessionforms', { ...form, session_id, status: 'pending' })
  await send('POST', '/sessionforms', { ...form, session_id: planted('id') })

  const portal = (path: string) => `${bffUrl}/session/_api${path}`
  await sendJson(portal(`/api/session/${code}/auth`), 'POST', { passcode: planted('wrong-passcode') })
  await sendJson(portal(`/api/session/${planted('code')}/auth`), 'POST', { passcode })
  const opened = await sendJson(portal(`/api/session/${code}/auth`), 'POST', { passcode })
  if (opened.status !== 200) throw new Error(`the session was answered ${opened.status}`)
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  secrets.push(code, cookie.split('=')[1] ?? '')
  const disclosure = await fetch(portal(`/session/${code}/disclosure?language=en`), { headers: { cookie } })
  const { version, sha256 } = await disclosure.json()
  const ask = (path: string, body: unknown, more = {}) => sendJson(portal(path), 'POST', body, { cookie, ...more })
  await ask(`/session/${code}/consent`, { version, sha256, language: 'en' })
  const signature = { kind: 'typed', text: planted('signature'), font: 'great-vibes' }
  const signing = { name: planted('signer'), signature, language: 'en', time_zone: 'UTC' }
  await ask(`/sessionforms/${crypto.randomUUID()}/sign`, signing)
  const write = (path: string, body: unknown) => sendJson(portal(path), 'PUT', body, { cookie })
  await callFields(calls, session_id, { ask, write, signing })
  await ask(`/sessionforms/${crypto.randomUUID()}/decline`, { reason: planted('reason') })
  await ask(`/api/session/${code}/logout`, {}, { origin: `https://${planted('origin')}.example` })
}

interface Client {
  ask(path: string, body: unknown): Promise<Response>
  write(path: string, body: unknown): Promise<Response>
  signing: object
}

/** A form with fields, filled in wrongly and rightly, signed, and its proposals decided. */
async function callFields(calls: Calls, session_id: string, { ask, write, signing }: Client) {
  const { bffUrl, headers, send, clientId } = calls
  const form = new FormData()
  form.set('title', planted('title'))
  form.set('type', 'PDF')
  form.set('file', pdfBlob(), `${planted('file-name')}.pdf`)
  const { id } = await (await fetch(staff(bffUrl, '/global-forms'), { method: 'POST', headers, body: form })).json()
  const fields = ['occupation', 'ssn', null].map((binding, n) =>
    formField({ binding, y: 60 + n * 40, label: planted('label') }),
  )
  await send('PUT', `/global-forms/${id}/fields`, { fields: [{ ...fields[0], binding: planted('binding') }] })
  await send('PUT', `/global-forms/${id}/fields`, { fields })
  const document = await (await send('POST', '/sessionforms', { session_id, form_id: id })).json()
  const path = `/sessionforms/${document.id}`
  await ask(`${path}/open`, {})
  await write(`${path}/fields`, { values: { [planted('id')]: planted('value') } })
  const values = Object.fromEntries(fields.map((placed, n) => [placed.id, planted(`written-${n}`)]))
  const kept = await write(`${path}/fields`, { values })
  if (kept.status !== 200) throw new Error(`what was written was answered ${kept.status}`)
  await ask(`${path}/review`, { ...signing, values: { [crypto.randomUUID()]: planted('value') } })
  await ask(`${path}/review`, signing)
  await ask(`${path}/sign`, { ...signing, values: { [crypto.randomUUID()]: planted('value') } })
  await ask(`${path}/sign`, { ...signing, time_zone: planted('zone') })
  const signed = await ask(`${path}/sign`, signing)
  if (signed.status !== 200) throw new Error(`the signature was answered ${signed.status}`)
  const { proposals } = await (await fetch(staff(bffUrl, `/clients/${clientId}/proposals`), { headers })).json()
  for (const proposal of proposals) await send('POST', `/clients/${clientId}/proposals/${proposal.id}/accept`, {})
  if (proposals.length === 0) throw new Error('nothing was proposed')
}

async function callStaff({ send }: Calls) {
  const admin = {
    username: planted('username'),
    email: `${planted('email')}@example.com`,
    first_name: planted('first'),
    last_name: planted('last'),
    role: 'standard',
    password: planted('password'),
  }
  const { id } = await (await send('POST', '/admin/create', admin)).json()
  await send('POST', '/admin/create', admin)
  const invited = { ...admin, username: planted('invited'), email: `${planted('invited-email')}@example.com` }
  await send('POST', '/admin/invitations', { ...invited, password: undefined })
  await send('POST', '/admin/invitations/accept', { token: planted('link'), password: planted('chosen') })
  await send('POST', '/admin/password-resets', { login: planted('forgotten') })
  await send('POST', '/admin/password-resets/finish', { token: planted('link'), password: planted('chosen') })
  await send('POST', '/admin/oidc/finish', { query: `code=${planted('code')}&state=${planted('state')}` })
  await send('PUT', `/admin/${id}/password`, { password: planted('new-password') })
  await send('POST', '/admin/login', { username: admin.username, password: planted('wrong') })
  await send('POST', '/admin/login', { username: planted('nobody'), password: planted('wrong') })
}

async function callWrongly({ bffUrl, clientId, send, headers }: Calls) {
  await send('PUT', `/clients/${clientId}`, { [planted('field')]: planted('value'), dob: planted('date') })
  await send('PUT', `/clients/${planted('id')}`, {})
  const broken = `{"notes": "${planted('broken')}", ${planted('broken')}`
  const type = { ...headers, 'content-type': 'application/json' }
  await fetch(staff(bffUrl, `/clients/${clientId}`), { method: 'PUT', headers: type, body: broken })
  await fetch(staff(bffUrl, '/admin/login'), { method: 'POST', headers: type, body: broken })
  await fetch(staff(bffUrl, `/${planted('path')}/%zz?q=${planted('query')}`), { headers })
  const strangers = { authorization: `Bearer ${planted('token')}`, cookie: `session=${planted('cookie')}` }
  await fetch(staff(bffUrl, `/${planted('path')}`), { headers: strangers })
  await sendRaw(bffUrl, `GET /${planted('raw')} HTTP/9.9\r\n${planted('raw')}\r\n\r\n`)
}

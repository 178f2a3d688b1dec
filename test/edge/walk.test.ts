import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LoginAnswer } from '@agency/contract/admins'
import { ClientRecord } from '@agency/contract/clients'
import { Disclosure } from '@agency/contract/esign'
import { GlobalForm } from '@agency/contract/global-forms'
import { SessionForm, SessionFormList } from '@agency/contract/session-forms'
import { Session, SessionAuthAnswer } from '@agency/contract/sessions'
import { foreignPdf } from '@agency/pdf-signing/test/sample-pdfs'
import { Value } from 'typebox/value'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { password, username } from './kit/deployment.ts'
import { clientHost, staffHost } from './kit/hosts.ts'
import { jsonOf, Visitor } from './kit/visitor.ts'

const { routerPort } = inject('deployment')
const pdf = readFileSync(foreignPdf)
const passcode = 'Gonçalves0147'

async function logInStaff(): Promise<Visitor> {
  const staff = new Visitor(routerPort, staffHost, '/admin/_api')
  const login = Value.Parse(LoginAnswer, jsonOf(await staff.call('POST', '/admin/login', { username, password })))
  staff.token = login.token ?? ''
  return staff
}

/** A client, a form in the library and a session with it. */
async function prepareSession(staff: Visitor) {
  const names = { client_first_name: 'Inês', client_last_name: 'Gonçalves', primary_email: 'ines@agency.example' }
  const client = Value.Parse(ClientRecord, jsonOf(await staff.call('POST', '/clients', names)))
  const form = new FormData()
  form.set('title', 'Application')
  form.set('type', 'PDF')
  form.set('file', new File([pdf], 'application.pdf', { type: 'application/pdf' }))
  const template = Value.Parse(GlobalForm, jsonOf(await staff.upload('/global-forms', form)))
  const start = { client_id: client.id, session_type: 'onboarding', passcode }
  const session = Value.Parse(Session, jsonOf(await staff.call('POST', '/session', start)))
  const attach = { session_id: session.id, form_id: template.id, status: 'pending' }
  const document = Value.Parse(SessionForm, jsonOf(await staff.call('POST', '/sessionforms', attach)))
  return { client, template, session, document }
}

async function openSession(code: string): Promise<Visitor> {
  const client = new Visitor(routerPort, clientHost, '/session/_api')
  const wrong = await client.call('POST', `/api/session/${code}/auth`, { passcode: 'wrong' })
  expect(wrong.status).toBe(401)
  const opened = await client.call('POST', `/api/session/${code}/auth`, { passcode: passcode.toLowerCase() })
  expect(opened.headers['set-cookie']?.[0]).toMatch(/HttpOnly; SameSite=Strict/)
  Value.Parse(SessionAuthAnswer, jsonOf(opened))
  return client
}

async function sign(client: Visitor, code: string, formId: string) {
  const answer = await client.call('GET', `/session/${code}/disclosure?language=pt`)
  const { version, sha256 } = Value.Parse(Disclosure, jsonOf(answer))
  const consent = await client.call('POST', `/session/${code}/consent`, { version, sha256, language: 'pt' })
  expect(consent.status).toBe(204)
  jsonOf(await client.call('POST', `/sessionforms/${formId}/open`))
  const name = 'Inês Gonçalves'
  const signature = { kind: 'typed', text: name, font: 'great-vibes' }
  const body = { name, signature, language: 'pt', time_zone: 'America/New_York' }
  jsonOf(await client.call('POST', `/sessionforms/${formId}/sign`, body))
}

const statusOf = async (visitor: Visitor, sessionId: string) =>
  Value.Parse(SessionFormList, jsonOf(await visitor.call('GET', `/sessionforms/session/${sessionId}`))).data[0]?.status

/** What poppler says of a PDF's signature. */
function judge(sealed: Buffer): string {
  const directory = mkdtempSync(join(tmpdir(), 'sealed-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'sealed.pdf')
  writeFileSync(path, sealed)
  return execFileSync('pdfsig', [path], { encoding: 'utf8' })
}

const wordsOf = (content: Buffer) => execFileSync('pdftotext', ['-', '-'], { input: content, encoding: 'utf8' })

test('[FE-04] given every part behind nginx, when a client signs a document, staff get it sealed @full', async () => {
  const staff = await logInStaff()
  const { template, session, document } = await prepareSession(staff)
  const stored = await staff.call('GET', `/global-forms/${template.id}/file`)
  // What is stored is the plain copy: it says the same.
  expect(wordsOf(stored.content)).toBe(wordsOf(pdf))

  const client = await openSession(session.session_code)
  await sign(client, session.session_code, document.id)
  await vi.waitFor(async () => expect(await statusOf(client, session.id)).toBe('completed'), {
    timeout: 90_000,
    interval: 200,
  })
  const path = `/sessionforms/${document.id}/file`
  const kept = await client.call('GET', path)
  expect(kept.headers['content-type']).toBe('application/pdf')

  expect((await client.call('POST', `/api/session/${session.session_code}/logout`)).status).toBe(204)
  expect((await client.call('GET', path)).status).toBe(401)

  const sealed = await staff.call('GET', path)
  expect(sealed.content.equals(kept.content)).toBe(true)
  expect(judge(sealed.content)).toContain('Signature is Valid.')
}, 120_000)

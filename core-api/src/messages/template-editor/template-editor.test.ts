import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { languages } from '@agency/contract/esign'
import { messageKinds } from '@agency/contract/messages'
import type { PrincipalStatement } from '@agency/contract/principal'
import { type MailServer, startMailServer } from '@agency/test-kit/product/mail-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { defaultTexts } from '../../platform/outbox/templates/default-templates.ts'
import { requireValidTexts } from '../../platform/outbox/templates/message-placeholders.ts'
import { renderTexts } from '../../platform/outbox/templates/render-message.ts'
import { sampleValues } from './sample-values.ts'

let mails: MailServer
let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  mails = await startMailServer()
  core = await startCore({
    SMTP_URL: mails.url,
    MAIL_FROM: 'Sunrise <office@example.com>',
    AGENCY_NAME: 'Sunrise & Co',
  })
  admin = await core.admin()
  await core.app.db.updateTable('admins').set({ email: 'olga@example.com' }).execute()
})
afterAll(async () => {
  await core.close()
  await mails.close()
})

const texts = { subject: 'Still open: {agency}', body: 'Dear {name},\n\n{link}', text: '{agency}: {link}' }
const urlOf = (kind = 'reminder', language = 'es') => `/message-templates/${kind}/${language}`
type Method = 'GET' | 'PUT' | 'DELETE' | 'POST'
const ask = (method: Method, url: string, payload?: object, as = admin, headers = {}) =>
  core.ask(as, { method, url, headers, ...(payload ? { payload } : {}) })
const versions = () => core.app.db.selectFrom('message_templates').selectAll().execute()

describe('message templates', () => {
  it('given a kind that is not there, when it is read, then 400', async () => {
    expect((await ask('GET', urlOf('no-such-kind'))).statusCode).toBe(400)
  })

  it('given nothing edited, when listed, then each kind is there in three languages, with its default texts', async () => {
    const list = (await ask('GET', '/message-templates')).json()
    expect(list).toHaveLength(messageKinds.length * 3)
    expect(list).toContainEqual({
      kind: 'reminder',
      language: 'es',
      edited: false,
      version: 0,
      changed_at: null,
      changed_by: null,
    })
    const template = (await ask('GET', urlOf())).json()
    expect(template).toMatchObject({ ...defaultTexts('reminder', 'es'), versions: [], edited: false })
    expect(template.placeholders).toEqual(['name', 'link', 'agency'])
  })

  it('given an edit, when stored, then messages have its texts, who made it is known, and a reset brings the default back', async () => {
    const saved = await ask('PUT', urlOf(), texts)
    expect(saved.json()).toMatchObject({ ...texts, edited: true, version: 1, changed_by: 'admin' })
    expect(saved.headers.etag).toBe('"1"')
    expect((await ask('PUT', urlOf(), texts)).json().version).toBe(1)

    const reset = await ask('DELETE', urlOf(), undefined, admin, { 'if-match': '"1"' })
    expect(reset.json()).toMatchObject({ ...defaultTexts('reminder', 'es'), edited: false, version: 2 })
    expect(reset.json().versions).toMatchObject([
      { version: 2, texts: null },
      { version: 1, texts },
    ])
    expect((await ask('DELETE', urlOf())).json().version).toBe(2)
    const events = await core.app.db
      .selectFrom('audit_events')
      .select(['action', 'detail', 'fields'])
      .where('action', 'like', 'message-template.%')
      .orderBy('position')
      .execute()
    expect(events).toEqual([
      { action: 'message-template.changed', detail: 'reminder, es', fields: ['subject', 'body', 'text'] },
      { action: 'message-template.reset', detail: 'reminder, es', fields: ['subject', 'body', 'text'] },
    ])
  })

  it('given two people at one template, when both change the same text, then the second gets 409; other texts merge', async () => {
    const url = urlOf('copy', 'en')
    const { version, ...before } = (await ask('GET', url)).json()
    const { subject, body, text } = before
    const put = (changes: object) =>
      ask('PUT', url, { subject, body, text, ...changes }, admin, { 'if-match': `"${version}"` })
    expect((await put({ subject: 'First' })).statusCode).toBe(200)
    const second = await put({ subject: 'Second' })
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({ code: 'EDIT_CONFLICT', details: [{ field: 'subject' }] })
    const merged = await put({ text: 'Here: {link}' })
    expect(merged.statusCode).toBe(409)
    expect((await put({ subject: 'First', text: 'Here: {link}' })).json()).toMatchObject({
      subject: 'First',
      text: 'Here: {link}',
    })
  })

  it.each([
    [
      'a placeholder that there is not',
      { body: 'Hi {nmae}: {link}' },
      'body',
      'No message of this kind has {nmae}. You can use {name}, {link}, {agency}.',
    ],
    ['the passcode', { body: '{link} {passcode}' }, 'body', 'No message of this kind has {passcode}'],
    ['the link in the subject', { subject: '{link}' }, 'subject', 'The subject can’t have {link}'],
    ['no link', { text: 'Please sign' }, 'text', 'Please keep {link}'],
    ['two lines in the subject', { subject: 'a\r\nBcc: x' }, 'subject', ''],
    ['nothing', { body: '' }, 'body', ''],
  ])(
    'given an invitation with %s, when stored or previewed, then 400 says so, and nothing is stored',
    async (_what, wrong, field, message) => {
      const before = await versions()
      for (const [method, url] of [
        ['PUT', urlOf('invitation')],
        ['POST', `${urlOf('invitation')}/preview`],
      ] as const) {
        const answer = await ask(method, url, { ...texts, ...wrong })
        expect(answer.statusCode).toBe(400)
        expect(answer.json().details).toMatchObject([
          { field: expect.stringContaining(field), message: expect.stringContaining(message) },
        ])
      }
      expect(await versions()).toEqual(before)
    },
  )

  it('given texts, when previewed, then they have sample values, and HTML is escaped', async () => {
    const answer = await ask('POST', `${urlOf('passcode', 'en')}/preview`, {
      subject: '<b>{agency}</b>',
      body: 'Hello {name} <script>\n\n{passcode}',
      text: '{passcode}',
    })
    const { subject, text, html, text_message } = answer.json()
    expect(subject).toBe('<b>Sunrise & Co</b>')
    expect(text).toBe('Hello Maria <script>\n\nsample-passcode')
    expect(text_message).toBe('sample-passcode')
    expect(html).toContain('Hello Maria &lt;script&gt;')
    expect(html).toContain('Sunrise &amp; Co')
    expect(html).not.toMatch(/<script|\{\{|http-equiv="refresh"|https?:\/\/(?!www\.w3\.org)/)
  })

  it('given a template, when a test message is asked for, then one goes to one’s own address with sample values', async () => {
    const headers = { 'idempotency-key': `"${crypto.randomUUID()}"` }
    const send = () => ask('POST', `${urlOf('invitation', 'en')}/test`, undefined, admin, headers)
    expect((await send()).json()).toEqual({ to: 'o•••@example.com' })
    expect((await send()).statusCode).toBe(200)
    await vi.waitFor(() => expect(mails.received).toHaveLength(1), { timeout: 20_000 })
    const [{ to, text, html } = { to: [], text: '', html: '' }] = mails.received
    expect(to).toEqual(['olga@example.com'])
    expect(text).toContain('multipart/alternative')
    expect(text).toContain('Hello Maria,')
    expect(html).toContain('Review and sign')
  })

  it('given an account without an address, when a test message is asked for, then 409 says so', async () => {
    await core.app.db.updateTable('admins').set({ email: '' }).execute()
    const answer = await ask('POST', `${urlOf()}/test`)
    expect(answer.json()).toMatchObject({ code: 'WRONG_STATE', message: expect.stringContaining('no email address') })
  })
})

describe('the default texts', () => {
  const brand = {
    agencyName: 'Sunrise',
    color: '#8a1538',
    logo: { url: 'data:image/png;base64,AAAA', width: 240, height: 40 },
    address: '12 Harbor Lane, Miami, FL 33101',
    sender: { name: 'Sunrise', address: 'office@example.com' },
  }
  it.each(messageKinds)(
    'given %s in each language, when rendered, then they are valid, short, and name no placeholder',
    (kind) => {
      for (const language of languages) {
        const stored = defaultTexts(kind, language)
        requireValidTexts(kind, stored)
        const values = sampleValues(language, 'Sunrise', 'https://client.example.com')
        const email = renderTexts(brand, { kind, channel: 'email', language, values }, stored)
        const phone = renderTexts(brand, { kind, channel: 'text', language, values }, stored)
        expect(`${email.subject}${email.text}${email.html}${phone.text}`).not.toMatch(/\{\w+\}/)
        expect(phone.text.length).toBeLessThan(200)
        expect(email.html).toContain(`lang="${language}"`)
        expect(email.html).toContain('#8a1538')
        expect(email.html).not.toContain('#0f4c5c')
        expect(email.html).toMatch(/<img [^>]*height:40px[^>]* width="240" height="40"/)
        expect(Buffer.byteLength(email.html ?? '')).toBeLessThan(12_000)
        // Each is what it is for: the passcode never travels with the link.
        expect(email.html?.includes('sample-passcode') && email.html.includes('/session/')).toBe(false)
      }
    },
  )

  it('given messages that come again by themselves, when rendered, then they name the way to stop them; others don’t', () => {
    const values = sampleValues('en', 'Sunrise', 'https://client.example.com')
    const headers = messageKinds.filter(
      (kind) =>
        renderTexts(brand, { kind, channel: 'email', language: 'en', values }, defaultTexts(kind, 'en')).headers,
    )
    expect(headers).toEqual(['reminder', 'last-day', 'digest'])
  })

  it('given layout.mjml, when compared with the compiled layout, then that is up to date', () => {
    const read = (name: string) =>
      readFileSync(new URL(`../../platform/outbox/templates/${name}`, import.meta.url), 'utf8')
    const hash = createHash('sha256').update(read('layout.mjml')).digest('hex')
    expect(read('layout.html').startsWith(`<!-- mjml@5.4.1 of layout.mjml, SHA-256 ${hash} -->`)).toBe(true)
  })
})

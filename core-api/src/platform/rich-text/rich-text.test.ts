import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackStrings } from '../../../test/attack-strings.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { multipart, seedClient, seedForm, seedSession } from '../../../test/journey.ts'
import { judgeRichText } from '../../../test/rich-text-judge.ts'
import { sanitizeRichText } from './sanitize-rich-text.ts'

let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
})
afterAll(() => core.close())

/** Each place where staff write rich text: changes it, and reads it back. */
async function richTextFields() {
  const journey = await seedSession(core)
  const form = await seedForm(core, journey)
  const clientId = await seedClient(core, admin)
  const upload = await multipart({ notes: '<p>first</p>' })
  const payload = Buffer.from(
    upload.payload
      .toString()
      .replace(
        /(--\S+)--\s*$/,
        '$1\r\ncontent-disposition: form-data; name="documents"; filename="a"\r\n\r\nx\r\n$1--\r\n',
      ),
  )
  const uploaded = await core.ask(admin, {
    method: 'POST',
    url: `/upload/${clientId}`,
    headers: upload.headers,
    payload,
  })
  const { id: documentId } = uploaded.json().files[0]
  const read = async (url: string) => (await core.ask(admin, { method: 'GET', url })).json()
  const change = async (method: 'PUT' | 'PATCH', url: string, body: object) =>
    (await core.ask(admin, { method, url, payload: body })).statusCode
  const clientField = (field: string) => ({
    write: (text: string) => change('PUT', `/clients/${clientId}`, { [field]: text }),
    read: async () => (await read(`/clients/${clientId}`))[field],
  })
  return {
    'client notes': clientField('notes'),
    'client notes_2': clientField('notes_2'),
    'session form notes': {
      write: (text: string) => change('PUT', `/sessionforms/${form.id}`, { notes: text }),
      read: async () => (await read(`/sessionforms/session/${journey.session.id}`)).data[0].notes,
    },
    'global form notes': {
      write: (text: string) => change('PUT', `/global-forms/${form.form_id}`, { notes: text }),
      read: async () => (await read('/global-forms')).forms[0].notes,
    },
    'document notes': {
      write: (text: string) => change('PATCH', `/documents/${documentId}`, { notes: text }),
      read: async () => (await read(`/clients/${clientId}/documents`))[0].notes,
    },
  }
}

describe('rich text', () => {
  it('given each attack string, when stored in any rich-text field, then what is read back is harmless, or was refused', async () => {
    const bad: [string, string, string[]][] = []
    for (const [name, field] of Object.entries(await richTextFields())) {
      for (const text of attackStrings) {
        expect(await field.write(text), `${name}: ${text.slice(0, 80)}`).toBe(text.includes('\0') ? 400 : 200)
        const problems = judgeRichText((await field.read()) ?? '')
        if (problems.length > 0) bad.push([name, text.slice(0, 120), problems])
      }
    }
    expect(bad).toEqual([])
  })

  it('given each attack string, when sanitised again, then nothing changes any more', () => {
    for (const text of attackStrings) {
      const clean = sanitizeRichText(text)
      expect(clean === null ? null : sanitizeRichText(clean)).toBe(clean)
    }
  })

  it.each([
    '<p>plain, <strong>bold</strong>, <em>italic</em>, <u>underlined</u>, <s>struck</s></p>',
    '<p data-align="center">middle</p><p data-align="justify">wide</p>',
    '<ul><li><p>one</p><ol><li><p>two</p></li></ol></li></ul>',
    '<p><a href="https://example.com/a?b=1&amp;c=2#d" rel="noopener noreferrer">a link</a><br />next line</p>',
    '<p>a &lt; b &amp; c, “São João”, 漢字 🙂</p>',
  ])('given what the editor makes, when sanitised, then it stays as it is: %s', (html) => {
    expect(sanitizeRichText(html)).toBe(html)
    expect(judgeRichText(html)).toEqual([])
  })

  it('given text with signs that are no markup, when sanitised, then every word stays', () => {
    expect(sanitizeRichText('<p>a < b & c > d</p>')).toBe('<p>a &lt; b &amp; c &gt; d</p>')
  })

  it('given a judge, when shown what is harmful, then it says so', () => {
    for (const html of [
      '<img src=x>',
      '<p onclick=x>',
      '<a href="javascript:x" rel="noopener noreferrer">',
      '<a href="/x">',
    ])
      expect(judgeRichText(html)).not.toEqual([])
  })
})

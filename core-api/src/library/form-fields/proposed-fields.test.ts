import type { FormField } from '@agency/contract/form-fields'
import { flatForms } from '@agency/pdf-signing/test/flat-forms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { placeFields } from '../../../test/form-field-fixtures.ts'
import { addForm } from '../../../test/library-fixtures.ts'
import { multipart, openAsClient, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

/** Lines for name, birth, and the signatures and dates of a patient and a witness. */
const flat = () => Buffer.from(flatForms().find(({ name }) => name === 'underscores in text')?.pdf ?? [])
const labels = ['Name', 'Date of birth', 'Patient signature', 'Date', 'Witness signature', 'Date']
const ask = async (url: string) => core.ask(await core.admin(), { method: 'GET', url })
const seenIn = (answer: Awaited<ReturnType<typeof ask>>): FormField[] => answer.json().fields

async function seedDocument(changes: object = {}) {
  const seeded = await seedSession(core)
  const body = await multipart({ session_id: seeded.session.id, type: 'PDF', ...changes }, flat())
  const { id } = (await core.ask(seeded.admin, { method: 'POST', url: '/sessionforms', ...body })).json()
  return { ...seeded, id }
}

describe('fields proposed for a PDF without fields', () => {
  it('[PA-08] given a form of the library, when asked, then its lines are proposed with label, kind, role and binding, and nothing is stored', async () => {
    const { id } = await addForm(core, flat())
    const answer = await ask(`/global-forms/${id}/proposed-fields`)
    expect(answer.statusCode).toBe(200)
    expect(seenIn(answer).map(({ label }) => label)).toEqual(labels)
    expect(seenIn(answer)).toMatchObject([
      { kind: 'text', binding: 'client_name' },
      { kind: 'entered_date', binding: 'dob', latest: 'today' },
      { kind: 'signature', required: true },
      { kind: 'date', binding: null },
      { kind: 'signature', for: 'witness', required: false },
      { kind: 'date', for: 'witness' },
    ])
    expect((await ask(`/global-forms/${id}/fields`)).json()).toMatchObject({ fields: [], version: 1 })
  })

  it('given proposals that are saved as they are, when asked again, then they are accepted and nothing is proposed over them', async () => {
    const { id } = await addForm(core, flat())
    const proposed = seenIn(await ask(`/global-forms/${id}/proposed-fields`))
    const saved = await placeFields(core, id, proposed.slice(0, 4))
    expect([saved.statusCode, saved.json().details]).toEqual([200, undefined])
    const left = seenIn(await ask(`/global-forms/${id}/proposed-fields`))
    expect(left.map(({ label }) => label)).toEqual(labels.slice(4))
  })

  it('given a document of one session, when asked, then the same, and its saved fields are left out @full', async () => {
    const { id, admin } = await seedDocument()
    const url = `/sessionforms/${id}/proposed-fields`
    const proposed = seenIn(await ask(url))
    expect(proposed.map(({ label }) => label)).toEqual(labels)
    const payload = { fields: proposed.slice(2) }
    const saved = await core.ask(admin, { method: 'PUT', url: `/sessionforms/${id}/placed-fields`, payload })
    expect(saved.statusCode).toBe(200)
    expect(seenIn(await ask(url)).map(({ label }) => label)).toEqual(labels.slice(0, 2))
  })

  it('given a document to read, when asked, then 409 says that only a PDF to sign has fields @full', async () => {
    const { id } = await seedDocument({ requires_signature: 'false' })
    const answer = await ask(`/sessionforms/${id}/proposed-fields`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'WRONG_STATE'])
  })

  it('given a client, or an unknown form or document, when asked, then 404 @full', async () => {
    const { session, id } = await seedDocument()
    const client = await openAsClient(core, session)
    const form = await addForm(core, flat())
    for (const url of [`/sessionforms/${id}/proposed-fields`, `/global-forms/${form.id}/proposed-fields`])
      expect((await core.ask(client, { method: 'GET', url })).statusCode).toBe(404)
    for (const part of ['sessionforms', 'global-forms'])
      expect((await ask(`/${part}/${crypto.randomUUID()}/proposed-fields`)).statusCode).toBe(404)
  })
})

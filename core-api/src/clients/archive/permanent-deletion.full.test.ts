import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { openAsClient, type SeededSession, seedForm, seedSession, uploadFile } from '../../../test/session-fixtures.ts'
import { signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const ask = async (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  core.ask(await core.admin(), { method, url, ...(payload ? { payload } : {}) })
/** Deletes a client with its name typed. */
const deleteClient = ({ clientId }: SeededSession, confirmation = 'Inês Gonçalves') =>
  ask('DELETE', `/clients/${clientId}`, { confirmation })
/** Deletes a session with its code typed. */
const deleteSession = ({ session }: SeededSession, confirmation = session.session_code) =>
  ask('DELETE', `/session/${session.session_code}`, { confirmation })
const deletions = [deleteClient, deleteSession]
const actionsOf = async (subject: string) => {
  const rows = await auditEvents(core.app.db).select('action').where('subject_id', '=', subject).execute()
  return rows.map(({ action }) => action)
}

describe('deleting for good', () => {
  it('[OF-10] given a client that never signed, when it is deleted, then it is gone with its files, and its trail stays', async () => {
    const seeded = await seedSession(core)
    const form = await seedForm(core, seeded)
    await step(core, await openAsClient(core, seeded.session), form.id, 'open')
    await uploadFile(core, seeded.clientId)
    const files = async () => (await core.app.db.selectFrom('files').select('id').execute()).length
    const before = await files()
    expect((await deleteClient(seeded)).statusCode).toBe(204)
    expect(await files()).toBe(before - 1)
    for (const url of [`/clients/${seeded.clientId}`, `/session/${seeded.session.session_code}/details`])
      expect((await ask('GET', url)).statusCode).toBe(404)
    expect((await ask('GET', `/global-forms/${form.form_id}/file`)).statusCode).toBe(200)
    expect(await actionsOf(seeded.clientId)).toEqual(expect.arrayContaining(['client.created', 'client.deleted']))
    expect((await deleteClient(seeded)).statusCode).toBe(404)
  })

  it('[OF-10] given a session that never held a signature, when it is deleted, then it is gone and its client stays', async () => {
    const seeded = await seedSession(core)
    const form = await seedForm(core, seeded)
    await step(core, await openAsClient(core, seeded.session), form.id, 'decline', { reason: 'Not mine' })
    await ask('PUT', `/session/${seeded.session.session_code}/archived`, { archived: true })
    expect((await deleteSession(seeded)).statusCode).toBe(204)
    expect((await ask('GET', `/session/${seeded.session.session_code}/details`)).statusCode).toBe(404)
    expect((await ask('GET', `/clients/${seeded.clientId}`)).statusCode).toBe(200)
    expect(await actionsOf(seeded.session.id)).toContain('session.deleted')
  })

  it('[OF-10] given a sealed document, also a voided one, when client or session is deleted, then 409 and all stays', async () => {
    const seeded = await seedSession(core)
    const form = await seedForm(core, seeded)
    await signAsClient(core, seeded, form.id)
    await whenSealed(core, seeded, form.id)
    await core.ask(seeded.admin, {
      method: 'POST',
      url: `/sessionforms/${form.id}/void`,
      payload: { reason: 'An error' },
    })
    for (const attempt of deletions) {
      const answer = await attempt(seeded)
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'WRONG_STATE'])
      expect(answer.json().message).toMatch(/^This (client|session) has signed documents\. Archive it instead\.$/)
    }
    expect((await ask('GET', `/sessionforms/${form.id}/file`)).statusCode).toBe(200)
  })

  it('[OF-10] given a signature on paper, set by hand or uploaded, when the client is deleted, then 409', async () => {
    const byHand = await seedSession(core)
    const form = await seedForm(core, byHand)
    await ask('PUT', `/sessionforms/${form.id}`, { status: 'completed' })
    const uploaded = await seedSession(core)
    const document = await uploadFile(core, uploaded.clientId)
    await ask('PATCH', `/documents/${document.id}`, { signed: true })
    for (const seeded of [byHand, uploaded]) expect((await deleteClient(seeded)).statusCode).toBe(409)
  })

  it('[OF-10] given a document that is open at another provider, when it is deleted, then 409 asks to void it', async () => {
    const seeded = await seedSession(core)
    const form = await seedForm(core, seeded)
    await step(core, await openAsClient(core, seeded.session), form.id, 'open')
    const envelopes = core.app.db.updateTable('envelopes').set({ provider: 'docusign', provider_id: 'E-1' })
    await envelopes.where('session_form_id', '=', form.id).execute()
    for (const attempt of deletions) {
      const answer = await attempt(seeded)
      expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringMatching(/Void it first\.$/)])
    }
  })

  it('[OF-10] given no name or code, or another one, when it is deleted, then 400 names the field and all stays', async () => {
    const seeded = await seedSession(core)
    const { clientId, session } = seeded
    for (const url of [`/clients/${clientId}`, `/session/${session.session_code}`]) {
      for (const payload of [undefined, {}, { confirmation: '' }, { confirmation: 'Somebody Else' }]) {
        const answer = await ask('DELETE', url, payload)
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'INVALID_INPUT'])
        if (payload) expect(answer.json().details).toMatchObject([{ field: 'confirmation' }])
      }
    }
    expect((await ask('GET', `/clients/${clientId}/sessions`)).json()).toHaveLength(1)
  })

  it('[OF-10] given a name or a code in another case and spacing, when it is typed, then the record is deleted', async () => {
    const seeded = await seedSession(core)
    const code = seeded.session.session_code
    expect((await deleteSession(seeded, `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`)).statusCode).toBe(204)
    expect((await deleteClient(seeded, ' inês  GONÇALVES')).statusCode).toBe(204)
    const nameless = await core.ask(seeded.admin, { method: 'POST', url: '/clients', payload: { occupation: 'Baker' } })
    const answer = await ask('DELETE', `/clients/${nameless.json().id}`, { confirmation: 'delete' })
    expect(answer.statusCode).toBe(204)
  })

  it('given a client of a session, when it deletes, then 404 and the records stay', async () => {
    const seeded = await seedSession(core)
    const client = await openAsClient(core, seeded.session)
    for (const [url, confirmation] of [
      [`/clients/${seeded.clientId}`, 'Inês Gonçalves'],
      [`/session/${seeded.session.session_code}`, seeded.session.session_code],
    ] as const) {
      const answer = await core.ask(client, { method: 'DELETE', url, payload: { confirmation } })
      expect(answer.statusCode).toBe(404)
    }
    expect((await ask('GET', `/clients/${seeded.clientId}`)).statusCode).toBe(200)
  })
})

import { clientFields } from '@agency/contract/client-fields'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { openAsClient, seedClient, seedForm, seedSession, uploadFile } from '../../../test/session-fixtures.ts'
import { encryptStoredTexts } from './encrypt-stored-texts.ts'

/** The fields that docs/security.md says are stored in the clear. */
const plainFields = [
  'client_first_name',
  'client_last_name',
  'dob',
  'next_f_u_date',
  'current_health_plan_name',
  'status',
  'primary_email',
  'primary_phone',
]

/** A value for each free text of the record that is found nowhere by chance. */
const planted = Object.fromEntries(
  clientFields
    .filter(
      ({ kind, name }) => !['date', 'number', 'choice', 'rich-text'].includes(kind) && !plainFields.includes(name),
    )
    .map(({ name }) => [name, `planted ${name} planted`]),
)
const notes = '<p>planted notes planted</p>'

/** What an earlier release stored as JSON. */
const earlier = { notes, pref_lang: 'Portuguese', agi: 'planted agi planted', age_of_mother: 88 }

describe('the encryption of what is stored', () => {
  let core: Core
  let admin: PrincipalStatement
  beforeAll(async () => {
    core = await startCore()
    admin = await core.admin()
  })
  afterAll(() => core.close())

  const read = async (id: string) => (await core.ask(admin, { method: 'GET', url: `/clients/${id}` })).json()
  const encryptAll = (signal = new AbortController().signal) =>
    encryptStoredTexts({ db: core.app.db, cipher: core.app.cipher }, signal)
  const storedRows = async (): Promise<string> => {
    const { rows } = await sql<{ row: string }>`SELECT clients::text AS row FROM clients`.execute(core.app.db)
    return rows.map(({ row }) => row).join('\n')
  }
  /** A row as an earlier release stored it. */
  const makeEarlier = async (id: string) => {
    await sql`UPDATE clients SET profile = ${JSON.stringify(earlier)}::jsonb, encrypted_profile = NULL
      WHERE id = ${id}`.execute(core.app.db)
  }

  it('given a record with every field, when its row is read from the database, then only the listed fields are plain', async () => {
    const id = await seedClient(core, admin, { ...planted, notes, agi: 'planted agi planted', dob: '1951-02-03' })
    expect(await storedRows()).not.toContain('planted')
    expect(await read(id)).toMatchObject({ ...planted, notes })
    await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload: { notes_2: '<p>planted later</p>' } })
    expect(await storedRows()).not.toContain('planted')
    expect(await read(id)).toMatchObject({ ...planted, notes, notes_2: '<p>planted later</p>' })
  })

  it('given a row of an earlier release, when read, edited or opened by its client, then nothing of it is missing', async () => {
    const { clientId: id, session } = await seedSession(core)
    await makeEarlier(id)
    expect(await read(id)).toMatchObject(earlier)
    const client = await openAsClient(core, session)
    const own = await core.ask(client, { method: 'GET', url: `/clients/${id}` })
    expect(own.json().pref_lang).toBe('Portuguese')
    await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload: { agi: '1' } })
    expect(await read(id)).toMatchObject({ ...earlier, agi: '1' })
    expect(await storedRows()).not.toContain('planted')
  })

  it('given rows of an earlier release, when encrypted, then they read the same, in the same version @full', async () => {
    const ids: string[] = []
    for (let n = 0; n < 120; n++) ids.push(await seedClient(core, admin))
    const [first = ''] = ids
    for (const id of ids) await makeEarlier(id)
    const before = await read(first)
    const stopped = new AbortController()
    stopped.abort()
    expect(await encryptAll(stopped.signal)).toBe(0)
    const done = await Promise.all([encryptAll(), encryptAll()])
    expect(done[0] + done[1]).toBe(ids.length)
    expect(await encryptAll()).toBe(0)
    expect(await storedRows()).not.toContain('planted')
    expect(await read(first)).toEqual(before)
  })

  it('given an edit based on the version before encryption, when it is saved after it, then different fields merge and the same field conflicts', async () => {
    const id = await seedClient(core, admin)
    await makeEarlier(id)
    const put = (payload: object) =>
      core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload, headers: { 'if-match': '"1"' } })
    await put({ agi: '1' })
    await makeEarlier(id)
    await encryptAll()
    const merged = await put({ occupation: 'Cook' })
    expect([merged.statusCode, merged.json().occupation]).toEqual([200, 'Cook'])
    expect((await put({ agi: '2' })).statusCode).toBe(409)
  })

  it('given an encrypted row, when an earlier release reads its profile, then it finds no object that it could save', async () => {
    const id = await seedClient(core, admin, { agi: '1' })
    const { rows } = await sql<{ profile: unknown }>`SELECT profile FROM clients WHERE id = ${id}`.execute(core.app.db)
    expect(rows).toEqual([{ profile: null }])
  })

  it('given notes of documents and a reason for voiding, when stored, then encrypted, and staff read them as before @full', async () => {
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    const file = await uploadFile(core, journey.clientId)
    const ask = (method: 'GET' | 'PUT' | 'PATCH' | 'POST', url: string, payload?: object) =>
      core.ask(admin, { method, url, ...(payload ? { payload } : {}) })
    const changed = await ask('PUT', `/sessionforms/${form.id}`, { notes: '<p>planted one</p>' })
    expect(changed.json()).toMatchObject({ notes: '<p>planted one</p>', version: form.version + 1 })
    const patched = await ask('PATCH', `/documents/${file.id}`, { notes: '<p>planted two</p>' })
    expect(patched.json()).toMatchObject({ notes: '<p>planted two</p>' })
    const client = await openAsClient(core, journey.session)
    await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/open` })
    const voided = await ask('POST', `/sessionforms/${form.id}/void`, { reason: 'planted three' })
    expect(voided.json()).toMatchObject({ notes: '<p>planted one</p>', void_reason: 'planted three' })

    const stored = async () => {
      const { rows } = await sql<{ row: string }>`
        SELECT session_forms::text AS row FROM session_forms UNION ALL SELECT documents::text FROM documents
        UNION ALL SELECT envelopes::text FROM envelopes`.execute(core.app.db)
      return rows.map(({ row }) => row).join('\n')
    }
    const read = async () => {
      const { data } = (await ask('GET', `/sessionforms/session/${journey.session.id}`)).json()
      const [document] = (await ask('GET', `/clients/${journey.clientId}/documents`)).json()
      return [data[0].notes, data[0].void_reason, data[0].version, document.notes, document.version]
    }
    expect(await stored()).not.toContain('planted')
    const before = await read()
    expect(before).toMatchObject(['<p>planted one</p>', 'planted three', expect.anything(), '<p>planted two</p>', 2])

    // As an earlier release stored them.
    const { db } = core.app
    await sql`UPDATE session_forms SET notes = '<p>planted one</p>', encrypted_notes = NULL`.execute(db)
    await sql`UPDATE documents SET notes = '<p>planted two</p>', encrypted_notes = NULL`.execute(db)
    await sql`UPDATE envelopes SET ended_reason = 'planted three', encrypted_reason = NULL`.execute(db)
    expect(await read()).toEqual(before)
    await encryptAll()
    expect(await stored()).not.toContain('planted')
    expect(await read()).toEqual(before)
    const own = (await core.ask(client, { method: 'GET', url: `/sessionforms/session/${journey.session.id}` })).json()
    expect(own.data).toMatchObject([{ notes: null, void_reason: null }])
  })
})

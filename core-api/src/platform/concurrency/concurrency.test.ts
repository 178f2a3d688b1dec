import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import {
  consent,
  openAsClient,
  seedClient,
  seedForm,
  seedSession,
  signature,
  uploadFile,
} from '../../../test/session-fixtures.ts'
import { whenSealed } from '../../../test/signing-steps.ts'

let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
})
afterAll(() => core.close())

/** A record that staff change: how it is read, and two edits that touch different fields. */
interface Kind {
  method: 'PUT' | 'PATCH'
  url: string
  read(): Promise<Record<string, unknown>>
  one: Record<string, unknown>
  same: Record<string, unknown>
  other: Record<string, unknown>
  /** The fields of `one` as the answer of a conflict shows them, if it does not show their values. */
  masked?: Record<string, unknown>
}

const get = async (url: string) => (await core.ask(admin, { method: 'GET', url })).json()
const post = async (url: string, payload: object) => (await core.ask(admin, { method: 'POST', url, payload })).json()

const kinds: Record<string, () => Promise<Kind>> = {
  session: async () => {
    const { session } = await seedSession(core)
    return {
      method: 'PUT',
      url: `/session/${session.session_code}`,
      read: () => get(`/session/${session.session_code}/details`),
      one: { passcode: 'first' },
      masked: { passcode: null },
      same: { passcode: 'second' },
      other: { session_type: 'custom' },
    }
  },
  'session form': async () => {
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    return {
      method: 'PUT',
      url: `/sessionforms/${form.id}`,
      read: async () => (await get(`/sessionforms/session/${journey.session.id}`)).data[0],
      one: { title: 'First' },
      same: { title: 'Second' },
      other: { folder: 'Elsewhere' },
    }
  },
  'global form': async () => {
    const { id } = await post('/global-forms', { title: 'A', type: 'PDF' })
    return {
      method: 'PUT',
      url: `/global-forms/${id}`,
      read: async () => (await get('/global-forms')).forms.find((form: { id: string }) => form.id === id),
      one: { title: 'First' },
      same: { title: 'Second' },
      other: { folder: 'Elsewhere' },
    }
  },
  document: async () => {
    const clientId = await seedClient(core, admin)
    const { id } = await uploadFile(core, clientId)
    return {
      method: 'PATCH',
      url: `/documents/${id}`,
      read: async () => (await get(`/clients/${clientId}/documents`))[0],
      one: { status: 'first' },
      same: { status: 'second' },
      other: { signed: true },
    }
  },
  admin: async () => {
    const name = { first_name: 'Ana', last_name: 'Lima' }
    const profile = {
      ...name,
      email: `${uuid()}@example.com`,
      username: uuid(),
      role: 'standard',
      password: 'lime swordfish at dawn',
    }
    const { id } = await post('/admin/create', profile)
    return {
      method: 'PUT',
      url: `/admin/${id}/update`,
      read: () => get(`/admin/${id}`),
      one: { first_name: 'Bia' },
      same: { first_name: 'Eva' },
      other: { last_name: 'Souza' },
    }
  },
}

const write = ({ method, url }: Kind, payload: object, version?: unknown) =>
  core.ask(admin, { method, url, payload, headers: version === undefined ? {} : { 'if-match': `"${version}"` } })

describe.each(Object.entries(kinds))('two people at one %s', (_name, seed) => {
  it('given both saw the same version, when the second changes the same field, then 409, and nothing is lost', async () => {
    const kind = await seed()
    const { version } = await kind.read()
    const first = await write(kind, kind.one, version)
    expect(first.statusCode).toBe(200)
    expect(first.headers.etag).toBe(`"${first.json().version}"`)
    expect(first.json().version).not.toBe(version)
    const second = await write(kind, { ...kind.same, ...kind.other }, version)
    expect(second.statusCode).toBe(409)
    const [field] = Object.keys(kind.same)
    expect(second.json()).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: [{ field }],
      current: kind.masked ?? kind.one,
    })
    expect(second.json().saved).toEqual({ by: 'admin', at: expect.any(String) })
    expect(second.body).not.toMatch(/field_versions|encrypted_passcode|file_id/)
    expect(await kind.read()).toMatchObject({ ...kind.one, version: first.json().version })
  })

  it('given both saw the same version, when they change different fields or agree, then both edits stand', async () => {
    const kind = await seed()
    const { version } = await kind.read()
    await write(kind, kind.one, version)
    expect((await write(kind, { ...kind.one, ...kind.other }, version)).statusCode).toBe(200)
    expect(await kind.read()).toMatchObject({ ...kind.one, ...kind.other })
  })

  it('given the newest version, none, or one that is no ETag, when changed, then it is, it is, and 400', async () => {
    const kind = await seed()
    await write(kind, kind.one)
    const { version } = await kind.read()
    expect((await write(kind, kind.same, version)).statusCode).toBe(200)
    expect((await write(kind, kind.one)).statusCode).toBe(200)
    expect((await write(kind, kind.same, 'x')).json().details).toMatchObject([{ field: 'If-Match' }])
    expect(await kind.read()).toMatchObject(kind.one)
  })

  it('given the version in the body alone, when the second changes the same field, then 409; If-Match goes before it', async () => {
    const kind = await seed()
    const { version } = await kind.read()
    await write(kind, kind.one)
    expect((await write(kind, { ...kind.same, version })).statusCode).toBe(409)
    const now = (await kind.read()).version
    expect((await write(kind, { ...kind.same, version }, now)).statusCode).toBe(200)
  })

  it('given a whole record that is sent back with its version, when a colleague has changed a field, then the change stays', async () => {
    const kind = await seed()
    const { version, ...before } = await kind.read()
    const fields = Object.keys({ ...kind.one, ...kind.other })
    // A passcode is encrypted, and its former value is not kept.
    const whole = Object.fromEntries(fields.filter((name) => name !== 'passcode').map((name) => [name, before[name]]))
    await write(kind, kind.one)
    await write(kind, kind.same)
    expect((await write(kind, { ...whole, ...kind.other, version })).statusCode).toBe(200)
    expect(await kind.read()).toMatchObject({ ...kind.same, ...kind.other })
  })

  it('given a version that does not exist yet, when it is named in either place, then 409 in words, and nothing is stored', async () => {
    const kind = await seed()
    const before = await kind.read()
    for (const answer of [await write(kind, kind.one, 999), await write(kind, { ...kind.one, version: 999 })]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'WRONG_STATE'])
      expect(answer.json().message).toContain('no version 999 yet')
    }
    expect((await kind.read()).version).toBe(before.version)
  })

  it('given an edit that changes nothing, when saved, then the version stays', async () => {
    const kind = await seed()
    await write(kind, kind.one)
    const before = await kind.read()
    expect((await write(kind, kind.one)).statusCode).toBe(200)
    expect((await kind.read()).version).toBe(before.version)
  })

  it('given ten people who saw the same version, when all change one field at once, then one edit stands', async () => {
    const kind = await seed()
    const { version } = await kind.read()
    const [field = ''] = Object.keys(kind.one)
    const value = (n: number) => (field === 'first_name' ? `Ana ${n}` : `try ${n}`)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => write(kind, { [field]: value(n) }, version)))
    const won = answers.filter(({ statusCode }) => statusCode === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9)
    expect(await kind.read()).toMatchObject({ [field]: won[0]?.json()[field] })
  })
})

it('[SI-07] given a document that the client signs while staff edit it, when staff save it whole as it was, then their edit alone is stored', async () => {
  const journey = await seedSession(core)
  const form = await seedForm(core, journey)
  const client = await openAsClient(core, journey.session)
  await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/open` })
  await consent(core, client, journey.session)
  await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/sign`, payload: signature })
  const { version, title, folder, notes, status, created_at, sent_at, read_at, signed_at } = form
  const whole = { title, folder, notes, status, created_at, sent_at, read_at, signed_at }
  const save = (payload: object, headers = {}) =>
    core.ask(admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload, headers })
  const read = async () => (await get(`/sessionforms/session/${journey.session.id}`)).data[0]
  await whenSealed(core, journey, form.id)
  const signed = await read()
  const stays = { ...{ read_at: signed.read_at, sent_at: signed.sent_at }, signed_at: signed.signed_at, title }
  const isStored = async (edit: object) =>
    expect(await read()).toMatchObject({ ...stays, ...edit, status: expect.stringMatching(/^(signed|completed)$/) })
  expect((await save({ ...whole, folder: 'New' }, { 'if-match': `"${version}"` })).statusCode).toBe(200)
  await isStored({ folder: 'New' })
  expect((await save({ ...whole, notes: '<p>new</p>', version })).statusCode).toBe(200)
  await isStored({ folder: 'New', notes: '<p>new</p>' })
  expect((await save({ ...whole, folder: 'No base' })).json().code).toBe('DOCUMENT_SEALED')
  await isStored({ folder: 'New' })
  expect((await save({ status: 'viewed', version: signed.version })).json().code).toBe('DOCUMENT_SEALED')
})

it('given notes of a document, when a colleague has changed them since, then those of a stale whole save are no edit', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const save = (payload: object) => core.ask(admin, { method: 'PUT', url: `/sessionforms/${id}`, payload })
  const { version } = (await save({ notes: '<p>mine</p>' })).json()
  await save({ notes: '<p>theirs</p>' })
  expect((await save({ notes: '<p>mine</p>', folder: 'New', version })).json()).toMatchObject({
    ...{ notes: '<p>theirs</p>', folder: 'New' },
  })
  expect((await save({ notes: '<p>another</p>', version })).statusCode).toBe(409)
  const { rows } = await sql<{ text: string }>`SELECT string_agg(row_to_json(former_values)::text, '') AS text
    FROM former_values WHERE record_id = ${id}`.execute(core.app.db)
  expect(rows[0]?.text).not.toContain('mine')
})

describe('a document that is saved without a base', () => {
  const seed = async (first: object) => {
    const journey = await seedSession(core)
    const { id } = await seedForm(core, journey)
    const save = async (payload: object) =>
      (await core.ask(admin, { method: 'PUT', url: `/sessionforms/${id}`, payload })).json()
    return { save, stored: await save(first) }
  }
  const moment = '2026-02-03T04:05:06.000Z'

  it.each([
    ['completed', 'pending'],
    ['completed', 'viewed'],
    ['signed', 'declined'],
    ['viewed', 'pending'],
    ['declined', 'viewed'],
  ])('given status %s and dates, when %s and no dates are saved with a title, then both stay', async (from, to) => {
    const dates = { sent_at: moment, read_at: moment, signed_at: moment }
    const { save } = await seed({ status: from, ...dates })
    const empty = { sent_at: null, read_at: null, signed_at: null }
    expect(await save({ title: 'New', status: to, ...empty })).toMatchObject({ title: 'New', status: from, ...dates })
  })

  it.each([
    ['pending', 'completed'],
    ['viewed', 'declined'],
    ['declined', 'completed'],
    ['signed', 'completed'],
  ])('given status %s, when %s is saved with a title, then it is stored', async (from, to) => {
    const { save } = await seed({ status: from })
    expect(await save({ title: 'New', status: to })).toMatchObject({ title: 'New', status: to })
  })

  it('given a finished document, when its present version is named, then it can go back', async () => {
    const { save, stored } = await seed({ status: 'completed', signed_at: moment })
    const back = { title: 'New', status: 'pending', signed_at: null, version: stored.version }
    expect(await save(back)).toMatchObject({ status: 'pending', signed_at: null })
  })
})

import type { PrincipalStatement } from '@agency/contract/principal'
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

it('given a document that the client opens while staff edit it, when staff save the former status, then 409', async () => {
  const journey = await seedSession(core)
  const form = await seedForm(core, journey)
  const client = await openAsClient(core, journey.session)
  await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/open` })
  await consent(core, client, journey.session)
  await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/sign`, payload: signature })
  const save = (payload: object) => {
    const headers = { 'if-match': `"${form.version}"` }
    return core.ask(admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload, headers })
  }
  const whole = await save({ title: 'New', status: 'pending', signed_at: null })
  expect(whole.json().details.map(({ field }: { field: string }) => field)).toEqual(['status', 'signed_at'])
  expect((await save({ folder: 'New' })).statusCode).toBe(200)
})

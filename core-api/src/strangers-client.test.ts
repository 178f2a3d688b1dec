import type { PrincipalStatement } from '@agency/contract/principal'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, nobody, smallPdf, startCore } from '../test/core.ts'
import { multipart, passcode, seedClient, seedSession } from '../test/session-fixtures.ts'

/** A front end that was written from the specification alone: it sends whole records back, and texts of HTML forms. */
let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
})
afterAll(() => core.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Calls the API as staff. @throws when it is refused */
async function call(method: Method, url: string, payload?: InjectOptions['payload'], headers = {}) {
  const answer = await core.ask(admin, { method, url, ...(payload === undefined ? {} : { payload }), headers })
  expect([method, url, answer.statusCode < 300 ? 'done' : answer.body]).toEqual([method, url, 'done'])
  return answer.statusCode === 204 ? undefined : answer.json()
}

const refusedFields = async (method: Method, url: string, payload: object) => {
  const answer = await core.ask(admin, { method, url, payload })
  expect(answer.statusCode).toBe(400)
  return answer.json().details.map(({ field }: { field: string }) => field)
}

const upload = async (url: string, fields: Record<string, string>, part = 'file') => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(part, new Blob([Uint8Array.from(smallPdf)], { type: 'application/pdf' }), 'form.pdf')
  const body = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  return call('POST', url, Buffer.from(await body.arrayBuffer()), headers)
}

describe('a client', () => {
  it('given empty texts of a form, when added, then they are empty fields', async () => {
    const made = await call('POST', '/clients', {
      client_first_name: 'Ana',
      client_last_name: 'Lee',
      primary_email: '',
      dob: '',
      status: null,
      age_of_mother: '',
    })
    expect(made).toMatchObject({ primary_email: null, dob: null, status: 'active', age_of_mother: null })
  })

  it.each<[string, object, object]>([
    ['an age as text', { age_of_mother: '72' }, { age_of_mother: 72 }],
    ['an empty age', { age_of_father: '' }, { age_of_father: null }],
    ['empty dates', { dep1_dob: '', spouse_dob: '__clear__' }, { dep1_dob: null, spouse_dob: null }],
    ['numbers for money', { agi: 85_000, health_plan_premium: 12.5 }, { agi: '85000', health_plan_premium: '12.5' }],
    ['numbers for measures', { weight: 180, dep2_height: 60 }, { weight: '180', dep2_height: '60' }],
    ['a number for a phone', { primary_phone: 3055550147 }, { primary_phone: '3055550147' }],
    ['midnight in UTC', { dob: '1990-01-02T00:00:00.000Z' }, { dob: '1990-01-02' }],
    ['local midnight', { dob: '1990-01-02T00:00:00-05:00' }, { dob: '1990-01-02' }],
    ['noon', { next_f_u_date: '2026-12-01T12:00:00Z' }, { next_f_u_date: '2026-12-01' }],
    ['another case', { status: 'Unpaid' }, { status: 'unpaid' }],
    ['notes without text', { notes: '<p></p>' }, { notes: null }],
  ])('[TR-04] given a record sent back whole with %s, when saved, then it is stored', async (_what, change, stored) => {
    const id = await seedClient(core, admin, { ssn: '123-45-6789', agi: '5', cvc: null })
    const record = await call('GET', `/clients/${id}`)
    expect(await call('PUT', `/clients/${id}`, { ...record, ...change })).toMatchObject({
      ...record,
      ...stored,
      version: expect.any(Number),
      updated_at: expect.any(String),
    })
  })

  it('given masks of the values that are stored, when sent back, then nothing is changed', async () => {
    const id = await seedClient(core, admin, { ssn: '123-45-6789', mp_pass: 'secret', card_number: '4242424242424242' })
    const masks = { ssn: '***-**-6789', mp_pass: '••••••••', card_number: '••••4242' }
    expect(await call('PUT', `/clients/${id}`, masks)).toMatchObject({
      ssn: '123-45-6789',
      mp_pass: 'secret',
      version: 1,
    })
    expect(await refusedFields('PUT', `/clients/${id}`, { ssn: '***-**-1111' })).toEqual(['ssn'])
  })

  it.each<[string, object]>([
    ['an SSN as a number, which may have lost zeros', { ssn: 12345678 }],
    ['an account as a number', { account_number: 5 }],
    ['a phone of nine digits as a number', { primary_phone: 305555014 }],
    ['a date of unknown order', { dob: '01/02/1990' }],
    ['a time that is on two days', { dob: '1990-01-02T03:00:00Z' }],
    ['an age in words', { age_of_mother: 'seventy' }],
    ['half a year', { age_of_mother: '72.5' }],
    ['an impossible date', { dob: '2001-02-30T00:00:00Z' }],
    ['an unknown name', { nickname: 'A' }],
  ])('given %s, when saved, then 400 names the field', async (_what, change) => {
    const id = await seedClient(core, admin)
    expect(await refusedFields('PUT', `/clients/${id}`, change)).toEqual(Object.keys(change))
  })

  it('given an old version in a record sent back, when somebody changed the same field, then 409', async () => {
    const id = await seedClient(core, admin)
    const record = await call('GET', `/clients/${id}`)
    await call('PUT', `/clients/${id}`, { city_of_birth: 'Recife' })
    const payload = { ...record, city_of_birth: 'Olinda' }
    expect((await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload })).statusCode).toBe(409)
  })
})

describe('a session and its documents', () => {
  it('[TR-04] given the specified calls, when made in turn, then each is accepted', async () => {
    const clientId = await seedClient(core, admin)
    const session = await call('POST', '/session', { client_id: clientId, session_type: 'Onboarding' })
    expect(session).toMatchObject({ session_type: 'onboarding', passcode: null })
    await call('POST', '/session', { client_id: clientId, session_type: 'review', passcode: '' })
    expect(await call('GET', `/clients/${clientId}/sessions`)).toHaveLength(2)
    await call('GET', `/session/${session.session_code}/details`)
    const form = await call('POST', '/sessionforms', {
      session_id: session.id,
      title: 'Plan',
      type: 'Link',
      folder: '',
      notes: '',
      source: 'https://example.com/plan',
      status: 'pending',
      created_at: '2026-08-01',
      form_id: '',
      order_index: '0',
      source_template_id: '',
    })
    expect(form).toMatchObject({ created_at: '2026-08-01T12:00:00.000Z', folder: '', order_index: 0 })
    const change = { title: 'Plan 2', sent_at: '2026-08-02', read_at: '', signed_at: null }
    expect(await call('PUT', `/sessionforms/${form.id}`, { ...form, ...change })).toMatchObject({
      title: 'Plan 2',
      sent_at: '2026-08-02T12:00:00.000Z',
      read_at: null,
    })
    expect(await refusedFields('PUT', `/sessionforms/${form.id}`, { sent_at: '2026-08-02T10:00' })).toEqual(['sent_at'])
    expect((await call('GET', `/sessionforms/session/${session.id}`)).data).toHaveLength(1)
    await call('DELETE', `/sessionforms/${form.id}`, undefined, { 'content-type': 'application/json' })
  })

  it('given a session sent back whole, when its type is changed, then the rest stays', async () => {
    const { session } = await seedSession(core)
    const url = `/session/${session.session_code}`
    const read = await call('GET', `${url}/details`)
    expect(await call('PUT', url, { ...read, session_type: 'renewal' })).toMatchObject({ session_type: 'renewal' })
    const open = { method: 'POST', url: `/api/session/${session.session_code}/auth`, payload: { passcode } } as const
    expect((await core.ask(nobody, open)).statusCode).toBe(200)
  })
})

describe('the library', () => {
  it('given a form sent back whole, when changed, then its read-only fields are ignored', async () => {
    const made = await call('POST', '/global-forms', { type: 'link', folder: '', source: 'https://example.com/' })
    expect(made).toMatchObject({ title: null, type: 'Link', folder: null })
    expect(await call('PUT', `/global-forms/${made.id}`, { ...made, title: 'Rates' })).toMatchObject({ title: 'Rates' })
    await upload('/global-forms', { title: 'A', type: 'PDF', notes: '', source: '', requires_signature: 'on' })
    expect((await call('GET', '/global-forms')).forms.length).toBeGreaterThan(1)
  })
})

describe('a file of a client', () => {
  it.each<[string | undefined, boolean]>([
    ['on', true],
    ['1', true],
    ['true', true],
    ['', false],
    ['false', false],
    [undefined, false],
  ])('given signed=%s in the form, when uploaded and sent back whole, then signed is %s', async (signed, expected) => {
    const id = await seedClient(core, admin)
    const fields = { status: '', folder: '', notes: '', ...(signed === undefined ? {} : { signed }) }
    const [file] = (await upload(`/upload/${id}`, fields, 'documents')).files
    expect(file).toMatchObject({ signed: expected, status: null, folder: null, notes: null })
    const sentBack = { ...file, status: 'checked', signed: String(expected) }
    expect(await call('PATCH', `/documents/${file.id}`, sentBack)).toMatchObject({
      status: 'checked',
      signed: expected,
    })
    expect(await call('GET', `/clients/${id}/documents`)).toHaveLength(1)
    if (!expected) await call('DELETE', `/documents/${file.id}`)
  })

  it('given a chooser without a choice, or a file of 0 bytes, when sent, then only the first is accepted beside another', async () => {
    const id = await seedClient(core, admin)
    const ask = async (url: string, part: string, names: string[]) => {
      const form = new FormData()
      if (part === 'file') form.set('type', 'PDF')
      for (const name of names) form.append(part, new File(name === 'a.txt' ? ['text'] : [], name))
      const body = new Request('http://localhost', { method: 'POST', body: form })
      const headers = { 'content-type': body.headers.get('content-type') ?? '' }
      return core.ask(admin, { method: 'POST', url, payload: Buffer.from(await body.arrayBuffer()), headers })
    }
    expect((await ask(`/upload/${id}`, 'documents', ['', 'a.txt'])).json().files).toHaveLength(1)
    for (const [url, part] of [
      [`/upload/${id}`, 'documents'],
      ['/global-forms', 'file'],
    ] as const) {
      const answer = await ask(url, part, ['empty.pdf'])
      expect([answer.statusCode, answer.json().details]).toEqual([
        400,
        [{ field: part, message: expect.stringContaining('is empty (0 bytes)') }],
      ])
    }
    expect(await call('GET', `/clients/${id}/documents`)).toHaveLength(1)
  })

  it('given a word that is neither yes nor no, when sent, then 400 names the field', async () => {
    const url = `/upload/${await seedClient(core, admin)}`
    const answer = await core.ask(admin, { method: 'POST', url, ...(await multipart({ signed: 'maybe' })) })
    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'signed'])
  })
})

describe('staff', () => {
  it('given the specified calls, when a whole record is sent back, then each is accepted', async () => {
    const made = await call('POST', '/admin/create', {
      id: '',
      email: 'bo@example.com',
      username: 'bo',
      role: 'Standard',
      first_name: 'Bo',
      last_name: 'Lee',
      password: 'several plain words here',
      client_count: 0,
    })
    const read = await call('GET', `/admin/${made.id}`)
    const change = { ...read, last_name: 'Diaz', password: '' }
    expect(await call('PUT', `/admin/${made.id}/update`, change)).toMatchObject({ last_name: 'Diaz', role: 'standard' })
    const login = {
      method: 'POST',
      url: '/admin/login',
      payload: { username: 'bo', password: 'several plain words here' },
    } as const
    expect((await core.ask(nobody, login)).json().success).toBe(true)
    await call('PUT', `/admin/${made.id}/password`, { password: adminPassword })
    expect((await call('GET', '/admin/list')).length).toBe(2)
    await call('DELETE', `/admin/${made.id}`)
  })
})

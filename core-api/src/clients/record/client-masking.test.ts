import { randomUUID } from 'node:crypto'
import { clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { maskedHeader } from '@agency/contract/masked-call'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedForm, seedSession, uploadFile } from '../../../test/session-fixtures.ts'
import type { AdminPrincipal, Principal } from '../../platform/http/principals.ts'
import { maskClientValue, maskRecord, mayReveal, revealedFields } from './client-masking.ts'
import { readClient } from './client-service.ts'

const sensitive = clientFields.filter(({ encrypted }) => encrypted)
const planted = Object.fromEntries(sensitive.map(({ name }, n) => [name, `71${1_000_000 + n}93`]))
const passcode = 'planted-passcode-71'
const notes = 'planted notes 71'

const address = '192.0.2.1'
const staff = (role: 'standard' | 'power'): AdminPrincipal => ({
  kind: 'admin',
  role,
  scope: 'all',
  adminId: randomUUID(),
  adminSessionId: randomUUID(),
  address,
})

describe('who may be given sensitive values', () => {
  let core: Core
  let admin: PrincipalStatement
  let clientId: string
  let record: ClientRecord
  beforeAll(async () => {
    core = await startCore()
    admin = await core.admin()
    const journey = await seedSession(core, { passcode })
    clientId = journey.clientId
    const payload = { ...planted, notes }
    await core.ask(admin, { method: 'PUT', url: `/clients/${clientId}`, payload })
    await uploadFile(core, clientId)
    await seedForm(core, journey)
    await core.ask(admin, { method: 'GET', url: `/clients/${clientId}` })
    await core.ask(admin, { method: 'POST', url: `/clients/${clientId}/opened`, payload: { field: 'ssn' } })
    record = await readClient({ db: core.app.db, cipher: core.app.cipher }, clientId)
  })
  afterAll(() => core.close())

  it('given either role of staff, when a record is projected, then it is whole', () => {
    for (const role of ['standard', 'power'] as const) {
      expect(mayReveal(staff(role))).toBe(true)
      expect(maskRecord(staff(role), record)).toEqual(record)
    }
  })

  it('given anybody else, when a record is projected, then each sensitive value is its mask, and the rest stays', () => {
    const nobody: Principal = { kind: 'nobody', address }
    const masked = maskRecord(nobody, record)
    for (const { name } of sensitive) {
      expect(record[name]).toBe(planted[name])
      expect(masked[name]).toMatch(/^(\*{3}-\*{2}-|•)/)
      expect(maskClientValue(nobody, name, record[name])).toBe(masked[name])
      expect(maskClientValue(nobody, name, null)).toBeNull()
    }
    expect(JSON.stringify(masked)).not.toMatch(new RegExp(Object.values(planted).join('|')))
    expect(masked).toMatchObject({ client_last_name: record.client_last_name, notes: record.notes })
  })

  it('given answers with and without masks, when what they reveal is named, then it is each sensitive field whose value they hold', () => {
    const whole: Principal = staff('standard')
    const masking: Principal = { ...staff('standard'), isMasking: true }
    const unmasked = sensitive.filter((field) => !('mask' in field)).map(({ name }) => name)
    expect(revealedFields(whole, record)).toEqual(sensitive.map(({ name }) => name))
    expect(revealedFields(masking, record)).toEqual(unmasked)
    expect(revealedFields({ kind: 'nobody', address }, record)).toEqual([])
    expect(revealedFields(whole, { ...record, ssn: null })).not.toContain('ssn')
  })

  it.each([
    ['all values', {}],
    ['masks on cards', { [maskedHeader]: '1' }],
  ])(
    'given %s, when a record is read and when it is changed, then the trail names the same fields as opened',
    async (_what, headers) => {
      const opened = async (call: { method: 'GET' | 'PUT'; payload?: object }) => {
        await core.ask(admin, { url: `/clients/${clientId}`, headers, ...call })
        const { events } = (
          await core.ask(admin, { method: 'GET', url: `/audit?client_id=${clientId}&limit=1` })
        ).json()
        return [events[0].action, events[0].fields]
      }
      const answer = await core.ask(admin, { method: 'GET', url: `/clients/${clientId}`, headers })
      const shown = sensitive.map(({ name }) => name).filter((name) => answer.json()[name] === planted[name])
      expect(await opened({ method: 'GET' })).toEqual(['client.opened', shown])
      expect(await opened({ method: 'PUT', payload: { occupation: randomUUID() } })).toEqual(['client.opened', shown])
    },
  )

  it('given a new client with an empty email, when added, then the trail names the fields that hold a value', async () => {
    const payload = { client_first_name: 'Zora', primary_phone: '3055550142', primary_email: '', dob: null, notes: '' }
    const { id } = (await core.ask(admin, { method: 'POST', url: '/clients', payload })).json()
    const { events } = (await core.ask(admin, { method: 'GET', url: `/audit?client_id=${id}` })).json()
    expect(events).toMatchObject([{ action: 'client.created', fields: ['client_first_name', 'primary_phone'] }])
  })

  it('given a client that was changed since, when the call that added it is repeated, then the trail names the fields of its answer', async () => {
    const payload = { client_first_name: 'Repeated' }
    const headers = { 'idempotency-key': `"${randomUUID()}"` }
    const add = (more = {}) =>
      core.ask(admin, { method: 'POST', url: '/clients', payload, headers: { ...headers, ...more } })
    const { id } = (await add()).json()
    const eventsOf = async () =>
      (await core.ask(admin, { method: 'GET', url: `/audit?client_id=${id}` }))
        .json()
        .events.map(({ action, fields }: { action: string; fields: string[] }) => [action, fields])
    expect(await eventsOf()).toEqual([['client.created', ['client_first_name']]])
    const ssn = { payload: { ssn: planted.ssn }, headers: { [maskedHeader]: '1' } }
    await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, ...ssn })
    const before = await eventsOf()
    expect((await add({ [maskedHeader]: '1' })).json().ssn).not.toBe(planted.ssn)
    expect(await eventsOf()).toEqual(before)
    expect((await add()).json().ssn).toBe(planted.ssn)
    expect(await eventsOf()).toEqual([['client.opened', ['ssn']], ...before])
  })

  it('given planted values, when every list, search, count and trail is read, then none has them @full', async () => {
    const lists = [
      '/clients',
      '/clients?limit=50',
      '/clients?limit=50&q=gon',
      `/clients?limit=50&q=${planted.ssn}`,
      '/clients?limit=50&status=active&sort=dob&order=desc',
      '/clients/counts',
      '/clients/today?date=2026-01-01',
      `/clients/${clientId}/sessions`,
      `/clients/${clientId}/documents`,
      '/sessions?limit=50',
      '/sessions?limit=50&status=waiting',
      '/global-forms',
      '/admin/list',
      '/audit?limit=200',
      `/audit?client_id=${clientId}`,
      '/record-reads/alerts',
    ]
    for (const url of lists) {
      const answer = await core.ask(admin, { method: 'GET', url })
      expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 200, 'no-store'])
      for (const value of [...Object.values(planted), passcode, notes]) {
        expect(answer.body.includes(value), `${value} in ${url}`).toBe(false)
      }
    }
  })
})

import { ApiDocument } from '@agency/contract/api-description'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import type { Core } from '../../../test/core.ts'
import type { Filling } from '../../../test/form-field-fixtures.ts'
import type { Principal } from '../../platform/http/principals.ts'

// Each is what one line of client-fields.ts describes. `hair_color` is a column of the list, which needs a migration too.
const place = { card: 'personal', dialog: 'personal' }
const added = [
  { name: 'blood_type', label: 'Blood Type', kind: 'choice', options: ['A', 'B', 'AB', '0'], ...place },
  { name: 'shoe_size', label: 'Shoe Size', kind: 'number', ...place },
  { name: 'visa_number', label: 'Visa Number', kind: 'text', encrypted: 'identity', mask: 'last-four', ...place },
  { name: 'hair_color', label: 'Hair Color', kind: 'text', list: { heading: 'Hair', place: 6 }, ...place },
]
const values = { blood_type: 'AB', shoe_size: 41, visa_number: 'V-1234-5678', hair_color: 'red' }

let core: Core
let forms: typeof import('../../../test/form-field-fixtures.ts')

// Test files share their modules (`isolate: false`): this one loads fresh ones, and removes them at its end.
beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@agency/contract/client-fields', async (original) => {
    const { clientFields, ...rest } = await original<typeof import('@agency/contract/client-fields')>()
    return { ...rest, clientFields: [...clientFields, ...added] }
  })
  const { startCore } = await import('../../../test/core.ts')
  forms = await import('../../../test/form-field-fixtures.ts')
  core = await startCore()
  await sql`ALTER TABLE clients ADD COLUMN hair_color text`.execute(core.app.db)
})
afterAll(async () => {
  await core.close()
  vi.doUnmock('@agency/contract/client-fields')
  vi.resetModules()
})

const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, version?: number) =>
  core.ask(await core.admin(), {
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  })
const addClient = async (payload: object): Promise<string> => (await ask('POST', '/clients', payload)).json().id
const readClient = async (id: string) => (await ask('GET', `/clients/${id}`)).json()
const eventsOf = (id: string) =>
  auditEvents(core.app.db).select(['action', 'fields']).where('client_id', '=', id).execute()

describe('a field that is one line of client-fields.ts', () => {
  it('given a new record, when its fields are written, changed and cleared, then each reads back @full', async () => {
    const id = await addClient(values)
    expect(await readClient(id)).toMatchObject(values)
    const changed = { blood_type: '0', shoe_size: 42, visa_number: 'V-9999-0000', hair_color: null }
    expect((await ask('PUT', `/clients/${id}`, changed)).json()).toMatchObject(changed)
    expect(await readClient(id)).toMatchObject(changed)
    const cleared = { blood_type: null, shoe_size: null, visa_number: null }
    expect((await ask('PUT', `/clients/${id}`, cleared)).json()).toMatchObject(cleared)
  })

  it('given two edits from one version, when both change the field, then the second is a conflict @full', async () => {
    const id = await addClient(values)
    await ask('PUT', `/clients/${id}`, { blood_type: 'A' }, 1)
    const second = await ask('PUT', `/clients/${id}`, { ...values, blood_type: 'B', shoe_size: 43 }, 1)
    expect(second.statusCode).toBe(409)
    expect(second.json().details).toMatchObject([{ field: 'blood_type' }])
  })

  it.each<[string, object, string]>([
    ['a number out of range', { shoe_size: 151 }, 'shoe_size'],
    ['a text in place of a number', { shoe_size: 'forty-one' }, 'shoe_size'],
    ['a mask', { visa_number: '••••5678' }, 'visa_number'],
    ['a text of a list column that is too long', { hair_color: 'x'.repeat(501) }, 'hair_color'],
  ])('given %s, when sent, then 400 names the field', async (_what, payload, field) => {
    const answer = await ask('POST', '/clients', payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toMatchObject([{ field }])
  })

  it('given an encrypted field, when stored, opened and revealed, then it is ciphertext, masked for others, and audited @full', async () => {
    const id = await addClient(values)
    const stored = await core.app.db.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toMatch(/V-1234|blood_type|"AB"/)
    expect(stored.encrypted_identity?.toString('latin1')).not.toContain('V-1234')

    const { maskRecord } = await import('./client-masking.ts')
    const nobody: Principal = { kind: 'nobody', address: '192.0.2.1' }
    expect(maskRecord(nobody, await readClient(id))).toMatchObject({ ...values, visa_number: '••••5678' })

    expect((await ask('POST', `/clients/${id}/opened`, { field: 'visa_number' })).statusCode).toBe(204)
    expect((await ask('POST', `/clients/${id}/opened`, { field: 'blood_type' })).statusCode).toBe(400)
    expect(await eventsOf(id)).toEqual(
      expect.arrayContaining([
        { action: 'client.created', fields: expect.arrayContaining(Object.keys(values)) },
        { action: 'client.opened', fields: ['visa_number'] },
        { action: 'client.field-shown', fields: ['visa_number'] },
      ]),
    )
  })

  it('given a column of the list, when listed, then rows carry it and are sorted by it', async () => {
    await addClient({ hair_color: 'black' })
    await addClient({ hair_color: 'Auburn' })
    const list = await ask('GET', '/clients?sort=hair_color&order=asc&limit=2')
    expect(list.json()).toMatchObject([{ hair_color: 'Auburn' }, { hair_color: 'black' }])
    expect(list.json()[0]).not.toHaveProperty('blood_type')
    expect((await ask('GET', '/clients?sort=blood_type')).statusCode).toBe(400)
  })

  it('given a form bound to the fields, when its client signs other values, then they are proposed and can be accepted @full', async () => {
    const { field, readFilled, seedFilling, sign } = forms
    const blood = field({ binding: 'blood_type', y: 60 })
    const visa = field({ binding: 'visa_number', y: 90 })
    const filling: Filling = await seedFilling(core, [blood, visa], values)
    expect(await readFilled(core, filling)).toMatchObject([{ value: 'AB' }, { value: '••••5678', masked: true }])
    expect((await sign(core, filling, { values: { [blood.id]: 'X' } })).statusCode).toBe(400)
    await sign(core, filling, { values: { [blood.id]: 'B' } })
    const proposals = `/clients/${filling.clientId}/proposals`
    const [proposal] = (await ask('GET', proposals)).json().proposals
    expect(proposal).toMatchObject({ field: 'blood_type', current: 'AB', proposed: 'B' })
    await ask('POST', `${proposals}/${proposal.id}/accept`)
    expect(await readClient(filling.clientId)).toMatchObject({ ...values, blood_type: 'B' })
  })

  it('given the description of the API, when read, then the record, its edit and the list name the fields', () => {
    const { paths } = Value.Parse(ApiDocument, core.app.swagger())
    const { get: list, post: create } = paths['/clients'] ?? {}
    expect(JSON.stringify(create)).toMatch(/"blood_type".*"shoe_size".*"visa_number".*"hair_color"/)
    expect(JSON.stringify(list?.responses['200'])).toContain('"hair_color"')
    expect(JSON.stringify(list?.responses['200'])).not.toContain('"blood_type"')
  })
})

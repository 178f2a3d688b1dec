import type { ClientRecord } from '@agency/contract/clients'
import { answered } from '@agency/test-kit/api/send'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { product, staff } = await useSharedProduct()

describe('the calls', () => {
  it('[AP-02] given the three fields of the dialog, when a client is added, listed, read and changed, then the answers are what the screens use', async () => {
    const sent = { client_first_name: 'Zoë', client_last_name: 'Quintana', primary_email: 'zoe@example.com' }
    const added = await staff.ask('POST', '/clients', sent)
    const record: ClientRecord = await added.json()
    expect([added.status, added.headers.get('etag')]).toEqual([201, '"1"'])
    expect(record).toMatchObject(sent)
    const list = await staff.ask('GET', '/clients')
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(0)
    expect(await list.json()).toContainEqual(
      expect.objectContaining({ id: record.id, ...sent, client_last_name: 'Quintana' }),
    )
    const changes = { ...sent, client_last_name: 'Quintana Vega' }
    const answer = await staff.ask('PUT', `/clients/${record.id}`, changes)
    const changed = await answer.json()
    expect([answer.headers.get('etag'), changed]).toEqual(['"2"', expect.objectContaining(changes)])
    expect(await staff.read(`/clients/${record.id}`)).toEqual(changed)
  })
})

describe('a front end that was written from the specification alone', () => {
  // core-api/src/strangers-client.test.ts has each of its calls.
  it('given texts of a form in a whole record, and a type without a body, when sent, then both are accepted', async () => {
    const { id } = await staff.addClient()
    const record = await staff.read<ClientRecord>(`/clients/${id}`)
    const sent = { ...record, age_of_mother: '72', dob: '', agi: 85_000 }
    const stored = await answered<ClientRecord>(staff.ask('PUT', `/clients/${id}`, sent))
    expect(stored).toMatchObject({ age_of_mother: 72, dob: null, agi: '85000' })
    const form = new FormData()
    form.set('signed', 'on')
    form.append('documents', new Blob(['text']), 'note.txt')
    const uploaded = await product.asStaff(`/upload/${id}`, { method: 'POST', form, headers: staff.headers })
    const { files } = await uploaded.json()
    expect(files).toMatchObject([{ signed: true }])
    const url = `/documents/${files[0].id}`
    expect((await staff.ask('PATCH', url, { ...files[0], signed: 'off' })).status).toBe(200)
    const headers = { ...staff.headers, 'content-type': 'application/json' }
    expect((await product.asStaff(url, { method: 'DELETE', headers })).status).toBe(204)
  })
})

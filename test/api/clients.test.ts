import type { ClientRecord } from '@agency/contract/clients'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { staff } = await useSharedProduct()

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

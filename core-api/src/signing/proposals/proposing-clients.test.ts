import type { Proposal } from '@agency/contract/form-fields'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { field, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

/** A client that has signed with two changes of its record. @returns their ids, and how one is dismissed */
async function seedProposed() {
  const fields = ['height', 'weight'].map((binding, n) => field({ binding, y: 60 + n * 30 }))
  const filling = await seedFilling(core, fields)
  await sign(core, filling, { values: Object.fromEntries(fields.map(({ id }) => [id, 'New'])) })
  const url = `/clients/${filling.clientId}/proposals`
  const { proposals } = (await core.ask(filling.admin, { method: 'GET', url })).json()
  const dismiss = (id: string) => core.ask(filling.admin, { method: 'POST', url: `${url}/${id}/dismiss` })
  return { clientId: filling.clientId, ids: proposals.map(({ id }: Proposal) => id), dismiss }
}

describe('clients with proposals', () => {
  it('given a client that is deleted, when its proposals are looked for, then they are gone with it @full', async () => {
    const { clientId, session } = await seedSession(core)
    const form = { session_id: session.id, type: 'Link', source: 'https://example.com/' }
    const { id } = (await core.ask(await core.admin(), { method: 'POST', url: '/sessionforms', payload: form })).json()
    const encrypted_value = Buffer.from('sealed')
    const row = { id: crypto.randomUUID(), client_id: clientId, session_form_id: id, field: 'height', encrypted_value }
    await core.app.db.insertInto('proposals').values(row).execute()
    await core.app.db.deleteFrom('clients').where('id', '=', clientId).execute()
    expect(await core.app.db.selectFrom('proposals').select('id').where('id', '=', row.id).execute()).toEqual([])
  })

  const ask = async (url: string) => core.ask(await core.admin(), { method: 'GET', url })
  const ids = async (more = '') =>
    (await ask(`/clients?proposals=open${more}`)).json().map(({ id }: { id: string }) => id)
  const count = async () => (await ask('/clients/today?date=2026-01-31')).json().proposals

  it('given clients with and without, when the list is narrowed and today counted, then those whose proposals wait, as they come and go @full', async () => {
    const before = await count()
    expect(await ids()).toHaveLength(before)
    const { clientId, ids: proposed, dismiss } = await seedProposed()
    expect(await count()).toBe(before + 1)
    for (const more of ['', '&limit=200', '&limit=200&q=gonc', '&status=active']) {
      expect(await ids(more)).toContain(clientId)
    }
    expect(await ids('&status=inactive')).toEqual([])
    const total = async () => Number((await ask('/clients?proposals=open&limit=1')).headers['x-total-count'])
    expect(await total()).toBe(before + 1)
    expect(proposed).toHaveLength(2)
    for (const id of proposed) await dismiss(id)
    expect([await count(), await total()]).toEqual([before, before])
    for (const more of ['', '&limit=200']) expect(await ids(more)).not.toContain(clientId)
    expect((await ask('/clients?proposals=all')).statusCode).toBe(400)
  })
})

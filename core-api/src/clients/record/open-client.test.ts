import type { AuditPage } from '@agency/contract/audit'
import type { ClientRecord } from '@agency/contract/clients'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

it('given several records, when many callers open them at once, then each has its own, and each opening is on the trail', async () => {
  const admin = await core.admin()
  const ids = await Promise.all(
    ['Ada', 'Bea', 'Cyd'].map((name) => seedClient(core, admin, { client_first_name: name })),
  )
  const asked = Array.from({ length: 24 }, (_, n) => ids[n % ids.length] ?? '')
  const answers = await Promise.all(asked.map((id) => core.ask(admin, { method: 'GET', url: `/clients/${id}` })))
  expect(answers.map((answer) => answer.json<ClientRecord>().id)).toEqual(asked)

  for (const id of ids) {
    const trail = await core.ask(admin, { method: 'GET', url: `/audit?client_id=${id}&action=client.opened` })
    expect(trail.json<AuditPage>().events).toHaveLength(8)
    const verified = await core.ask(admin, { method: 'GET', url: `/audit/verification?client_id=${id}` })
    expect(verified.json()).toMatchObject({ valid: true, broken: [] })
  }
})

it('given a record that is not there, when it is opened at once with one that is, then 404 for it alone', async () => {
  const admin = await core.admin()
  const id = await seedClient(core, admin)
  const unknown = '0199e3a4-0000-7000-8000-000000000000'
  const asked = [id, id, unknown, id]
  const answers = await Promise.all(asked.map((one) => core.ask(admin, { method: 'GET', url: `/clients/${one}` })))
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 404, 200])
  const trail = await core.ask(admin, { method: 'GET', url: `/audit?client_id=${unknown}` })
  expect(trail.json<AuditPage>().events).toEqual([])
})

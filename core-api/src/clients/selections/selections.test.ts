import type { SelectionResult } from '@agency/contract/client-selections'
import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
let admin: PrincipalStatement
let own: Colleague
beforeAll(async () => {
  core = await startCore({ STANDARD_SCOPE: 'own' })
  admin = await core.admin()
  own = await seedColleague(core, 'standard')
})
afterAll(() => core.close())

let groups = 0
/** Clients of a last name of their own. */
async function seedGroup(count: number, fields: object = {}, as = admin) {
  const last = `Group${String.fromCharCode(65 + groups++)}`
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await seedClient(core, as, { client_last_name: last, ...fields }))
  const where = { match: 'all', conditions: [{ field: 'client_last_name', operator: 'is', values: [last] }] }
  return { ids, filter: { where: JSON.stringify(where) } }
}

const ask = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, as = admin) =>
  core.ask(as, { method, url, ...(payload && { payload }) })
const plan = (payload: object, as = admin) => ask('POST', '/client-selections', payload, as)
const recordOf = async (id: string) => (await ask('GET', `/clients/${id}`)).json()
const tagsOf = async (id: string) => (await ask('GET', `/clients/${id}/tags`)).json().tags

/** What is on the trail of a selection itself. */
async function stepsOf(id: string) {
  const events = core.app.db.selectFrom('audit_events').select('action').where('subject_id', '=', id)
  return (await events.orderBy('at').orderBy('id').execute()).map(({ action }) => action)
}

/** Starts a step of a selection, and waits for its end. */
async function finish(id: string, step: 'run' | 'undo', as = admin): Promise<Partial<Record<SelectionResult, number>>> {
  expect((await ask('POST', `/client-selections/${id}/${step}`, undefined, as)).statusCode).toBe(200)
  const wanted = step === 'run' ? 'done' : 'undone'
  const ended = await vi.waitFor(
    async () => {
      core.app.wakeJobs()
      const answer = (await ask('GET', `/client-selections/${id}`, undefined, as)).json()
      expect(answer.state).toBe(wanted)
      return answer
    },
    { timeout: 60_000, interval: 50 },
  )
  return ended.counts
}

describe('[BK-26] selections', () => {
  it.each([
    ['status', 'inactive', 'status', 'active'],
    ['follow_up', '2026-12-24', 'next_f_u_date', null],
    ['owner', null, 'owner_id', expect.any(String)],
  ])(
    '[BK-26] given all that match, when %s is set and undone, then each has it once, with an event, and back what it had @full',
    async (kind, value, field, former) => {
      const { ids, filter } = await seedGroup(2)
      const planned = await plan({ filter, action: { kind, value } })
      expect(planned.json()).toMatchObject({
        state: 'planned',
        total: 2,
        sentence: expect.stringContaining('2 clients'),
      })
      expect((await recordOf(ids[0] ?? ''))[field]).toEqual(former)
      const { id } = planned.json()
      expect(await finish(id, 'run')).toEqual({ changed: 2 })
      expect((await recordOf(ids[1] ?? ''))[field]).toBe(value)
      const { events } = (await ask('GET', `/audit?action=client.changed&client_id=${ids[0]}`)).json()
      expect(events.map(({ fields }: { fields: string[] }) => fields)).toEqual([[field]])
      expect((await ask('POST', `/client-selections/${id}/run`)).statusCode).toBe(409)
      expect(await finish(id, 'undo')).toEqual({ undone: 2 })
      expect((await recordOf(ids[1] ?? ''))[field]).toEqual(former)
      const steps = ['running', 'done', 'undoing', 'undone']
      expect(await stepsOf(id)).toEqual(steps.map((step) => `clients.selection-${step}`))
    },
  )

  it('[BK-26] given a selection at work, when it is stopped, then once, on the trail, and nothing more is done', async () => {
    const { ids } = await seedGroup(1)
    const { id } = (await plan({ client_ids: ids, action: { kind: 'status', value: 'unpaid' } })).json()
    // Without a job: a selection at work could be done before it is stopped.
    await core.app.db.updateTable('client_selections').set({ state: 'running' }).where('id', '=', id).execute()
    const stop = () => ask('POST', `/client-selections/${id}/stop`)
    expect((await stop()).json()).toMatchObject({ state: 'stopped', done: 0 })
    expect((await stop()).statusCode).toBe(409)
    expect(await stepsOf(id)).toEqual(['clients.selection-stopped'])
  })

  it('[BK-26] given some clients, when one is edited after it was done, then an undo keeps it and says so @full', async () => {
    const { ids } = await seedGroup(2)
    const { id } = (await plan({ client_ids: ids, action: { kind: 'status', value: 'unpaid' } })).json()
    await finish(id, 'run')
    await ask('PUT', `/clients/${ids[0]}`, { status: 'cancelled' })
    expect(await finish(id, 'undo')).toEqual({ undone: 1, kept: 1 })
    expect((await recordOf(ids[0] ?? '')).status).toBe('cancelled')
    const { rows } = (await ask('GET', `/client-selections/${id}/rows`)).json()
    expect(rows[0]).toMatchObject({ client_id: ids[0], result: 'kept', reason: 'was changed since' })
  })

  it('[BK-26] given clients that changed after the plan, when it runs, then who no longer matches is left, who has it stays', async () => {
    const { ids, filter } = await seedGroup(3)
    await ask('PUT', `/clients/${ids[0]}`, { status: 'unpaid' })
    const { id } = (await plan({ filter, action: { kind: 'status', value: 'unpaid' } })).json()
    await ask('PUT', `/clients/${ids[1]}`, { client_last_name: 'Elsewhere' })
    expect(await finish(id, 'run')).toEqual({ unchanged: 1, changed: 1 })
    expect((await recordOf(ids[1] ?? '')).status).toBe('active')
  })

  it('[BK-26] given tags, when they are added and removed, then lists show and find them, whatever their letters, and an undo gives them back @full', async () => {
    const { ids, filter } = await seedGroup(2)
    await ask('PUT', `/clients/${ids[0]}/tags`, { add: ['Medicaré 65'] })
    expect((await ask('PUT', `/clients/${ids[0]}/tags`, { add: ['--'] })).json().details[0].field).toBe('add')
    const added = (await plan({ filter, action: { kind: 'add_tag', value: 'medicare 65' } })).json()
    expect(await finish(added.id, 'run')).toEqual({ unchanged: 1, changed: 1 })
    expect(await tagsOf(ids[1] ?? '')).toEqual(['Medicaré 65'])
    const tagged = { match: 'all', conditions: [{ field: 'tag', operator: 'is', values: ['MEDICARE 65'] }] }
    const list = await ask('GET', `/clients?limit=9&where=${encodeURIComponent(JSON.stringify(tagged))}`)
    expect(list.json()).toMatchObject([{ tags: ['Medicaré 65'] }, { tags: ['Medicaré 65'] }])
    expect(await finish(added.id, 'undo')).toEqual({ unchanged: 1, undone: 1 })
    expect([await tagsOf(ids[0] ?? ''), await tagsOf(ids[1] ?? '')]).toEqual([['Medicaré 65'], []])
    expect((await ask('GET', '/tags')).json().tags).toContain('Medicaré 65')
    await ask('PUT', `/clients/${ids[0]}/tags`, { remove: ['medicare 65'] })
    expect(await tagsOf(ids[0] ?? '')).toEqual([])
  })

  it('[BK-26] given clients, when they are archived and that is undone, then they are in the list again', async () => {
    const { ids } = await seedGroup(2)
    const { id } = (await plan({ client_ids: ids, action: { kind: 'archive', value: null } })).json()
    expect(await finish(id, 'run')).toEqual({ changed: 2 })
    expect((await recordOf(ids[0] ?? '')).archived_at).not.toBeNull()
    expect(await finish(id, 'undo')).toEqual({ undone: 2 })
    expect((await recordOf(ids[0] ?? '')).archived_at).toBeNull()
  })

  it('[BK-26] given staff who see their own clients, when they select all or others, then only theirs are done; another cannot see it @full', async () => {
    const { ids } = await seedGroup(1)
    const mine = await seedGroup(1, {}, own.as)
    const action = { kind: 'status', value: 'inactive' }
    expect((await plan({ client_ids: ids, action }, own.as)).statusCode).toBe(404)
    const { id, total } = (await plan({ filter: {}, action }, own.as)).json()
    expect(total).toBe(1)
    for (const call of [ask('GET', `/client-selections/${id}`), ask('POST', `/client-selections/${id}/run`)])
      expect((await call).statusCode).toBe(404)
    expect(await finish(id, 'run', own.as)).toEqual({ changed: 1 })
    expect([(await recordOf(ids[0] ?? '')).status, (await recordOf(mine.ids[0] ?? '')).status]).toEqual([
      ...['active', 'inactive'],
    ])
  })

  it.each([
    [{ kind: 'status', value: 'asleep' }],
    [{ kind: 'follow_up', value: 'soon' }],
    [{ kind: 'add_tag', value: '-' }],
    [{ kind: 'archive', value: 'yes' }],
  ])('[BK-26] given the action %j, when it is planned, then 400 names its value', async (action) => {
    const answer = await plan({ filter: {}, action })
    expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'action.value'])
  })
})

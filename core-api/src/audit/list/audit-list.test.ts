import type { AuditEvent, AuditPage } from '@agency/contract/audit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'
import { openAsClient, seedClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const ask = async (query: string) => core.ask(await core.admin(), { method: 'GET', url: `/audit?${query}` })
const page = async (query: string): Promise<AuditPage> => (await ask(query)).json()
const actions = ({ events }: { events: AuditEvent[] }) => events.map(({ action }) => action)

describe('reading the audit trail', () => {
  it('given a client, when its events are asked for, then its own alone, newest first, with who and from where @full', async () => {
    const admin = await core.admin()
    await seedClient(core, admin)
    const id = await seedClient(core, admin, { ssn: '900-12-3456' })
    await core.ask(admin, { method: 'GET', url: `/clients/${id}` })
    const answer = await page(`client_id=${id}`)
    expect(actions(answer)).toEqual(['client.opened', 'client.created'])
    expect(answer.events[0]).toMatchObject({
      actor_kind: 'admin',
      actor_name: 'admin',
      address: '192.0.2.2',
      client_id: id,
      fields: ['ssn'],
    })
    expect(JSON.stringify(answer)).not.toContain('900-12')
  })

  it('given an edit of a client, when its events are asked for, then the former and new values of what is not sensitive, beside the trail', async () => {
    const admin = await core.admin()
    const id = await seedClient(core, admin, { occupation: 'baker-1', ssn: '900-12-3456', notes: '<p>old words</p>' })
    const payload = { occupation: 'nurse-2', ssn: '900-12-9999', notes: null, age_of_mother: 80 }
    await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload })
    const find = (answer: AuditPage) => answer.events.find(({ action }) => action === 'client.changed')
    const event = find(await page(`client_id=${id}`))
    expect(event?.changes).toHaveLength(2)
    expect(event?.changes).toEqual(
      expect.arrayContaining([
        { field: 'occupation', former: 'baker-1', present: 'nurse-2' },
        { field: 'age_of_mother', former: null, present: '80' },
      ]),
    )
    expect(find(await page(`subject_id=${id}`))).not.toHaveProperty('changes')
    const { rows } = await sql<{ text: string }>`SELECT concat(
      (SELECT string_agg(e::text, '') FROM audit_events e), (SELECT string_agg(v::text, '') FROM client_change_values v)
    ) AS text`.execute(core.app.db)
    for (const text of ['nurse-2', Buffer.from('nurse-2').toString('hex')]) expect(rows[0]?.text).not.toContain(text)
    await core.app.db.deleteFrom('clients').where('id', '=', id).execute()
    expect(
      await core.app.db.selectFrom('client_change_values').where('client_id', '=', id).selectAll().execute(),
    ).toEqual([])
    expect(find(await page(`client_id=${id}`))).not.toHaveProperty('changes')
  })

  it('given a session and its client, when narrowed by record, person, action and time, then what fits @full', async () => {
    const journey = await seedSession(core)
    const { session, clientId } = journey
    const form = await seedForm(core, journey)
    const client = await openAsClient(core, session)
    await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/open` })

    expect(actions(await page(`subject_id=${form.id}`))).toEqual(['viewed', 'sent', 'attached'])
    expect(actions(await page(`subject_id=${clientId}`))).toEqual(['client.created'])
    expect(actions(await page(`subject_id=${form.id}&client_id=${clientId}&action=sent`))).toEqual(['sent'])
    const ofSession = ['viewed', 'authenticated', 'sent', 'attached', 'session.started']
    expect(actions(await page(`session_id=${session.id}`))).toEqual(ofSession)
    const own = await page(`actor_id=${session.id}`)
    expect(own.events.map(({ actor_name }) => actor_name)).toEqual(['Inês Gonçalves'])
    expect(actions(await page(`client_id=${clientId}&action=attached`))).toEqual(['attached'])

    const [newest] = (await page(`client_id=${clientId}`)).events
    const at = encodeURIComponent(newest?.at ?? '')
    expect(actions(await page(`client_id=${clientId}&from=${at}`))).toContain('viewed')
    expect(actions(await page(`client_id=${clientId}&to=${at}`))).not.toContain('viewed')
  })

  it('given more events than a page, when paged while others are written, then each comes once, in order', async () => {
    const admin = await core.admin()
    const id = await seedClient(core, admin)
    for (let n = 0; n < 11; n++) await core.ask(admin, { method: 'GET', url: `/clients/${id}` })
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: AuditPage = await page(`client_id=${id}&limit=5${cursor && `&cursor=${cursor}`}`)
      seen.push(...answer.events.map((event) => event.id))
      cursor = answer.next_cursor
      await core.ask(admin, { method: 'GET', url: `/clients/${id}` })
    }
    expect(seen).toHaveLength(12)
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed())
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=5000', 'limit'],
    ['client_id=7', 'client_id'],
    ['from=yesterday', 'from'],
    ['cursor=eyJhdCI6IngifQ', 'cursor'],
    ['cursor=nothing', 'cursor'],
    ['color=red', 'color'],
  ])('given %s, when asked, then 400 names it', async (query, field) => {
    const answer = await ask(query)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toMatchObject([{ field }])
  })

  it('given a deployment that keeps it for the power role, when a standard admin asks, then 403, and that is on it @full', async () => {
    const strict = await startCoreForTest({ ADMIN_MANAGEMENT: 'power' })
    const profile = { email: 'a@example.com', username: 'ana', role: 'standard', first_name: 'Ana', last_name: 'Lima' }
    const admin = await strict.admin()
    const payload = { ...profile, password: adminPassword }
    const { id } = (await strict.ask(admin, { method: 'POST', url: '/admin/create', payload })).json()
    const credentials = { username: 'ana', password: adminPassword }
    const login = await strict.ask(nobody, { method: 'POST', url: '/admin/login', payload: credentials })
    const ana = { kind: 'admin', id: login.json().admin_session.id, address: '192.0.2.9' } as const
    expect((await strict.ask(ana, { method: 'GET', url: '/audit' })).statusCode).toBe(403)
    expect((await strict.ask(ana, { method: 'GET', url: '/audit/verification' })).statusCode).toBe(403)
    expect((await strict.ask(ana, { method: 'POST', url: '/admin/create', payload })).statusCode).toBe(403)
    const refused = await strict.ask(admin, { method: 'GET', url: `/audit?actor_id=${id}&action=admin.refused` })
    expect(refused.json().events.map(({ detail }: AuditEvent) => detail)).toEqual([
      'POST /admin/create',
      'GET /audit/verification',
      'GET /audit',
    ])
  })
})

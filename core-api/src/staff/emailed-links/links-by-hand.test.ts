import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, nobody, startCore, startCoreForTest } from '../../../test/core.ts'

let core: Core
let admin: PrincipalStatement
beforeAll(async () => {
  core = await startCore({ STAFF_URL: 'https://staff.example.com', ADMIN_MANAGEMENT: 'power' })
  admin = await core.admin()
})
afterAll(() => core.close())

const password = 'swordfish trombone'
async function addAdmin(username: string, on = core) {
  const person = { email: `${username}@example.com`, username, role: 'standard', first_name: 'Ida', last_name: 'Berg' }
  const payload = { ...person, password }
  return (await on.ask(await on.admin(), { method: 'POST', url: '/admin/create', payload })).json().id
}
const ask = (id: string, as = admin, on = core) => on.ask(as, { method: 'POST', url: `/admin/${id}/password-link` })
const logIn = (username: string, typed: string) =>
  core.ask(nobody, { method: 'POST', url: '/admin/login', payload: { username, password: typed } })

it('given no mail server, when the link of an invitation is made, then it opens, and the trail says that it goes by hand', async () => {
  const payload = { email: 'eva@example.com', username: 'eva', role: 'standard', first_name: 'Eva', last_name: 'Lima' }
  const { id } = (await core.ask(admin, { method: 'POST', url: '/admin/invitations', payload })).json()
  const answer = await core.ask(admin, { method: 'POST', url: `/admin/invitations/${id}/link` })
  const token = answer.json().link.replace('https://staff.example.com/admin/accept-invitation#', '')
  const open = { method: 'POST', url: '/admin/invitations/open', payload: { token } } as const
  expect((await core.ask(nobody, open)).json()).toMatchObject({ username: 'eva' })
  const events = auditEvents(core.app.db).select('detail').where('subject_id', '=', id)
  expect(await events.where('detail', 'is not', null).execute()).toEqual([{ detail: 'a link to give by hand' }])
})

describe('a link for a forgotten password, to give by hand', () => {
  it('given no mail server, when a colleague makes one, then it sets the password once, and the trail names the colleague', async () => {
    const id = await addAdmin('ida')
    const answer = await ask(id)
    expect(answer.statusCode).toBe(200)
    const token = answer.json().link.replace('https://staff.example.com/admin/reset-password#', '')
    const finish = () =>
      core.ask(nobody, {
        method: 'POST',
        url: '/admin/password-resets/finish',
        payload: { token, password: 'a quiet lamp of theirs' },
      })
    expect([(await finish()).statusCode, (await finish()).statusCode]).toEqual([204, 410])
    expect((await logIn('ida', 'a quiet lamp of theirs')).statusCode).toBe(200)
    const events = auditEvents(core.app.db).select(['action', 'actor_kind', 'detail'])
    const stored = await events.where('subject_id', '=', id).where('action', '=', 'admin.password-forgotten').execute()
    expect(stored).toEqual([
      { action: 'admin.password-forgotten', actor_kind: 'admin', detail: 'a link to give by hand' },
    ])
  })

  it('given oneself, somebody unknown, a caller without the right, or a mail server, when asked, then it is refused @full', async () => {
    const id = await addAdmin('ola')
    const login = (await logIn('ola', password)).json().admin_session.id
    const me = await core.ask(admin, { method: 'GET', url: '/admin/me' })
    expect((await ask(me.json().id)).statusCode).toBe(400)
    expect((await ask('0198a000-0000-7000-8000-000000000000')).statusCode).toBe(404)
    expect((await ask(id, { kind: 'admin', id: login, address: '192.0.2.3' })).statusCode).toBe(403)
    const demo = await startCoreForTest({ DEMO: 'true' })
    expect((await ask(await addAdmin('uma', demo), await demo.admin(), demo)).statusCode).toBe(409)
    const links = await core.app.db
      .selectFrom('password_resets')
      .select('admin_id')
      .where('admin_id', '=', id)
      .execute()
    expect(links).toEqual([])
  })
})

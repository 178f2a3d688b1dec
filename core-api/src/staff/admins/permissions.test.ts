import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminRoles } from '@agency/contract/admin-roles'
import { hasPermission, type Permission, permissions } from '@agency/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedForm, seedSession, uploadFile } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

/** The rows of the table of docs/permissions.md, each as its cells. */
function documentedRows(): string[][] {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/permissions.md'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

describe('what each role may do', () => {
  let core: Core
  const staff = new Map<string, Colleague>()
  beforeAll(async () => {
    core = await startCore()
    for (const role of adminRoles) staff.set(role, await seedColleague(core, role))
  })
  afterAll(() => core.close())
  const as = (role: string) => {
    const colleague = staff.get(role)
    if (!colleague) throw new Error(`nobody is ${role}`)
    return colleague.as
  }

  it('[AC-06] given docs/permissions.md, when it is compared with the code, then it has each permission with its roles', () => {
    const yes = (permission: Permission) =>
      adminRoles.map((role) => (hasPermission(role, permission, 'power') ? 'yes' : ''))
    expect(documentedRows()).toEqual(permissions.map(({ name, does }) => [`\`${name}\``, does, ...yes(name)]))
  })

  it('given a refused call, when the trail is read, then it is there with the route', async () => {
    await core.ask(as('auditor'), { method: 'POST', url: '/clients', payload: { client_last_name: 'Lima' } })
    const events = await core.ask(as('auditor'), { method: 'GET', url: '/audit?action=admin.refused&limit=1' })
    expect(events.json().events).toMatchObject([{ detail: 'POST /clients', actor_id: staff.get('auditor')?.admin.id }])
  })

  it.each(['assistant', 'auditor'])(
    'given an %s, when a record is read, then it holds masks, no passcode, and no address of a file',
    async (role) => {
      const journey = await seedSession(core, { passcode: 'planted-passcode' })
      const admin = await core.admin()
      await core.ask(admin, {
        method: 'PUT',
        url: `/clients/${journey.clientId}`,
        payload: { ssn: '123456789', card_number: '4111111111111111', occupation: 'Baker' },
      })
      await uploadFile(core, journey.clientId)
      const form = await seedForm(core, journey)
      const record = await core.ask(as(role), { method: 'GET', url: `/clients/${journey.clientId}` })
      expect(record.json()).toMatchObject({ ssn: '***-**-6789', card_number: '••••1111', occupation: 'Baker' })
      const details = await core.ask(as(role), {
        method: 'GET',
        url: `/session/${journey.session.session_code}/details`,
      })
      expect(details.json().passcode).toBeNull()
      const documents = await core.ask(as(role), { method: 'GET', url: `/clients/${journey.clientId}/documents` })
      expect(documents.json()).toMatchObject([{ file_url: '' }])
      expect((await core.ask(as(role), { method: 'GET', url: `/sessionforms/${form.id}/file` })).statusCode).toBe(403)
    },
  )

  it('given an assistant, when fields are written that they may not see, then 400 names them and nothing changes', async () => {
    const { clientId } = await seedSession(core)
    const admin = await core.admin()
    const url = `/clients/${clientId}`
    await core.ask(admin, { method: 'PUT', url, payload: { ssn: '123456789' } })
    for (const ssn of ['123456789', '987654321', null]) {
      const answer = await core.ask(as('assistant'), { method: 'PUT', url, payload: { ssn, occupation: 'Baker' } })
      expect([answer.statusCode, answer.json().details]).toEqual([
        400,
        [{ field: 'ssn', message: 'may not be changed with your access level' }],
      ])
    }
    const added = await core.ask(as('assistant'), {
      method: 'POST',
      url: '/clients',
      payload: { client_last_name: 'Lima', cvc: '123' },
    })
    expect(added.json().details).toMatchObject([{ field: 'cvc' }])
    expect((await core.ask(admin, { method: 'GET', url })).json()).toMatchObject({ ssn: '123456789', occupation: null })
    const changed = await core.ask(as('assistant'), { method: 'PUT', url, payload: { occupation: 'Baker', cvc: null } })
    expect([changed.statusCode, changed.json().occupation, changed.json().ssn]).toEqual([200, 'Baker', '***-**-6789'])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, passcode, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { signAsClient, whenSealed } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
const ask = async (method: Method, url: string, payload?: object) =>
  core.ask(await core.admin(), { method, url, ...(payload ? { payload } : {}) })
const archiveClient = (id: string, archived = true) => ask('PUT', `/clients/${id}/archived`, { archived })
const archiveSession = (code: string, archived = true) => ask('PUT', `/session/${code}/archived`, { archived })
const logIn = ({ session }: SeededSession) =>
  core.ask(nobody, { method: 'POST', url: `/api/session/${session.session_code}/auth`, payload: { passcode } })
const actionsOf = async (subject: string): Promise<string[]> => {
  const rows = await auditEvents(core.app.db).select('action').where('subject_id', '=', subject).execute()
  return rows.map(({ action }) => action)
}

describe('archiving a client', () => {
  it('[OF-10] given a client, when it is archived, then its record opens and says so, until it is restored @full', async () => {
    const { clientId } = await seedSession(core)
    const archived = await archiveClient(clientId)
    expect(archived.json()).toMatchObject({ id: clientId, archived_at: expect.any(String), version: 2 })
    expect((await ask('GET', `/clients/${clientId}`)).json().archived_at).toBe(archived.json().archived_at)
    expect((await archiveClient(clientId)).json().version).toBe(2)
    expect((await ask('GET', `/clients?archived=true&q=Inês`)).json().map(({ id }: { id: string }) => id)).toContain(
      clientId,
    )
    expect((await archiveClient(clientId, false)).json()).toMatchObject({ archived_at: null, version: 3 })
    expect((await ask('GET', `/clients?q=Inês`)).json().map(({ id }: { id: string }) => id)).toContain(clientId)
    expect(await actionsOf(clientId)).toEqual(expect.arrayContaining(['client.archived', 'client.restored']))
  })

  it('[OF-10] given an archived client, when anything of it is changed, then 409 says why and nothing changes', async () => {
    const { clientId, session } = await seedSession(core)
    await archiveClient(clientId)
    const refused: [Method, string, object][] = [
      ['PUT', `/clients/${clientId}`, { occupation: 'Baker' }],
      ['PUT', `/session/${session.session_code}/archived`, { archived: true }],
    ]
    const before = (await ask('GET', `/clients/${clientId}`)).json()
    for (const [method, url, payload] of refused) {
      const answer = await ask(method, url, payload)
      expect([answer.statusCode, answer.json().code], `${method} ${url}`).toEqual([409, 'WRONG_STATE'])
      expect(answer.json().message, `${method} ${url}`).toMatch(/client.* is archived\. Restore the client first\./)
    }
    expect((await ask('GET', `/clients/${clientId}`)).json()).toEqual(before)
    expect((await ask('GET', `/clients/${clientId}/sessions`)).json()).toHaveLength(1)
  })

  it('[OF-10] given an open session, when its client is archived, then it ends, and is refused like one that has ended', async () => {
    const seeded = await seedSession(core)
    const client = await openAsClient(core, seeded.session)
    const own = { method: 'GET' as const, url: `/clients/${seeded.clientId}` }
    await archiveClient(seeded.clientId)
    expect((await core.ask(client, own)).statusCode).toBe(401)
    expect((await logIn(seeded)).statusCode).toBe(410)
    await archiveClient(seeded.clientId, false)
    expect((await core.ask(client, own)).statusCode).toBe(401)
    expect((await logIn(seeded)).statusCode).toBe(200)
  })
})

describe('archiving a session', () => {
  it('[OF-10] given a session, when it is archived, then only the archived state lists it, until it is restored', async () => {
    const seeded = await seedSession(core)
    const { clientId, session } = seeded
    const codes = async (url: string): Promise<string[]> =>
      (await ask('GET', url)).json().map(({ session_code }: { session_code: string }) => session_code)
    expect((await archiveSession(session.session_code)).json().archived_at).toEqual(expect.any(String))
    expect(await codes('/sessions?limit=200')).not.toContain(session.session_code)
    expect(await codes(`/clients/${clientId}/sessions`)).toEqual([])
    expect(await codes('/sessions?status=archived')).toContain(session.session_code)
    expect((await logIn(seeded)).statusCode).toBe(410)
    const change = await ask('PUT', `/session/${session.session_code}`, { session_type: 'review' })
    expect(change.json().message).toBe('This session is archived. Restore the session first.')
    expect((await archiveSession(session.session_code, false)).json().archived_at).toBeNull()
    expect(await codes(`/clients/${clientId}/sessions`)).toEqual([session.session_code])
    expect((await logIn(seeded)).statusCode).toBe(200)
    expect(await actionsOf(session.id)).toEqual(expect.arrayContaining(['session.archived', 'session.restored']))
  })

  it('[OF-10] given a document that was signed, when its session is archived at once, then it is sealed @full', async () => {
    const seeded = await seedSession(core)
    const form = await seedForm(core, seeded)
    await signAsClient(core, seeded, form.id)
    await archiveClient(seeded.clientId)
    expect((await whenSealed(core, seeded, form.id)).status).toBe('completed')
  })
})

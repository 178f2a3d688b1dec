import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientSortColumns } from '@agency/contract/clients'
import { sessionFilters } from '@agency/contract/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import { openAsClient, passcode, type SeededSession, seedForm } from '../../../test/session-fixtures.ts'
import { step } from '../../../test/signing-steps.ts'

/** Queries of clients or sessions that include archived ones, and why. */
const inArchiveToo: Readonly<Record<string, string>> = {
  'operation/archive/archive-repository.ts': 'The archive of the whole agency has what is archived too.',
  'staff/admins/admin-session-repository.ts': 'sessions of staff',
  'platform/audit-trail/audit-chain-repository.ts': 'the audit trail stays',
  'platform/audit-trail/newest-event-repository.ts': 'the audit trail stays',
  'audit/list/audit-list-repository.ts': 'the audit trail stays',
  'clients/record/client-repository.ts': 'one record by its id, and upkeep of stored values',
  'clients/record/search-key-repository.ts': 'upkeep of search keys, so that a restored client is found',
  'clients/documents/document-repository.ts': 'the files of one record',
  'clients/documents/filed-document-repository.ts': 'sealed documents are filed in the archive too',
  'signing/envelopes/envelope-repository.ts': 'signed documents are sealed in the archive too',
  'operation/files/finding-repository.ts': 'missing and damaged files, which staff must restore',
  'platform/outbox/outbox-repository.ts': 'locks one session',
  'clients/archive/permanent-deletion-repository.ts': 'deletes one record',
  'clients/policies/policy-repository.ts': 'policies by their ids, which a list has found',
  'clients/selections/tag-repository.ts': 'the tags of one record, and a function of arrays',
  'clients/duplicates/merge-repository.ts': 'two records by their ids, and what belongs to them',
  'sessions/session-forms/session-form-repository.ts': 'the documents of one session',
  'sessions/sessions/session-repository.ts': 'one session by its code, and the sessions on one record',
  'sessions/sessions/consent-repository.ts': 'one session',
  'sessions/sessions/signer-marks-repository.ts': 'one session',
  'platform/access/subject-repository.ts': 'one record by its id',
  'platform/database/client-scope.ts': 'the scope of a role, which is a condition beside others',
  'platform/database/not-archived.ts': 'the condition itself',
  'platform/limits/known-device-repository.ts': 'the devices that opened one session',
  'messages/texts/client-number-repository.ts': 'a number is not texted from the archive either',
}
/** Lists that show archived records. */
const trail = ['/audit', '/audit/export']

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const get = async (url: string) => core.ask(await core.admin(), { method: 'GET', url })
const put = async (url: string, payload: object) => core.ask(await core.admin(), { method: 'PUT', url, payload })

interface Lively {
  clientId: string
  sessions: SeededSession[]
}

/** A client that is in every list: found by all it has, due, with a waiting, a declined and a signed session. */
async function seedLively(): Promise<Lively> {
  const admin = await core.admin()
  const payload = {
    ...{ client_first_name: 'Quirina', client_last_name: 'Zephyrine', dob: '1971-02-03', ssn: '900-45-6781' },
    ...{ primary_email: 'quirina@example.com', primary_phone: '(305) 555-0188', next_f_u_date: '2026-01-05' },
    current_health_plan_name: 'Zenith',
  }
  const clientId: string = (await core.ask(admin, { method: 'POST', url: '/clients', payload })).json().id
  const start = async (): Promise<SeededSession> => {
    const body = { client_id: clientId, session_type: 'renewal', passcode }
    return {
      admin,
      clientId,
      session: (await core.ask(admin, { method: 'POST', url: '/session', payload: body })).json(),
    }
  }
  const [waiting, declined, signed] = [await start(), await start(), await start()]
  await seedForm(core, waiting)
  const refused = await seedForm(core, declined)
  await step(core, await openAsClient(core, declined.session), refused.id, 'decline', { reason: 'No' })
  await seedSealedForm(core, signed)
  await core.app.db
    .insertInto('proposals')
    .values({
      ...{ id: clientId, client_id: clientId, session_form_id: refused.id, field: 'occupation' },
      ...{ encrypted_value: Buffer.from('x'), decided_at: null, decided_by: null, decision: null },
    })
    .execute()
  return { clientId, sessions: [waiting, declined, signed] }
}

/** The addresses of all lists of staff without a parameter in the path, from the description of the service. */
const lists = (): string[] =>
  Object.entries(core.app.swagger().paths ?? {}).flatMap(([path, item]) => {
    const isForStaff = JSON.stringify(item?.get?.security ?? []).includes('adminToken')
    return isForStaff && !path.includes('{') && !trail.includes(path) ? [path] : []
  })

function searches({ sessions }: Lively): string[] {
  const texts = ['quirina', 'Zephyrine Qui', 'zenith', 'quirina@example.com', '305 555 0188', '6781']
  const codes = sessions.map(({ session }) => session.session_code)
  return [
    ...[...texts, ...codes].flatMap((q) => [
      `/clients?q=${encodeURIComponent(q)}`,
      `/clients?limit=50&q=${encodeURIComponent(q)}`,
      `/sessions?q=${encodeURIComponent(q)}`,
    ]),
    ...clientSortColumns.flatMap((sort) => [
      `/clients?limit=50&sort=${sort}`,
      `/clients?limit=50&sort=${sort}&order=desc`,
    ]),
    '/clients?status=active&limit=50',
    '/clients?follow_up=overdue&date=2026-11-23&limit=50',
    '/clients?proposals=open&limit=50',
    '/clients/duplicates?email=quirina@example.com',
    '/clients/duplicates?phone=3055550188',
    '/clients/duplicates?first_name=Quirina&last_name=Zephyrine',
    ...sessionFilters.filter((status) => status !== 'archived').map((status) => `/sessions?status=${status}`),
    '/sessions?signed_since=2020-01-01T00:00:00Z',
  ]
}

const counts = [
  '/clients/counts',
  '/clients/today?date=2026-11-23&since=2020-01-01T00:00:00Z',
  '/sessions/counts',
  '/admin/list',
]
const countsNow = async () => {
  const answers = await Promise.all(counts.map(async (url) => (await get(url)).json()))
  return answers.map((answer) => ({ ...answer, archived: undefined }))
}

describe('what is archived', () => {
  it('[OF-10] given a client in every list, when it is archived, then no list, search or count has it, until restored @full', async () => {
    const before = await countsNow()
    const lively = await seedLively()
    const names = [lively.clientId, ...lively.sessions.flatMap(({ session }) => [session.id, session.session_code])]
    const urls = [...lists(), ...searches(lively)]
    const listing = async () => {
      const answers = await Promise.all(urls.map(async (url) => ({ url, body: (await get(url)).body })))
      return answers.filter(({ body }) => names.some((name) => body.includes(name))).map(({ url }) => url)
    }
    const shown = await listing()
    expect(shown.length).toBeGreaterThan(35)
    const counted = await countsNow()
    expect(counted).not.toEqual(before)

    await put(`/clients/${lively.clientId}/archived`, { archived: true })
    expect(await listing()).toEqual([])
    expect(await countsNow()).toEqual(before)
    expect((await get('/clients?archived=true&q=quirina')).body).toContain(lively.clientId)

    await put(`/clients/${lively.clientId}/archived`, { archived: false })
    expect(await listing()).toEqual(shown)
    expect(await countsNow()).toEqual(counted)
  })

  it('[OF-10] given the queries of clients and sessions, when read, then each leaves out archived ones or is named here', () => {
    const root = join(import.meta.dirname, '../..')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('cli/'),
    )
    const reading = files.filter((file) =>
      /(?:FROM|JOIN|from|(?:selectFrom|[jJ]oin)\(')[\s]*(?:clients|sessions)\b/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    )
    const guarding = /\/(?:not-archived|envelope-conditions)\.ts'/
    const unguarded = reading.filter((file) => !guarding.test(readFileSync(join(root, file), 'utf8')))
    expect(unguarded.filter((file) => inArchiveToo[file] === undefined)).toEqual([])
  })
})

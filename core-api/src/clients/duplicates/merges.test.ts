import type { ClientComparison, ClientMerge, Merged } from '@agency/contract/client-merges'
import type { ClientRecord } from '@agency/contract/clients'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { seedCarrier, seedPolicy } from '../../../test/policy-fixtures.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import { openAsClient, passcode, seedClient, uploadFile } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'
import { movedTables } from './merge-repository.ts'

let core: Core
let admin: PrincipalStatement
let carrier: string
beforeAll(async () => {
  core = await startCore({ ASSISTANT_SCOPE: 'own' })
  admin = await core.admin()
  carrier = (await seedCarrier(core, 'Oscar')).id
})
afterAll(() => core.close())

const ask = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object, as = admin) =>
  core.ask(as, { method, url, ...(payload ? { payload } : {}) })
const record = async (id: string): Promise<ClientRecord> => (await ask('GET', `/clients/${id}`)).json()
const compare = async (id: string, otherId: string, as = admin): Promise<ClientComparison> =>
  (await ask('GET', `/clients/${id}/comparison/${otherId}`, undefined, as)).json()

/** Merges two records as they are. */
async function merge(id: string, other_id: string, from_other: string[] = [], { as = admin, key = '' } = {}) {
  const { client, other } = await compare(id, other_id, as)
  const payload = { other_id, version: client.version, other_version: other.version, from_other }
  const headers = key === '' ? {} : { 'idempotency-key': `"${key}"` }
  return core.ask(as, { method: 'POST', url: `/clients/${id}/merges`, payload, headers })
}
const mergedOf = async (...args: Parameters<typeof merge>): Promise<Merged> => {
  const answer = await merge(...args)
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  return answer.json()
}
const undo = (id: string, mergeId: string, as = admin) => ask('POST', `/clients/${id}/merges/${mergeId}/undo`, {}, as)

const zoe = {
  client_first_name: 'Zoe',
  client_last_name: 'Nunez',
  ssn: '900-45-6781',
  occupation: 'Baker',
  primary_phone: '3055550147',
}
const zoeAgain = { ...zoe, client_first_name: 'Zoë', ssn: '900-45-9999', primary_email: 'zoe@mail.example' }

async function seedPair(one: object = zoe, two: object = zoeAgain): Promise<[string, string]> {
  return [await seedClient(core, admin, one), await seedClient(core, admin, two)]
}

/** One of everything that belongs to a client, a signed document too. */
async function seedBelongings(clientId: string) {
  const body = { client_id: clientId, session_type: 'onboarding', passcode }
  const session = (await ask('POST', '/session', body)).json()
  const form = await seedSealedForm(core, { admin, clientId, session })
  await uploadFile(core, clientId)
  await ask('POST', `/clients/${clientId}/notes`, { text: '<p>Called back</p>' })
  await seedPolicy(core, { client: clientId, carrier })
  const proposal = { id: crypto.randomUUID(), client_id: clientId, session_form_id: form.id, field: 'occupation' }
  const decided = { decided_at: null, decided_by: null, decision: null }
  await core.app.db
    .insertInto('proposals')
    .values({ ...proposal, ...decided, encrypted_value: Buffer.from('x') })
    .execute()
  const { field: _field, ...policy } = proposal
  await core.app.db
    .insertInto('policy_proposals')
    .values({ ...policy, ...decided, id: crypto.randomUUID(), encrypted_values: Buffer.from('x') })
    .execute()
  return session
}

/** The ids of what belongs to a client, by table. */
async function belongings(clientId: string) {
  const read = movedTables.map(async (table) => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(table)} WHERE client_id = ${clientId} ORDER BY id`.execute(core.app.db)
    return [table, rows.map(({ id }) => id)] as const
  })
  return Object.fromEntries(await Promise.all(read))
}
/** All that a merge may change. */
async function everything() {
  const tables = [...movedTables, 'clients', 'client_merges', 'client_match_keys', 'client_changes', 'audit_events']
  const read = tables.map((table) => sql`SELECT t::text FROM ${sql.table(table)} AS t ORDER BY 1`.execute(core.app.db))
  return (await Promise.all(read)).map(({ rows }) => rows)
}

describe('merging two records', () => {
  it('[BK-12] given two records, when compared, then each field has both values, masked, and the newer one is chosen, but who it is stays', async () => {
    const [id, other] = await seedPair()
    await ask('PUT', `/clients/${id}`, { occupation: 'Teacher' })
    const team = (await ask('POST', '/teams', { name: 'Miami', members: [] })).json()
    await ask('PUT', `/clients/${other}/owner`, { owner_id: null, team_id: team.id })
    const { fields, other: shown } = await compare(id, other)
    const named = Object.fromEntries(fields.map(({ name, ...field }) => [name, field]))
    expect(named).toMatchObject({
      client_first_name: { value: 'Zoe', other_value: 'Zoë', same: false, other_is_newer: true },
      client_last_name: { same: true, other_is_newer: false },
      ssn: { value: '***-**-6781', other_value: '***-**-9999', same: false, other_is_newer: false },
      occupation: { value: 'Teacher', other_value: 'Baker', other_is_newer: false },
      primary_email: { value: null, other_value: 'zoe@mail.example', other_is_newer: true },
    })
    expect(named.dob).toBeUndefined()
    expect(shown).toMatchObject({ id: other, team_name: 'Miami', has: { policies: 0, sessions: 0 } })
  })

  it('[BK-12] given a newer name without its accents, when compared, then the one with them stays', async () => {
    const [id, other] = await seedPair(zoeAgain, zoe)
    const { fields } = await compare(id, other)
    const [first] = fields
    expect(first).toMatchObject({ value: 'Zoë', other_value: 'Zoe', other_is_newer: false })
  })

  it('[BK-12] given choices by field, when merged, then the record has them, and all of the other one moves @full', async () => {
    const [id, other] = await seedPair()
    const session = await seedBelongings(other)
    const before = await belongings(other)
    for (const table of movedTables.filter((name) => !['outbox_messages', 'contact_changes'].includes(name)))
      expect([table, before[table]?.length]).toEqual([table, expect.toSatisfy((length: number) => length > 0)])
    const client = await openAsClient(core, session)
    await mergedOf(id, other, ['client_first_name', 'ssn', 'primary_email'])
    expect(await record(id)).toMatchObject({ ...zoeAgain, version: 2, archived_at: null })
    expect(await belongings(id)).toMatchObject({ policies: before.policies, sessions: before.sessions })
    expect(await belongings(id)).toMatchObject({ documents: before.documents, client_notes: before.client_notes })
    expect(Object.values(await belongings(other)).flat()).toEqual([])
    // A client who is logged in meanwhile stays so.
    expect((await core.ask(client, { method: 'GET', url: `/clients/${id}` })).json()).toMatchObject({ id })
    expect((await core.ask(client, { method: 'GET', url: `/clients/${other}` })).headers.location).toBe(id)
    expect((await ask('GET', '/clients/duplicates/queue')).body).not.toContain(other)
    expect((await ask('GET', '/audit/verification')).json()).toMatchObject({ valid: true })
    const events = auditEvents(core.app.db).select(['client_id', 'detail', 'fields'])
    expect(await events.where('action', '=', 'client.merged').where('client_id', 'in', [id, other]).execute()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ client_id: id, detail: `took over client ${other}` }),
        { client_id: other, detail: `into client ${id}`, fields: [] },
      ]),
    )
  })

  it('[BK-12] given every table that refers to clients, when looked up, then it moves, or stays for a reason', async () => {
    const staying = {
      client_changes: 'digests of the versions of its own record',
      client_change_values: 'beside the events of its own trail',
      reveal_reasons: 'beside the events of its own trail',
      client_import_rows: 'what an import did to this record, which a revert looks up',
      client_match_keys: 'of its own values',
      client_tags: 'copied, so that it has them when it is taken apart',
      client_selection_rows: 'what was done to this record, which an undo looks up',
      client_merges: 'the merge itself',
      distinct_clients: 'of this record, which may be taken apart again',
      clients: 'the record that it was merged into',
    }
    const { rows } = await sql<{ name: string }>`SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint
      WHERE confrelid = 'clients'::regclass AND contype = 'f' ORDER BY 1`.execute(core.app.db)
    expect(rows.map(({ name }) => name)).toEqual([...movedTables, ...Object.keys(staying)].toSorted())
  })

  it('[BK-12] given staff who see masks, when they choose sides, then values move that they never read @full', async () => {
    const { as, admin: assistant } = await seedColleague(core, 'assistant')
    const [id, other] = await seedPair()
    for (const each of [id, other]) await ask('PUT', `/clients/${each}/owner`, { owner_id: assistant.id })
    expect((await ask('GET', `/clients/${id}/comparison/${other}`, undefined, as)).body).not.toMatch(/900-45|6781-/)
    await mergedOf(id, other, ['ssn'], { as })
    expect(await record(id)).toMatchObject({ ssn: '900-45-9999', client_first_name: 'Zoe' })
  })

  it('[BK-12] given a record that staff do not see, when they compare or merge it, then 404 and nothing changes', async () => {
    const { as, admin: assistant } = await seedColleague(core, 'assistant')
    const [id, other] = await seedPair()
    await ask('PUT', `/clients/${id}/owner`, { owner_id: assistant.id })
    const before = await everything()
    const payload = { other_id: other, version: 2, other_version: 1, from_other: ['ssn'] }
    for (const [one, two] of [[id, other] as const, [other, id] as const]) {
      const own = { ...payload, other_id: two }
      expect((await ask('GET', `/clients/${one}/comparison/${two}`, undefined, as)).statusCode).toBe(404)
      expect((await ask('POST', `/clients/${one}/merges`, own, as)).statusCode).toBe(404)
    }
    expect(await everything()).toEqual(before)
  })

  it('[BK-12] given consent to texts, when merged, then it is of the number that is kept @full', async () => {
    const consent = { text_consent_date: '2026-01-05', text_consent_source: 'By phone' }
    const own = await seedPair({ ...zoe, ...consent }, { ...zoeAgain, primary_phone: '7865550100' })
    await mergedOf(...own, ['primary_phone'])
    expect(await record(own[0])).toMatchObject({ primary_phone: '7865550100', text_consent_date: null })
    const others = await seedPair(zoe, { ...zoeAgain, ...consent, primary_phone: '7865550100' })
    await mergedOf(...others, ['text_consent_date', 'text_consent_source'])
    expect(await record(others[0])).toMatchObject({ primary_phone: '3055550147', text_consent_date: null })
    const same = await seedPair(zoe, { ...zoeAgain, ...consent })
    await mergedOf(...same, ['text_consent_date', 'text_consent_source'])
    expect(await record(same[0])).toMatchObject(consent)
  })

  it('[BK-12] given a number or address that was not chosen, when merged, then it takes a free second place @full', async () => {
    const consent = { text_consent_date: '2026-01-05', text_consent_source: 'By phone' }
    const own = { ...zoe, primary_email: 'own@mail.example' }
    const others = { ...zoeAgain, ...consent, primary_phone: '786-555-0100', secondary_email: 'second@mail.example' }
    const [id, other] = await seedPair(own, others)
    const { id: mergeId } = await mergedOf(id, other, ['primary_email'])
    expect(await record(id)).toMatchObject({
      primary_phone: '3055550147',
      text_consent_date: null,
      secondary_phone: '786-555-0100',
      text_consent_date_2: '2026-01-05',
      text_consent_source_2: 'By phone',
      primary_email: 'zoe@mail.example',
      secondary_email: 'own@mail.example',
    })
    const told = async () =>
      (
        await core.app.db
          .selectFrom('outbox_messages')
          .where('kind', '=', 'contact-changed')
          .where('client_id', '=', id)
          .select('channel')
          .execute()
      ).map(({ channel }) => channel)
    expect(await told()).toEqual(['email'])
    expect((await undo(id, mergeId)).statusCode).toBe(200)
    // The address of the other record may be a stranger's.
    expect(await told()).toEqual(['email'])
    const empty = { secondary_phone: null, text_consent_date_2: null, secondary_email: null }
    expect(await record(id)).toMatchObject({ ...empty, primary_email: 'own@mail.example' })
    await mergedOf(id, other, ['primary_email', 'secondary_email'])
    expect(await record(id)).toMatchObject({ secondary_email: 'second@mail.example' })
  })

  it('[BK-12] given one number and address written in two ways, when compared, then they are the same', async () => {
    const pair = await seedPair(
      { ...zoe, primary_email: 'Zoe@Mail.example' },
      { ...zoeAgain, primary_phone: '(305) 555 0147' },
    )
    const { fields } = await compare(...pair)
    const same = fields.filter((field) => field.same).map(({ name }) => name)
    expect(same).toEqual(expect.arrayContaining(['primary_phone', 'primary_email']))
    await mergedOf(...pair)
    expect(await record(pair[0])).toMatchObject({ secondary_phone: null, secondary_email: null })
  })

  it('[BK-12] given an edit since the comparison, an archived record or the same one, when merged, then it is refused in words', async () => {
    const [id, other] = await seedPair()
    await ask('PUT', `/clients/${other}`, { occupation: 'Teacher' })
    const payload = { other_id: other, version: 1, other_version: 1, from_other: [] }
    const stale = await ask('POST', `/clients/${id}/merges`, payload)
    expect([stale.statusCode, stale.json()]).toMatchObject([
      409,
      { message: expect.stringContaining('(Occupation) since'), details: [{ field: 'occupation' }] },
    ])
    const self = { ...payload, other_id: id }
    expect((await ask('POST', `/clients/${id}/merges`, self)).json()).toMatchObject({ code: 'INVALID_INPUT' })
    await ask('PUT', `/clients/${other}/archived`, { archived: true })
    const archived = await merge(id, other)
    expect([archived.statusCode, archived.json().message]).toEqual([409, expect.stringContaining('is archived')])
    expect(await record(id)).toMatchObject({ version: 1 })
  })

  it('[BK-12] given the same call again, or both ways at once, when merged, then it is done once', async () => {
    const [id, other] = await seedPair()
    const payload = { other_id: other, version: 1, other_version: 1, from_other: ['ssn'] }
    const headers = { 'idempotency-key': `"${crypto.randomUUID()}"` }
    const send = () => core.ask(admin, { method: 'POST', url: `/clients/${id}/merges`, payload, headers })
    const [first, again] = [await send(), await send()]
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([201, 201, first.json()])
    expect((await ask('POST', `/clients/${id}/merges`, payload)).statusCode).toBe(409)

    const pair = await seedPair()
    const there = { other_id: pair[1], version: 1, other_version: 1, from_other: [] }
    const answers = await Promise.all([
      ask('POST', `/clients/${pair[0]}/merges`, there),
      ask('POST', `/clients/${pair[1]}/merges`, { ...there, other_id: pair[0] }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  })

  it('[BK-12] given a failure at the last step, when merged, then nothing is done', async () => {
    const [id, other] = await seedPair()
    await seedBelongings(other)
    await sql`ALTER TABLE client_merges ADD CONSTRAINT refused CHECK (false) NOT VALID`.execute(core.app.db)
    onTestFinished(async () => void (await sql`ALTER TABLE client_merges DROP CONSTRAINT refused`.execute(core.app.db)))
    await compare(id, other)
    const before = await everything()
    const payload = { other_id: other, version: 1, other_version: 1, from_other: ['ssn', 'primary_email'] }
    expect((await ask('POST', `/clients/${id}/merges`, payload)).statusCode).toBe(500)
    expect(await everything()).toEqual(before)
  })
})

describe('the address of a record that was merged away', () => {
  it('[BK-14] given it, when read, then it leads on; when changed, restored or deleted, then 409 says why @full', async () => {
    const [id, other] = await seedPair()
    await mergedOf(id, other)
    const answer = await ask('GET', `/clients/${other}`)
    expect([answer.statusCode, answer.headers.location]).toEqual([307, id])
    const changes = [
      await ask('PUT', `/clients/${other}`, { occupation: 'Teacher' }),
      await ask('POST', `/clients/${other}/notes`, { text: '<p>Late</p>' }),
      await ask('PUT', `/clients/${other}/archived`, { archived: false }),
      await ask('DELETE', `/clients/${other}`, { confirmation: 'Zoë Nunez' }),
      await ask('POST', `/clients/${other}/not-duplicates`, { other_id: id }),
    ]
    for (const change of changes)
      expect([change.statusCode, change.json().message]).toEqual([
        409,
        expect.stringMatching(/was merged into another/),
      ])
    expect((await ask('GET', '/clients?archived=true&q=zoe')).body).not.toContain(other)
    const later = await seedClient(core, admin, zoe)
    await mergedOf(later, id)
    expect((await ask('GET', `/clients/${other}`)).headers.location).toBe(id)
    expect((await ask('GET', `/clients/${id}`)).headers.location).toBe(later)
  })
})

describe('taking a merge apart', () => {
  const shown = ({ version: _version, updated_at: _at, ...values }: ClientRecord) => values

  it('[BK-13] given a merge, when taken apart, then both records and all that is theirs are as before @full', async () => {
    const own = { ssn: '900-45-1111', primary_phone: '7865550111' }
    const [id, other] = await seedPair({ ...zoe, ...own }, { ...zoeAgain, primary_phone: '7865550111' })
    await seedBelongings(id)
    await seedBelongings(other)
    const [before, otherBefore] = [await record(id), await record(other)]
    const [owned, others] = [await belongings(id), await belongings(other)]
    const { id: mergeId } = await mergedOf(id, other, ['client_first_name', 'ssn', 'primary_email'])
    const { merges } = (await ask('GET', `/clients/${id}/merges`)).json()
    expect(merges).toMatchObject([
      { id: mergeId, client_first_name: 'Zoë', may_undo: true },
    ] satisfies Partial<ClientMerge>[])
    const note = (await ask('POST', `/clients/${id}/notes`, { text: '<p>Since</p>' })).json()

    expect((await undo(id, mergeId)).json()).toEqual({ id: mergeId, client_id: other })
    expect((await undo(id, mergeId)).statusCode).toBe(200)
    expect([shown(await record(id)), shown(await record(other))]).toEqual([shown(before), shown(otherBefore)])
    const without = ({ outbox_messages: _sent, contact_changes: _changes, ...rest }: Record<string, string[]>) => rest
    expect(without(await belongings(other))).toEqual(without(others))
    expect(without(await belongings(id))).toEqual(
      without({ ...owned, client_notes: [...(owned.client_notes ?? []), note.id].toSorted() }),
    )
    expect((await ask('GET', `/clients/${id}/merges`)).json()).toEqual({ merges: [] })
    expect((await ask('GET', '/audit/verification')).json()).toMatchObject({ valid: true })
    expect((await ask('GET', `/clients/${id}/duplicates`)).body).toContain(other)
  })

  it('[BK-13] given tags, when merged and taken apart, then the kept client has them all until then', async () => {
    const [id, other] = await seedPair()
    const tags = async (client: string) => (await ask('GET', `/clients/${client}/tags`)).json().tags
    for (const [client, own] of [[id, ['VIP']] as const, [other, ['VIP', 'Medicare']] as const])
      await ask('PUT', `/clients/${client}/tags`, { add: own })
    const { id: mergeId } = await mergedOf(id, other)
    expect(await tags(id)).toEqual(['Medicare', 'VIP'])
    expect((await undo(id, mergeId)).statusCode).toBe(200)
    expect([await tags(id), await tags(other)]).toEqual([['VIP'], ['Medicare', 'VIP']])
  })

  it('[BK-13] given an edit since, when taken apart, then 409 names the fields and nothing changes', async () => {
    const [id, other] = await seedPair()
    const { id: mergeId } = await mergedOf(id, other, ['ssn'])
    await ask('PUT', `/clients/${id}`, { occupation: 'Teacher', primary_email: 'zoe@new.example' })
    const before = await everything()
    const answer = await undo(id, mergeId)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { message: expect.stringMatching(/since the merge: .*Occupation/), details: [{}, {}] },
    ])
    expect(await everything()).toEqual(before)
  })

  it('[BK-13] given somebody else than the owner, or another record, when taken apart, then it is refused @full', async () => {
    const { as, admin: standard } = await seedColleague(core, 'standard')
    const [id, other] = await seedPair()
    const { id: mergeId } = await mergedOf(id, other)
    expect((await undo(id, mergeId, as)).statusCode).toBe(403)
    expect((await ask('GET', `/clients/${id}/merges`, undefined, as)).json()).toMatchObject({
      merges: [{ may_undo: false }],
    })
    expect((await undo(await seedClient(core, admin, zoe), mergeId)).statusCode).toBe(404)
    await ask('PUT', `/clients/${id}/owner`, { owner_id: standard.id })
    expect((await undo(id, mergeId, as)).statusCode).toBe(200)
  })

  it('[BK-13] given more than 30 days, when taken apart, then 409 says so', async () => {
    const [id, other] = await seedPair()
    const { id: mergeId } = await mergedOf(id, other)
    await sql`UPDATE client_merges SET merged_at = now() - interval '31 days' WHERE id = ${mergeId}`.execute(
      core.app.db,
    )
    const answer = await undo(id, mergeId)
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('30 days')])
  })
})

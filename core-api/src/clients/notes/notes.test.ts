import type { ClientNote } from '@agency/contract/client-notes'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { type Colleague, seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
let admin: PrincipalStatement
let ana: Colleague
let clientId: string
beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  ana = await seedColleague(core, 'standard')
  clientId = await seedClient(core, admin, { notes: '<p>first field</p>', notes_2: '<p>second field</p>' })
})
afterAll(() => core.close())

const urlOf = (client: string) => `/clients/${client}/notes`
const add = (payload: object, { as = admin, client = clientId } = {}) =>
  core.ask(as, { method: 'POST', url: urlOf(client), payload })
const seed = async (payload: object = {}, place = {}): Promise<ClientNote> =>
  (await add({ text: '<p>called back</p>', ...payload }, place)).json()
const change = (id: string, payload: object, { as = admin, client = clientId, headers = {} } = {}) =>
  core.ask(as, { method: 'PATCH', url: `${urlOf(client)}/${id}`, payload, headers })
const remove = (id: string, { as = admin, client = clientId } = {}) =>
  core.ask(as, { method: 'DELETE', url: `${urlOf(client)}/${id}` })
const list = async (client = clientId, query = '') =>
  (await core.ask(admin, { method: 'GET', url: `${urlOf(client)}${query}` })).json()
const history = (id: string, client = clientId) =>
  core.ask(admin, { method: 'GET', url: `${urlOf(client)}/${id}/history` })
const textsOf = ({ notes }: { notes: ClientNote[] }) => notes.map(({ text }) => text)

describe('the dated notes of a client', () => {
  it('[OF-15] given a text alone, when added, then it is a note of now by who wrote it, sanitised, and listed', async () => {
    const client = await seedClient(core, admin)
    const answer = await add({ text: '<p>spoke<script>x</script></p>' }, { as: ana.as, client })
    expect(answer.statusCode).toBe(201)
    const note = answer.json()
    expect(answer.headers.etag).toBe(`"${note.version}"`)
    const by = { author_id: ana.admin.id, author_name: 'Ana Lima' }
    expect(note).toMatchObject({
      kind: 'note',
      text: '<p>spoke</p>',
      pinned: false,
      former_texts: 0,
      may_delete: true,
      ...by,
    })
    const { record, notes, more } = await list(client)
    expect([record, notes, more]).toEqual([{ notes: null, notes_2: null }, [note], false])
  })

  it('[OF-15] given the two notes of the record, when the notes are listed, then they are above', async () => {
    expect((await list()).record).toEqual({ notes: '<p>first field</p>', notes_2: '<p>second field</p>' })
  })

  it('given several of all kinds, when listed, then pinned ones are first, and each part is newest first', async () => {
    const client = await seedClient(core, admin)
    await seed({ text: 'a', pinned: true }, { client })
    for (const kind of ['note', 'call', 'meeting', 'text']) await seed({ text: kind, kind }, { client })
    await seed({ text: 'b', pinned: true }, { client })
    expect(textsOf(await list(client))).toEqual(['b', 'a', 'text', 'meeting', 'call', 'note'])
  })

  it('given more than a page, when the next one is asked for, then every note is on one of them', async () => {
    const client = await seedClient(core, admin)
    const rows = Array.from({ length: 51 }, (_, n) => {
      const [id, at] = [uuid(), new Date(1_800_000_000_000 + n * 1_000).toISOString()]
      const encrypted_text = core.app.cipher.encrypt(`${n}`, { table: 'client_notes', id, purpose: 'text' })
      return { id, client_id: client, kind: 'note' as const, encrypted_text, author_id: ana.admin.id, created_at: at }
    })
    await core.app.db.insertInto('client_notes').values(rows).execute()
    const [first, second] = [await list(client), await list(client, '?offset=50')]
    expect([first.notes.length, first.more, textsOf(second), second.more]).toEqual([50, true, ['0'], false])
  })

  it.each([
    ['nothing visible', { text: '<p> <br></p>' }, 'text'],
    ['no text', { kind: 'call' }, 'text'],
    ['a text that is too long', { text: 'a'.repeat(100_001) }, 'text'],
    ['another kind', { text: 'a', kind: 'fax' }, 'kind'],
    ['an unknown field', { text: 'a', author: 'me' }, 'author'],
  ])('given %s, when added, then 400 names the field', async (_, payload, field) => {
    const answer = await add(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain(field)
  })
})

describe('a changed note', () => {
  it('given two changes of its text, when its history is read, then each former text is there, with who replaced it', async () => {
    const { id } = await seed({ text: 'first' })
    await change(id, { text: 'second' }, { as: ana.as })
    const changed = (await change(id, { text: 'third', kind: 'call' })).json()
    expect(changed).toMatchObject({ text: 'third', kind: 'call', former_texts: 2, version: 3 })
    const { texts } = (await history(id)).json()
    expect(texts).toMatchObject([
      { text: 'second', replaced_by_name: expect.any(String) },
      { text: 'first', replaced_by: ana.admin.id, replaced_by_name: 'Ana Lima' },
    ])
  })

  it('given another kind or a pin alone, when changed, then no former text is kept', async () => {
    const { id, text } = await seed()
    expect((await change(id, { pinned: true, kind: 'meeting', text })).json()).toMatchObject({ former_texts: 0 })
    expect((await history(id)).json()).toEqual({ texts: [] })
  })

  it('given a colleague who changed the text since, when a stale text is saved, then 409 has theirs; another field merges', async () => {
    const { id, version } = await seed()
    await change(id, { text: 'theirs' }, { as: ana.as })
    const stale = { headers: { 'if-match': `"${version}"` } }
    const refused = await change(id, { text: 'mine' }, stale)
    expect([refused.statusCode, refused.json().details?.current?.text ?? refused.body]).toEqual([
      409,
      expect.stringContaining('theirs'),
    ])
    expect((await change(id, { pinned: true }, stale)).json()).toMatchObject({ text: 'theirs', pinned: true })
    expect((await change(id, { text: '<p></p>' })).statusCode).toBe(400)
  })

  it('given the note of another client, when it is named under this one, then 404 and it stays', async () => {
    const client = await seedClient(core, admin)
    const note = await seed({}, { client })
    for (const answer of [await change(note.id, { text: 'x' }), await remove(note.id), await history(note.id)])
      expect(answer.statusCode).toBe(404)
    expect((await list(client)).notes).toEqual([note])
  })
})

describe('a deleted note', () => {
  it('given the note of somebody else, when deleted, then 403 without power access; its author and power may', async () => {
    const [ours, theirs] = [await seed(), await seed({}, { as: ana.as })]
    expect((await remove(ours.id, { as: ana.as })).statusCode).toBe(403)
    expect((await remove(theirs.id, { as: ana.as })).statusCode).toBe(204)
    expect((await remove(ours.id)).statusCode).toBe(204)
    const left = (await list()).notes.map(({ id }: ClientNote) => id)
    expect(left).not.toContain(ours.id)
    expect(left).not.toContain(theirs.id)
    for (const answer of [await history(ours.id), await change(ours.id, { text: 'x' }), await remove(ours.id)])
      expect(answer.statusCode).toBe(404)
    const kept = await core.app.db.selectFrom('client_notes').select('deleted_at').where('id', '=', ours.id).execute()
    expect(kept).toEqual([{ deleted_at: expect.any(String) }])
  })
})

it('given notes, when stored, then neither table nor trail has a text of them, and the trail says who did what', async () => {
  const client = await seedClient(core, admin)
  const { id } = await seed({ text: 'secret-one', kind: 'call' }, { client })
  await change(id, { text: 'secret-two' }, { client })
  await remove(id, { client })
  const { rows } = await sql<{ text: string }>`
    SELECT concat(
      (SELECT string_agg(n::text, '') FROM client_notes n), (SELECT string_agg(t::text, '') FROM client_note_texts t),
      (SELECT string_agg(f::text, '') FROM former_values f), (SELECT string_agg(e::text, '') FROM audit_events e)
    ) AS text`.execute(core.app.db)
  expect(rows[0]?.text).not.toContain('secret')
  expect(rows[0]?.text).not.toContain(Buffer.from('secret').toString('hex'))
  const { events } = (await core.ask(admin, { method: 'GET', url: `/audit?subject_id=${id}` })).json()
  expect(events.map(({ action, fields }: { action: string; fields: string[] }) => [action, fields])).toEqual([
    ['note.deleted', []],
    ['note.changed', ['text']],
    ['note.added', ['kind', 'text']],
  ])
})

it('given a client that is deleted for good, when it is gone, then its notes and their former texts are too', async () => {
  const client = await seedClient(core, admin)
  const { id } = await seed({}, { client })
  await change(id, { text: 'other' }, { client })
  await core.ask(admin, { method: 'PUT', url: `/clients/${client}/archived`, payload: { archived: true } })
  const payload = { confirmation: 'Inês Gonçalves' }
  const answer = await core.ask(admin, { method: 'DELETE', url: `/clients/${client}`, payload })
  expect(answer.statusCode).toBe(204)
  const { rows } = await sql`SELECT id FROM client_notes WHERE client_id = ${client}
    UNION ALL SELECT id FROM client_note_texts WHERE note_id = ${id}`.execute(core.app.db)
  expect(rows).toEqual([])
})

import { type ClientFieldName, clientFields, type FieldDescription } from '@agency/contract/client-fields'
import { clearMarker } from '@agency/contract/clients'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore, startCoreForTest } from '../../../test/core.ts'
import { openAsClient, seedClient, seedSession } from '../../../test/session-fixtures.ts'
import { wipeOverdueCvcs } from './cvc-retention.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

function sample({ name, kind, options }: FieldDescription, turn: 1 | 2): string | number {
  if (kind === 'date') return turn === 1 ? '1950-02-28' : '2000-12-31'
  if (kind === 'number') return 40 + turn
  if (options) return options[turn] ?? ''
  if (kind === 'rich-text') return `<p>${name} ${turn}</p>`
  return `${name} ${turn}`
}

const all = (turn: 1 | 2) => Object.fromEntries(clientFields.map((field) => [field.name, sample(field, turn)]))

async function put(id: string, payload: object, version?: number) {
  const headers = version === undefined ? {} : { 'if-match': `"${version}"` }
  return core.ask(await core.admin(), { method: 'PUT', url: `/clients/${id}`, payload, headers })
}

async function get(id: string) {
  return (await core.ask(await core.admin(), { method: 'GET', url: `/clients/${id}` })).json()
}

describe('the client record', () => {
  it('[CD-10] given every field of the description, when written, changed and cleared, then each reads back', async () => {
    const id = await seedClient(core, await core.admin(), all(1))
    expect(await get(id)).toMatchObject(all(1))
    expect((await put(id, all(2))).statusCode).toBe(200)
    expect(await get(id)).toMatchObject(all(2))

    const cleared = clientFields.filter(({ name }) => name !== 'status')
    await put(id, Object.fromEntries(cleared.map(({ name, kind }) => [name, kind === 'date' ? clearMarker : null])))
    expect(await get(id)).toMatchObject(Object.fromEntries(cleared.map(({ name }) => [name, null])))
  })

  it('[CD-11] given a stored date, when the clear marker is sent, then it is cleared, and an absent one stays', async () => {
    const id = await seedClient(core, await core.admin(), { spouse_dob: '1960-01-02', dep2_dob: '1990-01-02' })
    await put(id, { spouse_dob: clearMarker })
    expect(await get(id)).toMatchObject({ spouse_dob: null, dep2_dob: '1990-01-02' })
  })

  it('[CD-12] given notes without visible text, when saved, then they are stored as empty', async () => {
    const id = await seedClient(core, await core.admin(), { notes: '<p>kept</p>' })
    await put(id, { notes: '<p>&nbsp;<br></p><p> </p>' })
    expect((await get(id)).notes).toBeNull()
  })

  it('given what GET gave, when it is PUT back whole, then nothing changes, not even the version', async () => {
    const id = await seedClient(core, await core.admin(), all(1))
    const before = await get(id)
    const answer = await put(id, before, before.version)
    expect(answer.statusCode).toBe(200)
    expect(await get(id)).toEqual(before)
  })

  it.each<[string, object, string]>([
    ['an unknown field', { nickname: 'x' }, 'nickname'],
    ['a wrong type', { ssn: 5 }, 'ssn'],
    ['an impossible date', { dob: '2001-02-30' }, 'dob'],
    ['a masked value', { ssn: '***-**-6789' }, 'ssn'],
    ['a masked card', { card_number: '••••4242' }, 'card_number'],
    ['a text that is too long', { address: 'x'.repeat(3_000) }, 'address'],
    ['a name that is too long', { client_last_name: 'x'.repeat(501) }, 'client_last_name'],
    ['an unknown status', { status: 'gone' }, 'status'],
  ])('given %s, when sent, then 400 names the field and nothing is stored', async (_what, payload, field) => {
    const id = await seedClient(core, await core.admin(), { city_of_birth: 'Recife' })
    const answer = await put(id, { ...payload, city_of_birth: 'Olinda' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'INVALID_INPUT', details: [{ field }] })
    expect((await get(id)).city_of_birth).toBe('Recife')
  })

  it('given names as long as they may be, of letters that take most bytes, when sent, then they are stored', async () => {
    // Different ones, so that nothing gets shorter by being compressed.
    const long = Array.from({ length: 500 }, (_, n) => String.fromCodePoint(0x20000 + ((n * 7919) % 40_000))).join('')
    const names = { client_first_name: long, client_last_name: long, current_health_plan_name: long }
    const id = await seedClient(core, await core.admin(), names)
    expect(await get(id)).toMatchObject(names)
  })

  it('given a stored record, when the tables are read, then no encrypted value is in them', async () => {
    const values = all(1)
    const id = await seedClient(core, await core.admin(), values)
    await put(id, all(2))
    const dump: string[] = []
    for (const table of ['clients', 'client_changes', 'audit_events', 'audit_chains'] as const) {
      dump.push(JSON.stringify(await core.app.db.selectFrom(table).selectAll().execute()))
    }
    const encrypted = clientFields.filter((field) => field.encrypted).map((field) => field.name)
    expect(encrypted.length).toBeGreaterThan(20)
    expect(encrypted.filter((name) => dump.join().includes(String(values[name])))).toEqual([])
  })
})

describe('the owner of a client', () => {
  const setOwner = async (id: string, owner_id: unknown, version?: number) => {
    const headers = version === undefined ? {} : { 'if-match': `"${version}"` }
    const call = { method: 'PUT', url: `/clients/${id}/owner`, payload: { owner_id }, headers } as const
    return core.ask(await core.admin(), call)
  }
  const anyAdmin = async () => (await core.ask(await core.admin(), { method: 'GET', url: '/admin/list' })).json()[0].id

  it('[OF-01] given a client, when it is added, then the admin who added it is the owner, and the owner can be changed or removed', async () => {
    const id = await seedClient(core, await core.admin())
    const owner = await anyAdmin()
    const before = await get(id)
    expect(before.owner_id).toBe(owner)
    expect((await setOwner(id, null, before.version)).json()).toMatchObject({ owner_id: null })
    expect((await setOwner(id, owner)).json()).toEqual({ ...(await get(id)), owner_id: owner })
    expect((await put(id, { ...(await get(id)), owner_id: null })).json().owner_id).toBe(owner)
  })

  it('given an owner that someone else has changed, when another is saved from the old version, then 409 with the stored record', async () => {
    const id = await seedClient(core, await core.admin())
    const seen = await get(id)
    await setOwner(id, null, seen.version)
    await put(id, { occupation: 'nurse' })
    const late = await setOwner(id, await anyAdmin(), seen.version)
    expect([late.statusCode, late.json().code, late.json().current.owner_id]).toEqual([409, 'EDIT_CONFLICT', null])
    expect((await get(id)).owner_id).toBeNull()
  })

  it('given an unknown admin or a client as the caller, when an owner is named, then it is refused', async () => {
    const id = await seedClient(core, await core.admin())
    const unknown = await setOwner(id, '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b')
    expect([unknown.statusCode, unknown.json().details]).toMatchObject([400, [{ field: 'owner_id' }]])
    const { session, clientId } = await seedSession(core)
    const client = await openAsClient(core, session)
    const call = { method: 'PUT', url: `/clients/${clientId}/owner`, payload: { owner_id: null } } as const
    expect((await core.ask(client, call)).statusCode).toBe(404)
    expect((await get(clientId)).owner_id).not.toBeNull()
  })
})

describe('edits at the same time', () => {
  it('given a whole record that is sent without If-Match, when a colleague has changed other fields, then its version is the base', async () => {
    const id = await seedClient(core, await core.admin(), { occupation: 'baker', address: 'here', ssn: '1' })
    const seen = await get(id)
    await put(id, { address: 'there', ssn: '2' })
    expect((await put(id, { ...seen, occupation: 'nurse' })).statusCode).toBe(200)
    expect(await get(id)).toMatchObject({ occupation: 'nurse', address: 'there', ssn: '2' })
    const late = await put(id, { ...seen, address: 'elsewhere' })
    expect([late.statusCode, late.json().details]).toMatchObject([409, [{ field: 'address' }]])
  })

  it('given a version that does not exist yet, when it is named in either place, then 409 in words, and nothing is stored', async () => {
    const id = await seedClient(core, await core.admin())
    for (const answer of [await put(id, { address: 'x' }, 999), await put(id, { address: 'x', version: 999 })]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'WRONG_STATE'])
      expect(answer.json().message).toContain('no version 999 yet')
    }
    expect((await get(id)).address).toBeNull()
  })

  it('given two edits of different fields from one version, when both are sent whole, then both are kept', async () => {
    const id = await seedClient(core, await core.admin(), { occupation: 'baker', address: 'here', ssn: '1' })
    const seen = await get(id)
    await put(id, { ...seen, address: 'there', ssn: '2' }, seen.version)
    const second = await put(id, { ...seen, occupation: 'nurse' }, seen.version)
    expect(second.statusCode).toBe(200)
    expect(await get(id)).toMatchObject({ occupation: 'nurse', address: 'there', ssn: '2' })
  })

  it('given two edits of one field from one version, when the second is sent, then 409 with the record as it is, masked', async () => {
    const id = await seedClient(core, await core.admin(), { ssn: '111-11-1111' })
    const seen = await get(id)
    await put(id, { ssn: '222-22-2222' }, seen.version)
    const second = await put(id, { ...seen, ssn: '333-33-3333' }, seen.version)
    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: [{ field: 'ssn' }],
      current: { ssn: '***-**-2222', version: 2 },
    })
    expect((await get(id)).ssn).toBe('222-22-2222')
  })

  it('given ten edits of different fields at once, when all are sent, then no update is lost', async () => {
    const id = await seedClient(core, await core.admin())
    // Few, since there are six connections: a call that waits for one for 5 s, on a busy machine, gets 503.
    const fields = clientFields.filter((field) => field.kind === 'text').slice(2, 12)
    const answers = await Promise.all(fields.map((field) => put(id, { [field.name]: sample(field, 1) }, 1)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(fields.map(() => 200))
    expect(await get(id)).toMatchObject(Object.fromEntries(fields.map((field) => [field.name, sample(field, 1)])))
  })
})

describe('the CVC of a card', () => {
  const age = (id: string, days: number) => {
    const cvc_stored_at = new Date(Date.now() - days * 86_400_000).toISOString()
    return core.app.db.updateTable('clients').set({ cvc_stored_at }).where('id', '=', id).execute()
  }

  it('given one stored for longer than allowed, when the sweep runs, then it alone is wiped', async () => {
    const card = { card_number: '4242424242424242', cvc: '123' }
    const overdue = await seedClient(core, await core.admin(), card)
    const recent = await seedClient(core, await core.admin(), card)
    await age(overdue, 8)
    await age(recent, 6)
    await wipeOverdueCvcs({ db: core.app.db, cipher: core.app.cipher, days: 7 })
    expect(await get(overdue)).toMatchObject({ card_number: '4242424242424242', cvc: null })
    expect(await get(recent)).toMatchObject(card)
  })

  it('given a record seen before the sweep, when it is sent back whole after it, then the CVC does not return', async () => {
    const id = await seedClient(core, await core.admin(), { cvc: '123' })
    await age(id, 8)
    const seen = await get(id)
    await wipeOverdueCvcs({ db: core.app.db, cipher: core.app.cipher, days: 7 })
    const answer = await put(id, { ...seen, occupation: 'baker' }, seen.version)
    expect(answer.statusCode).toBe(200)
    expect(await get(id)).toMatchObject({ occupation: 'baker', cvc: null })
  })

  it('given another field edited later, when the days are counted, then still from when the CVC was stored', async () => {
    const id = await seedClient(core, await core.admin(), { cvc: '123' })
    await age(id, 8)
    await put(id, { occupation: 'baker' })
    await wipeOverdueCvcs({ db: core.app.db, cipher: core.app.cipher, days: 7 })
    expect((await get(id)).cvc).toBeNull()
  })

  it('given a deployment that stores none, when one is sent, then it is not stored @full', async () => {
    const strict = await startCoreForTest({ CVC_RETENTION_DAYS: '0' })
    const admin = await strict.admin()
    const id = await seedClient(strict, admin, { cvc: '123', card_number: '4242' })
    const record = (await strict.ask(admin, { method: 'GET', url: `/clients/${id}` })).json()
    expect(record).toMatchObject({ cvc: null, card_number: '4242' })
  })
})

describe('the list', () => {
  const titles = (answer: { json(): { client_first_name: string }[] }) =>
    answer.json().map((row) => row.client_first_name)
  const list = async (query: string) => core.ask(await core.admin(), { method: 'GET', url: `/clients?${query}` })

  beforeAll(async () => {
    const admin = await core.admin()
    await seedClient(core, admin, { client_first_name: 'Zoé', client_last_name: 'Qx Ávila', dob: '1980-01-01' })
    await seedClient(core, admin, { client_first_name: 'Bia', client_last_name: 'Qx avila', status: 'unpaid' })
    await seedClient(core, admin, { client_first_name: 'Ana', client_last_name: 'Qx Zorro', dob: '1970-01-01' })
  })

  it('[CL-05] given a search, when it is in other case and over several columns, then rows match', async () => {
    expect(titles(await list('q=BIA%20qx'))).toEqual(['Bia'])
    expect(titles(await list('q=%25'))).toEqual([])
  })

  it('[CL-03] given no order, when listed, then by last name, letters with accents beside those without', async () => {
    expect(titles(await list('q=qx'))).toEqual(['Bia', 'Zoé', 'Ana'])
  })

  it('[CL-04] given a missing date of birth, when sorted by it, then it is last in both directions', async () => {
    expect(titles(await list('q=qx&sort=dob&order=asc'))).toEqual(['Ana', 'Zoé', 'Bia'])
    expect(titles(await list('q=qx&sort=dob&order=desc'))).toEqual(['Zoé', 'Ana', 'Bia'])
  })

  it('[CL-11] given a limit, when a page is asked for, then it has that many and the total is told', async () => {
    const answer = await list('q=qx&limit=2&offset=2')
    expect(titles(answer)).toEqual(['Ana'])
    expect(answer.headers['x-total-count']).toBe('3')
  })

  it('[CL-12] given a status, when filtered, then its clients alone, and the counts agree', async () => {
    expect(titles(await list('q=qx&status=unpaid'))).toEqual(['Bia'])
    const counts = (await core.ask(await core.admin(), { method: 'GET', url: '/clients/counts' })).json()
    expect(counts.unpaid).toBe((await list('status=unpaid')).json().length)
    expect(counts.all).toBe(counts.active + counts.inactive + counts.unpaid + counts.cancelled)
  })

  it('given a list, when answered, then its rows have nothing that is encrypted', async () => {
    const encrypted: ClientFieldName[] = clientFields.filter((field) => field.encrypted).map((field) => field.name)
    const [row] = (await list('limit=1')).json()
    expect(Object.keys(row).filter((name) => encrypted.some((field) => field === name))).toEqual([])
  })

  it('given an unknown filter or a limit out of range, when asked, then 400 names it', async () => {
    expect((await list('color=red')).json().details).toEqual([{ field: 'color', message: 'is not a known field' }])
    expect((await list('limit=100000')).json().details).toMatchObject([{ field: 'limit' }])
  })
})

describe('who may', () => {
  it('given a client of another session, when it asks for a record, then 404; for its own, the projection alone', async () => {
    const mine = await seedSession(core)
    const other = await seedSession(core)
    const client = await openAsClient(core, mine.session)
    const own = await core.ask(client, { method: 'GET', url: `/clients/${mine.clientId}` })
    expect(Object.keys(own.json()).sort()).toEqual(['client_first_name', 'client_last_name', 'id', 'pref_lang'])
    expect((await core.ask(client, { method: 'GET', url: `/clients/${other.clientId}` })).statusCode).toBe(404)
    const write = { method: 'PUT', url: `/clients/${mine.clientId}`, payload: { ssn: '9' } } as const
    expect((await core.ask(client, write)).statusCode).toBe(404)
    expect((await get(mine.clientId)).ssn).toBeNull()
  })
})

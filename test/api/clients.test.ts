import type { ClientFieldName, FieldKind } from '@agency/contract/client-fields'
import { clientFields } from '@agency/contract/client-fields'
import { type ClientRecord, type ClientUpdate, clearMarker } from '@agency/contract/clients'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../core-api/test/test-database.ts'
import { answered, startOffice, visit } from './office.ts'

// Writers at the same time are so in earnest on a server: the embedded engine takes one statement after another.
const database = await createTestDatabase()
afterAll(() => database.drop())
const { services, office } = await startOffice('url' in database.target ? { DATABASE_URL: database.target.url } : {})

const read = (id: string) => office.read<ClientRecord>(`/clients/${id}`)
const put = (id: string, body: unknown, headers?: Record<string, string>) =>
  office.ask('PUT', `/clients/${id}`, body, headers)
const change = (id: string, body: ClientUpdate) => answered<ClientRecord>(put(id, body))

type Value = string | number | null
/** Two values of a field, and what clears it: sent and then stored. */
function valuesOf(name: string, kind: FieldKind): { first: Value; second: Value; clear: Value; cleared: Value } {
  if (name === 'status') return { first: 'inactive', second: 'unpaid', clear: 'active', cleared: 'active' }
  if (kind === 'date') return { first: '1961-12-31', second: '2024-02-29', clear: clearMarker, cleared: null }
  if (kind === 'number') return { first: 61, second: 0, clear: null, cleared: null }
  const text = (n: number) => `Ñandú ${name} “${n}” 東京`
  if (kind === 'rich-text') return { first: `<p>${text(1)}</p>`, second: `<p>${text(2)}</p>`, clear: '', cleared: null }
  return { first: text(1), second: text(2), clear: '', cleared: null }
}

const fieldsOf = ({
  id: _id,
  version: _version,
  created_at: _created,
  updated_at: _updated,
  ...fields
}: ClientRecord) => fields

describe('the calls', () => {
  it('[AP-02] given the three fields of the dialog, when a client is added, listed, read and changed, then the answers are what the screens use', async () => {
    const sent = { client_first_name: 'Zoë', client_last_name: 'Quintana', primary_email: 'zoe@example.com' }
    const added = await office.ask('POST', '/clients', sent)
    const record: ClientRecord = await added.json()
    expect([added.status, added.headers.get('etag')]).toEqual([201, '"1"'])
    expect(record).toMatchObject(sent)
    const list = await office.ask('GET', '/clients')
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(0)
    expect(await list.json()).toContainEqual(
      expect.objectContaining({ id: record.id, ...sent, client_last_name: 'Quintana' }),
    )
    const changed = { ...sent, client_last_name: 'Quintana Vega' }
    expect(await change(record.id, changed)).toMatchObject(changed)
    expect(await read(record.id)).toMatchObject(changed)
  })

  it('[CD-13] given a change, when the record is fetched again, then it is what the change answered, one version on', async () => {
    const { id, version } = await office.addClient()
    const answer = await put(id, { occupation: 'Baker' })
    const changed: ClientRecord = await answer.json()
    expect(changed.version).toBe(version + 1)
    expect(answer.headers.get('etag')).toBe(`"${version + 1}"`)
    expect(await read(id)).toEqual(changed)
  })

  it('given the session of a client, when it asks for the record, then its name and language, and nothing else', async () => {
    const values = { ssn: '123-45-6789', notes: '<p>private</p>', pref_lang: 'Portuguese' }
    const { id } = await office.addClient(values)
    const visitor = await visit(services, (await office.startSession(id)).session_code)
    expect(await answered(visitor.ask('GET', `/clients/${id}`))).toEqual({
      id,
      client_first_name: 'Ana',
      client_last_name: 'Lima',
      pref_lang: 'Portuguese',
    })
  })
})

describe('every field', () => {
  it('[CD-10] given each field of the record, when it is written, changed and cleared, then it reads back so and no other field moves', {
    timeout: 240_000,
  }, async () => {
    expect(clientFields).toHaveLength(149)
    const { id } = await office.addClient()
    const expected: Record<string, Value> = fieldsOf(await read(id))
    for (const { name, kind } of clientFields) {
      const { first, second, clear, cleared } = valuesOf(name, kind)
      for (const [sent, stored] of [
        [first, first],
        [second, second],
        [clear, cleared],
      ]) {
        await change(id, { [name]: sent })
        expected[name] = stored ?? null
        expect(fieldsOf(await read(id)), name).toEqual(expected)
      }
    }
  })

  it('[CD-10] given a record with every field filled in one call, when it is read and sent back whole, then nothing has changed, the version neither', async () => {
    const { id } = await office.addClient()
    const all = Object.fromEntries(clientFields.map(({ name, kind }) => [name, valuesOf(name, kind).second]))
    await change(id, all)
    const answer = await office.ask('GET', `/clients/${id}`)
    const record: ClientRecord = await answer.json()
    expect(fieldsOf(record)).toEqual(all)
    const etag = answer.headers.get('etag') ?? ''
    expect(await answered(put(id, record, { 'if-match': etag }))).toEqual(record)
    expect(await change(id, record)).toEqual(record)
    expect(await read(id)).toEqual(record)
  })

  it('[CD-09] given a language beside the three that are offered, when stored, then it is kept', async () => {
    const { id } = await office.addClient({ pref_lang: 'Kreyòl' })
    await change(id, { occupation: 'Baker' })
    expect((await read(id)).pref_lang).toBe('Kreyòl')
    expect((await change(id, { pref_lang: 'Spanish' })).pref_lang).toBe('Spanish')
  })

  it('[CD-11] given the dates of spouse, dependents and beneficiaries, when the clear marker is sent, then they are cleared', async () => {
    const numbers = [1, 2, 3, 4]
    const dates = ['spouse_dob', ...numbers.flatMap((n) => [`dep${n}_dob`, `ben${n}_dob`])]
    const all = (value: string | null) => Object.fromEntries(dates.map((name) => [name, value]))
    const { id } = await office.addClient(all('1999-09-09'))
    expect(await read(id)).toMatchObject(all('1999-09-09'))
    await change(id, all(clearMarker))
    expect(await read(id)).toMatchObject(all(null))
  })

  it.each(['<p></p>', '<p> <br></p>', '<p>&nbsp;</p><p><strong></strong></p>', ''])(
    '[CD-12] given notes without visible text (%j), when stored, then they are empty',
    async (notes) => {
      const { id } = await office.addClient({ notes: '<p>Call back</p>', notes_2: '<p>Call back</p>' })
      await change(id, { notes, notes_2: notes })
      expect(await read(id)).toMatchObject({ notes: null, notes_2: null })
    },
  )

  it('[CD-14] given phone numbers however they are typed, when stored, then they come back as they were: the screens format them', async () => {
    const phones = {
      primary_phone: '1 (305) 555-0147',
      secondary_phone: '+44 20 7946 0958',
      employer_phone: '305.555.0147',
    }
    const { id } = await office.addClient(phones)
    expect(await read(id)).toMatchObject(phones)
  })
})

describe('what can’t be stored', () => {
  it.each<[what: string, field: string, body: Record<string, unknown>]>([
    ['an unknown field', 'favourite_colour', { favourite_colour: 'blue' }],
    ['a number for a text', 'occupation', { occupation: 7 }],
    ['a text for a number', 'age_of_mother', { age_of_mother: '61' }],
    ['an object for a text', 'address', { address: { street: 'Main' } }],
    ['a date that does not exist', 'dob', { dob: '2023-02-29' }],
    ['a date in another form', 'dep1_dob', { dep1_dob: '12/31/1999' }],
    ['a masked number', 'ssn', { ssn: '***-**-6789' }],
    ['a masked account', 'account_number', { account_number: '••••6789' }],
    ['a status that is none', 'status', { status: 'dormant' }],
    ['a text that is too long', 'business_name', { business_name: 'x'.repeat(2_001) }],
  ])(
    'given %s, when it is sent among good fields, then 400 names the field and nothing is stored',
    async (_what, field, body) => {
      const before = await office.addClient({ ssn: '123-45-6789', account_number: '123456789' })
      const answer = await put(before.id, { client_first_name: 'Changed', ...body })
      const { code, details } = await answer.json()
      expect([answer.status, code]).toEqual([400, 'INVALID_INPUT'])
      expect(details.map((problem: { field: string }) => problem.field)).toEqual([field])
      expect(await read(before.id)).toEqual(before)
    },
  )

  it('given a text of a megabyte, when it is sent, then 400 or 413, and nothing is stored', async () => {
    const before = await office.addClient()
    const tooLarge = await put(before.id, { notes: 'x'.repeat(1024 * 1024) })
    expect([tooLarge.status, (await tooLarge.json()).code]).toEqual([413, 'TOO_LARGE'])
    const tooLong = await put(before.id, { notes: 'x'.repeat(900_000) })
    expect([tooLong.status, (await tooLong.json()).details[0].field]).toEqual([400, 'notes'])
    expect(await read(before.id)).toEqual(before)
  })
})

describe('writers at the same time', () => {
  const seen = ({ version }: ClientRecord) => ({ 'if-match': `"${version}"` })

  it('given two who saw the same version, when they change different fields, then both changes are there', async () => {
    const record = await office.addClient({ occupation: 'Baker' })
    const one = { ...record, occupation: 'Carpenter' }
    const two = { ...record, bank_name: 'First Bank' }
    const answers = await Promise.all([put(record.id, one, seen(record)), put(record.id, two, seen(record))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await read(record.id)).toMatchObject({ occupation: 'Carpenter', bank_name: 'First Bank' })
  })

  it('given two who saw the same version, when they change the same field, then one is refused with the record as it is', async () => {
    const record = await office.addClient({ occupation: 'Baker' })
    const answers = await Promise.all(
      ['Carpenter', 'Diver'].map((occupation) => put(record.id, { ...record, occupation }, seen(record))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = await answers.find(({ status }) => status === 409)?.json()
    const stored = await read(record.id)
    expect(refused).toMatchObject({ code: 'EDIT_CONFLICT', details: [{ field: 'occupation' }], current: stored })
  })

  it('given twenty who saw the same version, when each changes a field of its own at once, then no change is lost', async () => {
    const record = await office.addClient()
    const names: ClientFieldName[] = clientFields.filter(({ kind }) => kind === 'text').map(({ name }) => name)
    const twenty = names.slice(-20)
    const answers = await Promise.all(twenty.map((name) => put(record.id, { ...record, [name]: name }, seen(record))))
    expect(answers.map(({ status }) => status)).toEqual(twenty.map(() => 200))
    const stored = await read(record.id)
    expect(stored).toMatchObject(Object.fromEntries(twenty.map((name) => [name, name])))
    expect(stored.version).toBe(record.version + 20)
  })

  it('given twenty who change the same field from the same version at once, when all are answered, then one has won', async () => {
    const record = await office.addClient()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => put(record.id, { ...record, agi: `${n}` }, seen(record))),
    )
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [`${n}`] : []))
    expect(won).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await read(record.id)).toMatchObject({ agi: won[0], version: record.version + 1 })
  })
})

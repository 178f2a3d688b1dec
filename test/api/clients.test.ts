import type { FieldKind } from '@agency/contract/client-fields'
import { clientFields } from '@agency/contract/client-fields'
import { type ClientRecord, type ClientUpdate, clearMarker } from '@agency/contract/clients'
import { answered } from '@agency/test-kit/api/send'
import { describe, expect, it } from 'vitest'
import { useSharedProduct } from './api-product.ts'

const { product, staff } = await useSharedProduct()

const read = (id: string) => staff.read<ClientRecord>(`/clients/${id}`)
const put = (id: string, body: unknown, headers?: Record<string, string>) =>
  staff.ask('PUT', `/clients/${id}`, body, headers)
const change = (id: string, body: ClientUpdate) => answered<ClientRecord>(put(id, body))

/** A value that a field of this kind may have. */
function sampleValue(name: string, kind: FieldKind): string | number {
  if (name === 'status') return 'unpaid'
  if (kind === 'date') return '2024-02-29'
  if (kind === 'number') return 0
  const text = `Ñandú ${name} “東京”`
  return kind === 'rich-text' ? `<p>${text}</p>` : text
}

const fieldsOf = ({
  id: _id,
  owner_id: _owner,
  team_id: _team,
  archived_at: _archived,
  version: _version,
  created_at: _created,
  updated_at: _updated,
  ...fields
}: ClientRecord) => fields

describe('the calls', () => {
  it('[AP-02] given the three fields of the dialog, when a client is added, listed, read and changed, then the answers are what the screens use', async () => {
    const sent = { client_first_name: 'Zoë', client_last_name: 'Quintana', primary_email: 'zoe@example.com' }
    const added = await staff.ask('POST', '/clients', sent)
    const record: ClientRecord = await added.json()
    expect([added.status, added.headers.get('etag')]).toEqual([201, '"1"'])
    expect(record).toMatchObject(sent)
    const list = await staff.ask('GET', '/clients')
    expect(Number(list.headers.get('x-total-count'))).toBeGreaterThan(0)
    expect(await list.json()).toContainEqual(
      expect.objectContaining({ id: record.id, ...sent, client_last_name: 'Quintana' }),
    )
    const changed = { ...sent, client_last_name: 'Quintana Vega' }
    expect(await change(record.id, changed)).toMatchObject(changed)
    expect(await read(record.id)).toMatchObject(changed)
  })

  it('[CD-13] given a change, when the record is fetched again, then it is what the change answered, one version on', async () => {
    const { id, version } = await staff.addClient()
    const answer = await put(id, { occupation: 'Baker' })
    const changed: ClientRecord = await answer.json()
    expect(changed.version).toBe(version + 1)
    expect(answer.headers.get('etag')).toBe(`"${version + 1}"`)
    expect(await read(id)).toEqual(changed)
  })

  it('given the session of a client, when it asks for the record, then its name and language, and nothing else', async () => {
    const name = { client_first_name: 'Ana', client_last_name: 'Lima' }
    const values = { ...name, ssn: '123-45-6789', notes: '<p>private</p>', pref_lang: 'Portuguese' }
    const { id } = await staff.addClient(values)
    const portal = await product.openSession((await staff.startSession(id)).session_code)
    expect(await answered(portal.ask('GET', `/clients/${id}`))).toEqual({
      id,
      ...name,
      pref_lang: 'Portuguese',
    })
  })
})

describe('every field', () => {
  it('[CD-10] given a record with every field filled in one call, when it is read and sent back whole, then nothing has changed, the version neither', async () => {
    const { id } = await staff.addClient()
    const all = Object.fromEntries(clientFields.map(({ name, kind }) => [name, sampleValue(name, kind)]))
    await change(id, all)
    const answer = await staff.ask('GET', `/clients/${id}`)
    const record: ClientRecord = await answer.json()
    expect(fieldsOf(record)).toEqual(all)
    const etag = answer.headers.get('etag') ?? ''
    expect(await answered(put(id, record, { 'if-match': etag }))).toEqual(record)
    expect(await change(id, record)).toEqual(record)
    expect(await read(id)).toEqual(record)
  })

  it('[CD-09] given a language beside the three that are offered, when stored, then it is kept', async () => {
    const { id } = await staff.addClient({ pref_lang: 'Kreyòl' })
    await change(id, { occupation: 'Baker' })
    expect((await read(id)).pref_lang).toBe('Kreyòl')
    expect((await change(id, { pref_lang: 'Spanish' })).pref_lang).toBe('Spanish')
  })

  it('[CD-11] given the dates of spouse, dependents and beneficiaries, when the clear marker is sent, then they are cleared', async () => {
    const numbers = [1, 2, 3, 4]
    const dates = ['spouse_dob', ...numbers.flatMap((n) => [`dep${n}_dob`, `ben${n}_dob`])]
    const all = (value: string | null) => Object.fromEntries(dates.map((name) => [name, value]))
    const { id } = await staff.addClient(all('1999-09-09'))
    expect(await read(id)).toMatchObject(all('1999-09-09'))
    await change(id, all(clearMarker))
    expect(await read(id)).toMatchObject(all(null))
  })

  it.each(['<p></p>', '<p> <br></p>', '<p>&nbsp;</p><p><strong></strong></p>', ''])(
    '[CD-12] given notes without visible text (%j), when stored, then they are empty',
    async (notes) => {
      const { id } = await staff.addClient({ notes: '<p>Call back</p>', notes_2: '<p>Call back</p>' })
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
    const { id } = await staff.addClient(phones)
    expect(await read(id)).toMatchObject(phones)
  })
})

describe('what can’t be stored', () => {
  it.each<[what: string, field: string, body: Record<string, unknown>]>([
    ['a text for a number', 'age_of_mother', { age_of_mother: '61' }],
    ['an object for a text', 'address', { address: { street: 'Main' } }],
    ['a date in another form', 'dep1_dob', { dep1_dob: '12/31/1999' }],
  ])(
    'given %s, when it is sent among good fields, then 400 names the field and nothing is stored',
    async (_what, field, body) => {
      const before = await staff.addClient({ ssn: '123-45-6789', account_number: '123456789' })
      const answer = await put(before.id, { client_first_name: 'Changed', ...body })
      const { code, details } = await answer.json()
      expect([answer.status, code]).toEqual([400, 'INVALID_INPUT'])
      expect(details.map((problem: { field: string }) => problem.field)).toEqual([field])
      expect(await read(before.id)).toEqual(before)
    },
  )

  it('given a text of a megabyte, when it is sent, then 400 or 413, and nothing is stored', async () => {
    const before = await staff.addClient()
    const tooLarge = await put(before.id, { notes: 'x'.repeat(1024 * 1024) })
    expect([tooLarge.status, (await tooLarge.json()).code]).toEqual([413, 'TOO_LARGE'])
    const tooLong = await put(before.id, { notes: 'x'.repeat(900_000) })
    expect([tooLong.status, (await tooLong.json()).details[0].field]).toEqual([400, 'notes'])
    expect(await read(before.id)).toEqual(before)
  })
})

describe('a front end that was written from the specification alone', () => {
  // core-api/src/strangers-client.test.ts has each of its calls.
  it('given texts of a form in a whole record, and a type without a body, when sent, then both are accepted', async () => {
    const { id } = await staff.addClient()
    const record = await read(id)
    const stored = await answered<ClientRecord>(put(id, { ...record, age_of_mother: '72', dob: '', agi: 85_000 }))
    expect(stored).toMatchObject({ age_of_mother: 72, dob: null, agi: '85000' })
    const form = new FormData()
    form.set('signed', 'on')
    form.append('documents', new Blob(['text']), 'note.txt')
    const uploaded = await product.asStaff(`/upload/${id}`, { method: 'POST', form, headers: staff.headers })
    const { files } = await uploaded.json()
    expect(files).toMatchObject([{ signed: true }])
    const url = `/documents/${files[0].id}`
    expect((await staff.ask('PATCH', url, { ...files[0], signed: 'off' })).status).toBe(200)
    const headers = { ...staff.headers, 'content-type': 'application/json' }
    expect((await product.asStaff(url, { method: 'DELETE', headers })).status).toBe(204)
  })
})

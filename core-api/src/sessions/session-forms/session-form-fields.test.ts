import type { FilledField, FormField } from '@agency/contract/form-fields'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { field, keep, placeFields, readFilled, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { openAsClient, seedSession } from '../../../test/session-fixtures.ts'
import { step } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const ssn = '900-12-3456'
const values = { ssn, business_ein: '12-3456789', dob: '1951-02-03', primary_phone: '3055550100', age_of_mother: 88 }
const valuesOf = (fields: FilledField[]) => fields.map(({ value }) => value)
const problem = (id: string, message: unknown = expect.any(String)) => [{ field: `values.${id}`, message }]

describe('the fields of a document', () => {
  it('given fields bound to the record, when the form is attached, then they are filled in, and what is sealed is masked @full', async () => {
    const bound = ['client_name', 'ssn', 'business_ein', 'primary_phone', 'age_of_mother', 'occupation']
    const fields = [
      ...bound.map((binding) => field({ binding })),
      field({ kind: 'date', binding: 'dob' }),
      field({ kind: 'date' }),
      field({ kind: 'checkbox', width: 12, height: 12 }),
      field({ kind: 'signature' }),
    ]
    const filled = await readFilled(core, await seedFilling(core, fields, values))
    const texts = ['Inês Gonçalves', '***-**-3456', '••••••••', '305-555-0100', '88', null]
    expect(valuesOf(filled)).toEqual([...texts, '1951-02-03', null, null, null])
    expect(filled.map(({ masked }) => masked)).toEqual([false, true, true, ...Array(7).fill(false)])
    expect(filled.map(({ id }) => id)).toEqual(fields.map(({ id }) => id))
  })

  it('given a phone number and fields of ten characters, when the form is attached, then its digits alone are filled in @full', async () => {
    const fields = [
      field({ binding: 'primary_phone', max_length: 10 }),
      field({ binding: 'primary_phone', comb: true, max_length: 10, width: 300 }),
    ]
    expect(valuesOf(await readFilled(core, await seedFilling(core, fields, values)))).toEqual([
      '3055550100',
      '3055550100',
    ])
  })

  it('given a document, when its library form and the record change, then it keeps its own fields and values', async () => {
    const fields = [field({ binding: 'primary_phone' })]
    const filling = await seedFilling(core, fields, values)
    await placeFields(core, filling.libraryForm.id, [])
    const url = `/clients/${filling.clientId}`
    await core.ask(filling.admin, { method: 'PUT', url, payload: { primary_phone: '3055550199' } })
    expect(await readFilled(core, filling)).toMatchObject([{ ...fields[0], value: '305-555-0100' }])
  })

  it('given what the client has written, when it comes back, then it stands there, masked where the record is, and audited once', async () => {
    const fields = [field(), field({ binding: 'ssn' }), field({ kind: 'checkbox', width: 10 })]
    const [text = field(), number = field(), box = field()] = fields
    const filling = await seedFilling(core, fields, values)
    await keep(core, filling, { [text.id]: 'A b', [box.id]: true })
    const kept = await keep(core, filling, { [number.id]: '900-12-9999' })
    expect(valuesOf(kept.json().fields)).toEqual(['A b', '***-**-9999', true])
    expect(await readFilled(core, filling)).toEqual(kept.json().fields)
    await keep(core, filling, { [text.id]: '' })
    expect(valuesOf(await readFilled(core, filling))).toEqual([null, '***-**-9999', true])
    const events = await auditEvents(core.app.db).selectAll().where('subject_id', '=', filling.form.id).execute()
    expect(events.filter(({ action }) => action === 'form.filling-begun')).toHaveLength(1)
    // Four digits alone stand in ids and hashes by chance.
    expect(JSON.stringify(events)).not.toMatch(/900-12-9999|-9999"/)
  })

  it('given a mask sent back as it was shown, when kept, then what is behind it stays; another mask is refused', async () => {
    const [number = field()] = [field({ binding: 'ssn' })]
    const filling = await seedFilling(core, [number], values)
    expect((await keep(core, filling, { [number.id]: '***-**-3456' })).statusCode).toBe(200)
    for (const mask of ['***-**-9999', '••••3456']) {
      const refused = await keep(core, filling, { [number.id]: mask })
      expect([refused.statusCode, refused.json().details]).toEqual([400, problem(number.id)])
    }
    await sign(core, filling)
    const { encrypted_values } = await core.app.db
      .selectFrom('session_forms')
      .select('encrypted_values')
      .where('id', '=', filling.form.id)
      .executeTakeFirstOrThrow()
    const context = { table: 'session_forms', id: filling.form.id, purpose: 'values' }
    expect(core.app.cipher.decrypt(encrypted_values ?? Buffer.alloc(0), context)).toContain(ssn)
  })

  const refused: [what: string, changes: Partial<FormField>, value: unknown][] = [
    ['another text for what it may not change', { binding: 'primary_phone', editable: false }, '3055550111'],
    ['a text for the day of signing', { kind: 'date' }, '2026-01-31'],
    ['a text for a signature', { kind: 'signature' }, 'IG'],
    ['a text for initials', { kind: 'initials' }, 'IG'],
    ['a text for a checkbox', { kind: 'checkbox' }, 'yes'],
    ['a tick for a text', {}, true],
    ['no date for a date', { kind: 'date', binding: 'dob' }, '1951-02-30'],
  ]
  it.each(refused)(
    'given a client that sends %s, when kept, then 400 names the field',
    async (_what, changes, value) => {
      const own = field(changes)
      const filling = await seedFilling(core, [own], values)
      const before = await readFilled(core, filling)
      const answer = await keep(core, filling, { [own.id]: value })
      expect([answer.statusCode, answer.json().details]).toEqual([400, problem(own.id)])
      expect(await readFilled(core, filling)).toEqual(before)
    },
  )

  it('given radio buttons, when another one is chosen, then the first is off; two at once are refused', async () => {
    const [yes = field(), no = field(), other = field()] = ['Yes', 'No', 'Also'].map((label) =>
      field({ kind: 'radio', label, group: label === 'Also' ? 'Other' : 'Smoker' }),
    )
    const filling = await seedFilling(core, [yes, no, other])
    await keep(core, filling, { [yes.id]: true, [other.id]: true })
    const changed = await keep(core, filling, { [no.id]: true })
    expect(valuesOf(changed.json().fields)).toEqual([false, true, true])
    const refused = await keep(core, filling, { [no.id]: true, [yes.id]: true })
    const message = 'is a second choice for the same question; choose one'
    expect([refused.statusCode, refused.json().details]).toEqual([400, problem(no.id, message)])
    expect((await keep(core, filling, { [yes.id]: 'Yes' })).json().details).toEqual(problem(yes.id))
    expect(valuesOf(await readFilled(core, filling))).toEqual([false, true, true])
  })

  it('given an unknown field, or a text that is too long, when kept, then 400', async () => {
    const own = field()
    const filling = await seedFilling(core, [own])
    const other = field()
    const unknown = await keep(core, filling, { [other.id]: 'x' })
    expect(unknown.json().details).toEqual(problem(other.id, 'is not a field of this document'))
    expect((await keep(core, filling, { [own.id]: 'x'.repeat(1_001) })).statusCode).toBe(400)
    expect((await keep(core, filling, { here: 'x' })).statusCode).toBe(400)
  })

  it('given what has no room, or cannot be printed, when kept, then it is kept, and the answer says why and how much fits', async () => {
    const small = { width: 60, height: 12 }
    const [long, odd, fine] = [field(small), field({ y: 130 }), field({ y: 160 })]
    const filling = await seedFilling(core, [long, odd, fine])
    const text = 'A text that goes on and on, far beyond a small box'
    const kept = await keep(core, filling, { [long.id]: text, [odd.id]: 'Chef 👩‍🍳', [fine.id]: 'Cook' })
    const problems = kept.json().fields.map(({ print_problem }: FilledField) => print_problem)
    expect(problems).toEqual([{ reason: 'too_long', room: expect.any(Number) }, { reason: 'unprintable' }, undefined])
    expect(await readFilled(core, filling)).toEqual(kept.json().fields)
    const room = problems[0]?.room ?? 0
    const shorter = await keep(core, filling, { [long.id]: text.slice(0, room), [odd.id]: 'Chef' })
    expect(shorter.json().fields.map(({ print_problem }: FilledField) => print_problem)).toEqual(
      Array(3).fill(undefined),
    )
    const longer = await keep(core, filling, { [long.id]: text.slice(0, room + 1) })
    expect(longer.json().fields[0].print_problem).toEqual({ reason: 'too_long', room })
  })

  it('given a signed document, when its client writes on, then 409, and it stands as it was signed', async () => {
    const own = field()
    const filling = await seedFilling(core, [own])
    expect((await sign(core, filling, { values: { [own.id]: 'As signed' } })).statusCode).toBe(200)
    expect((await keep(core, filling, { [own.id]: 'Later' })).json().code).toBe('WRONG_STATE')
    expect(valuesOf(await readFilled(core, filling))).toEqual(['As signed'])
  })

  it('given another session’s document, when its fields are asked for or written, then 404, and nothing is changed; staff may not @full', async () => {
    const own = field({ binding: 'ssn' })
    const filling = await seedFilling(core, [own], values)
    const outsider = await openAsClient(core, (await seedSession(core)).session)
    for (const [as, status] of [[outsider, 404] as const, [filling.admin, 403] as const]) {
      const url = `/sessionforms/${filling.form.id}/fields`
      expect((await core.ask(as, { method: 'GET', url })).statusCode).toBe(status)
      expect((await keep(core, { ...filling, client: as }, { [own.id]: 'x' })).statusCode).toBe(status)
    }
    expect(valuesOf(await readFilled(core, filling))).toEqual(['***-**-3456'])
  })

  it('given what must be filled and could not be, when attached, then it is the client’s to write @full', async () => {
    const locked = { binding: 'occupation', editable: false }
    const filling = await seedFilling(core, [field({ ...locked, required: true }), field(locked)])
    expect((await readFilled(core, filling)).map(({ editable }) => editable)).toEqual([true, false])
  })

  it('given a value that has no room, when attached, then one that may not be changed is refused, and another filled in @full', async () => {
    const address = 'Apartment 12, 4400 Northwest Harbour Boulevard of the Americas, Miami, Florida'
    const small = { binding: 'address', width: 20, height: 8 }
    const filling = await seedFilling(core, [field(small)], { address })
    expect(valuesOf(await readFilled(core, filling))).toEqual([address])
    await placeFields(core, filling.libraryForm.id, [field({ ...small, editable: false, label: 'Home' })])
    const payload = { session_id: filling.session.id, form_id: filling.libraryForm.id }
    const answer = await core.ask(filling.admin, { method: 'POST', url: '/sessionforms', payload })
    expect([answer.statusCode, answer.json().details]).toMatchObject([400, [{ field: 'form_id' }]])
    expect(answer.body).toContain('“Home”')
    expect(answer.body).not.toContain('Harbour')
  })

  it('given a document without fields, when they are asked for, then there are none, and values are refused at signing', async () => {
    const filling = await seedFilling(core, [])
    expect(await readFilled(core, filling)).toEqual([])
    const { id } = field()
    expect((await sign(core, filling, { values: { [id]: 'x' } })).json().details).toEqual(problem(id))
    expect((await step(core, filling.client, filling.form.id, 'acknowledge')).statusCode).toBe(409)
  })
})

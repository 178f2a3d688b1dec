import type { FormField } from '@agency/contract/form-fields'
import { newInk, pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { field, keep, readFilled, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { fileOf, sealedFile } from '../../../test/reviewed-signing.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const problem = (id: string, message: string) => [{ field: `values.${id}`, message }]

describe('fields that are for somebody else', () => {
  it('[PA-02] [PA-04] given fields of a witness, an agent and nobody, when the client signs, then only staff’s preset is in the sealed PDF, and nothing is proposed', async () => {
    const own = field({ y: 60, required: true })
    const others = [
      field({ y: 120, kind: 'signature', for: 'witness', required: true }),
      field({ y: 150, kind: 'initials', for: 'spouse', required: true }),
      field({ y: 180, kind: 'date', for: 'witness', required: true }),
      field({ y: 210, kind: 'text', for: 'preparer', binding: 'client_name', required: true }),
      field({ y: 240, kind: 'checkbox', for: 'agent', width: 12, height: 12, required: true }),
      field({ y: 270, kind: 'radio', group: 'Licensed', for: 'agent', width: 12, height: 12, required: true }),
      field({ y: 300, kind: 'entered_date', for: 'nobody' }),
    ]
    const agent = field({ y: 90, for: 'agent', preset: 'Ana Agent, NPN 4711' })
    const filling = await seedFilling(core, [own, ...others, agent])
    const before = await fileOf(core, filling)
    const read = async (as: typeof filling.client) => {
      const url = `/sessionforms/session/${filling.session.id}`
      return (await core.ask(as, { method: 'GET', url })).json().data
    }
    expect([await read(filling.admin), await read(filling.client)]).toMatchObject([
      [{ unsigned_by: ['spouse', 'witness'] }],
      [{ unsigned_by: [] }],
    ])
    const signed = await sign(core, filling, { values: { [own.id]: 'Mine' }, initials: undefined })
    expect(signed.json().status).toBe('signed')
    const pdf = await sealedFile(core, filling)
    expect(pdfText(pdf, 1, 1)).toContain('Ana Agent, NPN 4711')
    expect(newInk(before, pdf, 1)?.bottom).toBeLessThanOrEqual(110)
    const url = `/clients/${filling.clientId}/proposals`
    expect((await core.ask(filling.admin, { method: 'GET', url })).json().proposals).toEqual([])
  })

  it('given fields of others, when the client reads and writes, then it sees presets alone, and cannot write @full', async () => {
    const own = field()
    const witness = field({ for: 'witness', y: 200 })
    const agent = field({ for: 'agent', preset: 'Ana Agent', y: 240, required: true })
    const filling = await seedFilling(core, [own, witness, agent])
    const seen = await readFilled(core, filling)
    expect(seen).toMatchObject([
      { id: own.id, value: null, editable: true },
      { id: agent.id, value: 'Ana Agent', preset: 'Ana Agent', for: 'agent', editable: false, required: false },
    ])
    expect((await keep(core, filling, { [agent.id]: 'Ana Agent' })).statusCode).toBe(200)
    for (const other of [witness, agent]) {
      const refused = await keep(core, filling, { [other.id]: 'Intruder' })
      expect([refused.statusCode, refused.json().details]).toEqual([
        400,
        problem(other.id, 'is filled in by somebody else'),
      ])
    }
  })
})

describe('first values', () => {
  it('given presets that the client changes, clears and leaves, when signed, then what was left of them is sealed @full', async () => {
    const [changed, cleared, left] = ['USA', 'Florida', 'Left as it was'].map((preset, n) =>
      field({ preset, y: 60 + n * 30 }),
    )
    const tick = field({ kind: 'checkbox', preset: true, width: 12, height: 12, y: 160 })
    const plans = ['A', 'B'].map((label, n) =>
      field({ kind: 'radio', group: 'Plan', label, width: 12, height: 12, y: 200, x: 100 + n * 30 }),
    )
    const [planA = field(), planB = field()] = plans
    planA.preset = true
    const fields = [changed, cleared, left, tick, planA, planB].filter((each): each is FormField => each !== undefined)
    const filling = await seedFilling(core, fields)
    expect((await readFilled(core, filling)).map(({ value }) => value)).toEqual([
      ...['USA', 'Florida', 'Left as it was'],
      ...[true, true, null],
    ])
    const kept = await keep(core, filling, {
      [changed?.id ?? '']: 'Cuba',
      [cleared?.id ?? '']: '',
      [tick.id]: false,
      [planB.id]: true,
    })
    expect(
      kept.json().fields.map(({ value, entered }: { value: unknown; entered?: boolean }) => [value, entered]),
    ).toEqual([
      ['Cuba', true],
      [null, true],
      ['Left as it was', undefined],
      [false, true],
      [false, true],
      [true, true],
    ])
    await sign(core, filling)
    const text = pdfText(await sealedFile(core, filling), 1, 1)
    for (const part of ['Cuba', 'Left as it was']) expect(text).toContain(part)
    for (const part of ['USA', 'Florida']) expect(text).not.toContain(part)
  })

  it('given a required text with a preset, when signed as it is, then it is signed; once cleared, it is required', async () => {
    const own = field({ preset: 'USA', required: true })
    const filling = await seedFilling(core, [own])
    const cleared = await sign(core, filling, { values: { [own.id]: '' } })
    expect(cleared.json().details).toEqual(problem(own.id, 'is required'))
    expect((await sign(core, filling)).json().status).toBe('signed')
  })
})

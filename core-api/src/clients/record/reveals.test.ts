import { maskedHeader } from '@agency/contract/masked-call'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'

const planted = { ssn: '123456789', card_number: '4111111111111111', mp_pass: 'secret words', dep2_ssn: '987654321' }
const values = new RegExp(Object.values(planted).join('|'))

describe('sensitive values of a record in the office', () => {
  let core: Core
  let admin: PrincipalStatement
  let clientId: string
  beforeAll(async () => {
    core = await startCore()
    admin = await core.admin()
    clientId = await seedClient(core, admin, { ...planted, occupation: 'Baker' })
  })
  afterAll(() => core.close())

  const masked = (options: InjectOptions, as = admin) =>
    core.ask(as, { ...options, headers: { ...options.headers, [maskedHeader]: '1' } })
  const reveal = (fields: string[], as: PrincipalStatement = admin, id = clientId) =>
    core.ask(as, { method: 'POST', url: `/clients/${id}/reveals`, payload: { fields } })
  async function shown() {
    const url = `/audit?client_id=${clientId}&action=client.field-shown`
    const { events } = (await core.ask(admin, { method: 'GET', url })).json()
    return events.map(({ fields }: { fields: string[] }) => fields)
  }

  it('given a call that asks for masks, when a record is read or changed, then no answer holds a value; without it, each does', async () => {
    const url = `/clients/${clientId}`
    const answers = [
      await masked({ method: 'GET', url }),
      await masked({ method: 'PUT', url, payload: { occupation: 'Cook' } }),
      await masked({ method: 'PUT', url: `${url}/owner`, payload: { owner_id: null } }),
      await masked({ method: 'PUT', url: `${url}/archived`, payload: { archived: false } }),
      await masked({ method: 'GET', url: `${url}/proposals` }),
      await masked({ method: 'POST', url: '/clients', payload: planted }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBeLessThan(300)
      expect(answer.body).not.toMatch(values)
    }
    expect(answers[0]?.json()).toMatchObject({ ssn: '***-**-6789', mp_pass: '••••••••', occupation: 'Baker' })
    expect((await core.ask(admin, { method: 'GET', url })).json()).toMatchObject(planted)
    const opened = await core.ask(admin, { method: 'GET', url: `/audit?client_id=${clientId}&action=client.opened` })
    expect(opened.json().events.map(({ fields }: { fields: string[] }) => fields.toSorted())).toEqual([
      Object.keys(planted).toSorted(),
      [],
    ])
  })

  it('[AC-08] given masked fields, when they are revealed, then these values alone are answered, and the trail has them first', async () => {
    const before = await shown()
    const answer = await reveal(['ssn', 'card_number'])
    expect(answer.json()).toEqual({ values: { ssn: planted.ssn, card_number: planted.card_number } })
    expect(await shown()).toEqual([['ssn', 'card_number'], ...before])
  })

  it('given an edit over masks, when others changed another field, then it merges; the same field conflicts without its value', async () => {
    const url = `/clients/${clientId}`
    const { version } = (await masked({ method: 'GET', url })).json()
    const headers = { 'if-match': `"${version}"` }
    await core.ask(admin, { method: 'PUT', url, payload: { ssn: '555443333' } })
    const merged = await masked({
      method: 'PUT',
      url,
      headers,
      payload: { occupation: 'Painter', card_number: planted.card_number },
    })
    expect([merged.statusCode, merged.json().ssn]).toEqual([200, '***-**-3333'])
    const conflict = await masked({ method: 'PUT', url, headers, payload: { ssn: '111223333' } })
    expect([conflict.statusCode, conflict.json().code, conflict.json().current.ssn]).toEqual([
      409,
      'EDIT_CONFLICT',
      '***-**-3333',
    ])
    const untouched = await masked({
      method: 'PUT',
      url,
      headers,
      payload: { ssn: planted.ssn, occupation: 'Painter' },
    })
    expect(untouched.statusCode).toBe(200)
    await core.ask(admin, { method: 'PUT', url, payload: { ssn: planted.ssn } })
  })

  it.each([
    ['no field', []],
    ['a field without a mask', ['occupation']],
    ['the same field twice', ['ssn', 'ssn']],
  ])('given %s, when revealed, then 400 and nothing is on the trail', async (_what, fields) => {
    const before = await shown()
    expect((await reveal(fields)).statusCode).toBe(400)
    expect(await shown()).toEqual(before)
  })
})

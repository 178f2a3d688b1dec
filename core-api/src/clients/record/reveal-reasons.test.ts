import { maskedHeader } from '@agency/contract/masked-call'
import type { PrincipalStatement } from '@agency/contract/principal'
import { revealReasonHeader } from '@agency/contract/reveal-reasons'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, seedClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'

const planted = { ssn: '123456789', card_number: '4111111111111111' }
const values = new RegExp(Object.values(planted).join('|'))
const details = 'Renewal for José, plan 2027'
const given = { [revealReasonHeader]: `enrollment: ${encodeURIComponent(details)}` }
const asText = `Enrollment or application: ${details}`

describe('a deployment that requires a reason', () => {
  let core: Core
  let admin: PrincipalStatement
  let clientId: string
  beforeAll(async () => {
    core = await startCore({ REVEAL_REASON: 'required' })
    admin = await core.admin()
    clientId = await seedClient(core, admin, planted)
  })
  afterAll(() => core.close())

  const reveal = (headers: InjectOptions['headers'], as = admin, id = clientId) =>
    core.ask(as, {
      method: 'POST',
      url: `/clients/${id}/reveals`,
      headers: headers ?? {},
      payload: { fields: ['ssn'] },
    })
  const get = (headers: Record<string, string>, as = admin) =>
    core.ask(as, { method: 'GET', url: `/clients/${clientId}`, headers })
  const newest = async (id = clientId) => {
    const { events } = (await core.ask(admin, { method: 'GET', url: `/audit?client_id=${id}&limit=1` })).json()
    return events[0]
  }

  it.each([
    ['no reason', {}],
    ['an unknown one', { [revealReasonHeader]: 'curiosity' }],
    ['other without details', { [revealReasonHeader]: 'other' }],
    ['details that are too long', { [revealReasonHeader]: `payment: ${'x'.repeat(201)}` }],
    ['details that are not encoded', { [revealReasonHeader]: 'payment: 50%' }],
    ['a line break', { [revealReasonHeader]: 'payment: a%0Ab' }],
  ])(
    'given %s, when a field is revealed, then 400 names the header, and nothing is on the trail',
    async (_what, headers) => {
      const before = await newest()
      const answer = await reveal(headers)
      expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, revealReasonHeader])
      expect(answer.body).not.toMatch(values)
      expect(await newest()).toEqual(before)
    },
  )

  it('given a reason, when a field is revealed, then the trail, its list and its export say why, and the stored details are encrypted', async () => {
    expect((await reveal(given)).json()).toEqual({ values: { ssn: planted.ssn } })
    const event = await newest()
    expect(event).toMatchObject({ action: 'client.field-shown', fields: ['ssn'], detail: 'enrollment', reason: asText })
    const exported = await core.ask(admin, { method: 'GET', url: `/audit/export?client_id=${clientId}` })
    const lines = exported.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.find((line) => line.event?.id === event.id)).toMatchObject({ reason: asText })
    const stored = await core.app.db.selectFrom('reveal_reasons').selectAll().where('id', '=', event.id).execute()
    expect(stored).toMatchObject([{ client_id: clientId }])
    expect(stored[0]?.encrypted_details.includes(details)).toBe(false)
    expect((await core.ask(admin, { method: 'GET', url: '/audit/verification' })).json()).toMatchObject({ valid: true })
  })

  it('given a plain read, when it has no reason, then 400; with one its values, and masks need none', async () => {
    const refused = await get({})
    expect([refused.statusCode, refused.json().details[0].field]).toEqual([400, revealReasonHeader])
    const masked = await get({ [maskedHeader]: '1' })
    expect([masked.statusCode, masked.json().ssn]).toEqual([200, '***-**-6789'])
    expect((await get(given)).json()).toMatchObject(planted)
    expect(await newest()).toMatchObject({ action: 'client.opened', reason: asText })
    const auditor = await get({}, (await seedColleague(core, 'auditor')).as)
    expect([auditor.statusCode, auditor.json().ssn]).toEqual([200, '***-**-6789'])
  })

  it('given a change without a reason, when it is stored, then its answer holds masks; with one its values, on the trail', async () => {
    const change = (headers: Record<string, string>, occupation: string) =>
      core.ask(admin, { method: 'PUT', url: `/clients/${clientId}`, headers, payload: { occupation } })
    const masked = await change({}, 'Baker')
    expect([masked.statusCode, masked.json().occupation]).toEqual([200, 'Baker'])
    expect(masked.body).not.toMatch(values)
    expect(await newest()).toMatchObject({ action: 'client.changed', reason: null })
    expect((await change(given, 'Cook')).json()).toMatchObject(planted)
    expect(await newest()).toMatchObject({ action: 'client.opened', reason: asText })
  })

  it('given a proposal for a masked field, when it is revealed without and with a reason, then 400, and the value', async () => {
    const journey = await seedSession(core)
    const { id } = await seedForm(core, journey)
    const proposalId = crypto.randomUUID()
    await core.app.db
      .insertInto('proposals')
      .values({
        id: proposalId,
        client_id: journey.clientId,
        session_form_id: id,
        field: 'ssn',
        encrypted_value: core.app.cipher.encrypt('"900111222"', {
          table: 'proposals',
          id: proposalId,
          purpose: 'value',
        }),
      })
      .execute()
    const url = `/clients/${journey.clientId}/proposals`
    const ask = (headers: Record<string, string>) =>
      core.ask(admin, { method: 'POST', url: `${url}/${proposalId}/reveal`, headers })
    expect([(await ask({})).statusCode, (await core.ask(admin, { method: 'GET', url })).statusCode]).toEqual([400, 400])
    expect((await ask(given)).json()).toEqual({ proposed: '900111222' })
    expect(await newest(journey.clientId)).toMatchObject({ action: 'proposal.opened', reason: asText })
  })

  it('given anybody without the permission, when they give a reason, then it is refused all the same', async () => {
    const journey = await seedSession(core)
    const before = await newest()
    const refused = [
      await reveal(given, nobody),
      await reveal(given, await openAsClient(core, journey.session)),
      await reveal(given, (await seedColleague(core, 'assistant')).as),
      await reveal(given, admin, crypto.randomUUID()),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 404, 403, 404])
    expect(await newest()).toEqual(before)
  })

  it('given a client deleted for good, when its trail is read, then the details of reasons are gone, and the code stays', async () => {
    const id = await seedClient(core, admin, planted)
    await reveal(given, admin, id)
    await core.app.db.deleteFrom('clients').where('id', '=', id).execute()
    expect(await newest(id)).toMatchObject({ detail: 'enrollment', reason: 'Enrollment or application' })
  })
})

describe('a deployment that asks for no reason', () => {
  it('given a change of nothing by a script, when its answer holds values, then they are on the trail as opened @full', async () => {
    const core = await startCore()
    const admin = await core.admin()
    const id = await seedClient(core, admin, planted)
    const change = (headers: Record<string, string>) =>
      core.ask(admin, { method: 'PUT', url: `/clients/${id}`, headers, payload: {} })
    expect((await change({})).json()).toMatchObject(planted)
    await change({ [maskedHeader]: '1' })
    const { events } = (await core.ask(admin, { method: 'GET', url: `/audit?client_id=${id}` })).json()
    expect(events.map(({ action }: { action: string }) => action)).toEqual(['client.opened', 'client.created'])
    await core.close()
  })
})

import type { Proposal } from '@agency/contract/form-fields'
import type { Session } from '@agency/contract/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { field, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import {
  openAsClient,
  passcode,
  type SeededSession,
  seedClient,
  seedForm,
  seedSession,
} from '../../../test/session-fixtures.ts'
import { readForm } from '../../../test/signing-steps.ts'
import { requireSessionForm } from '../../sessions/session-forms/session-form-service.ts'
import { proposeChanges } from './proposal-service.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const address = '198.51.100.7'
const record = { dob: '1951-02-03', primary_phone: '3055550100', age_of_mother: 88, ssn: '900-12-3456' }

const phone = field({ binding: 'primary_phone', y: 60 })
const born = field({ kind: 'date', binding: 'dob', y: 90 })
const age = field({ binding: 'age_of_mother', y: 120 })
const number = field({ binding: 'ssn', y: 150 })
const job = field({ binding: 'occupation', y: 180 })
const name = field({ binding: 'client_name', y: 210 })
const language = field({ binding: 'pref_lang', y: 240 })
const all = [phone, born, age, number, job, name, language]

const seed = () => seedFilling(core, all, record)
const readClient = async ({ admin, clientId }: SeededSession) =>
  (await core.ask(admin, { method: 'GET', url: `/clients/${clientId}` })).json()
const list = async ({ admin, clientId }: SeededSession): Promise<Proposal[]> =>
  (await core.ask(admin, { method: 'GET', url: `/clients/${clientId}/proposals` })).json().proposals
type How = 'accept' | 'dismiss' | 'reopen'
const decide = ({ admin, clientId }: SeededSession, id: string, how: How, version?: number) =>
  core.ask(admin, {
    method: 'POST',
    url: `/clients/${clientId}/proposals/${id}/${how}`,
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  })
const eventsOf = async ({ clientId }: SeededSession, action: string) =>
  (await auditEvents(core.app.db).selectAll().where('client_id', '=', clientId).execute()).filter(
    (event) => event.action === action,
  )

/** A client that has another phone number and another social security number in a document, as signing proposes them. */
async function seedProposed() {
  const admin = await core.admin()
  const clientId = await seedClient(core, admin, record)
  const payload = { client_id: clientId, session_type: 'onboarding', passcode }
  const session: Session = (await core.ask(admin, { method: 'POST', url: '/session', payload })).json()
  const form = await seedForm(core, { admin, clientId, session })
  const { db, cipher } = core.app
  const principal = { kind: 'session', portalSessionId: session.id, sessionId: session.id, clientId, address } as const
  await proposeChanges({ db, cipher, principal }, await requireSessionForm(db, form.id), [
    { field: 'primary_phone', value: '3055550111' },
    { field: 'ssn', value: '900-12-9999' },
  ])
  const filling = { admin, clientId, session, form }
  return { filling, proposals: await list(filling) }
}

describe('proposed changes of the record', () => {
  it('given bound fields that the client has changed, when it signs, then each is proposed as the record would hold it, and nothing else @full', async () => {
    const filling = await seed()
    const values = {
      [born.id]: '1951-03-02',
      [age.id]: '89',
      [job.id]: ' Baker ',
      [phone.id]: '',
      [number.id]: '***-**-3456',
      [name.id]: 'Inês Gonçalves Muñoz',
    }
    expect((await sign(core, filling, { values })).statusCode).toBe(200)
    const proposed = (await list(filling)).map(({ field: of, current, proposed: to }) => [of, current, to])
    expect(proposed).toEqual([
      ['primary_phone', '3055550100', null],
      ['dob', '1951-02-03', '1951-03-02'],
      ['age_of_mother', 88, 89],
      ['occupation', null, 'Baker'],
      ['client_last_name', 'Gonçalves', 'Gonçalves Muñoz'],
    ])
    expect(await readClient(filling)).toMatchObject(record)
    const fields = ['primary_phone', 'dob', 'age_of_mother', 'occupation', 'client_last_name']
    expect(await eventsOf(filling, 'proposal.made')).toMatchObject([
      { fields, actor_kind: 'session', subject_id: filling.form.id, session_id: filling.session.id },
    ])
  })

  it('given two places of one field with another value each, when signed, then both are proposed; the same value once @full', async () => {
    const places = [1, 2, 3].map((n) => field({ binding: 'occupation', y: n * 60 }))
    const filling = await seedFilling(core, places)
    const [one = field(), two = field(), three = field()] = places
    await sign(core, filling, { values: { [one.id]: 'Baker', [two.id]: 'Baker', [three.id]: 'Cook' } })
    expect((await list(filling)).map(({ proposed }) => proposed)).toEqual(['Baker', 'Cook'])
  })

  it('given values that the record would refuse, when signed, then 400 names the field, and nothing is signed or proposed', async () => {
    const filling = await seed()
    const invalid: [id: string, value: string, message: string][] = [
      [age.id, '151', 'must be a whole number from 0 to 150'],
      [age.id, 'old', 'must be a whole number from 0 to 150'],
      [language.id, 'Latin', 'must be one of English, Spanish, Portuguese'],
    ]
    for (const [id, value, message] of invalid) {
      const answer = await sign(core, filling, { values: { [id]: value, [job.id]: 'Baker' } })
      expect([answer.statusCode, answer.json().details]).toEqual([400, [{ field: `values.${id}`, message }]])
    }
    expect(await list(filling)).toEqual([])
    expect((await readForm(core, filling, filling.form.id)).status).toBe('viewed')
  })

  it('given a proposal, when accepted, and accepted again, then the record has it once, and it is decided; a dismissal is 409', async () => {
    const { filling, proposals } = await seedProposed()
    const [first] = proposals
    if (!first) throw new Error('Nothing is proposed')
    expect(first).toMatchObject({
      session_form_id: filling.form.id,
      session_id: filling.session.id,
      document: 'Application',
    })
    const left = (await decide(filling, first.id, 'accept')).json().proposals
    expect(left).toEqual(proposals.slice(1))
    expect(await readClient(filling)).toMatchObject({ primary_phone: '3055550111', version: 2 })
    expect((await decide(filling, first.id, 'accept')).json().proposals).toEqual(left)
    expect((await decide(filling, first.id, 'dismiss')).json().code).toBe('WRONG_STATE')
    expect(await readClient(filling)).toMatchObject({ version: 2 })
    expect(await eventsOf(filling, 'proposal.accepted')).toMatchObject([
      { fields: ['primary_phone'], subject_id: first.id, session_id: filling.session.id },
    ])
    expect(await eventsOf(filling, 'client.changed')).toMatchObject([{ fields: ['primary_phone'] }])
    const kept = await core.app.db.selectFrom('proposals').selectAll().where('id', '=', first.id).executeTakeFirst()
    expect(kept).toMatchObject({ decision: 'accepted', decided_at: expect.any(String), decided_by: expect.any(String) })
  })

  it('given a proposal, when dismissed, and dismissed again, then the record stays; accepting it after that is 409', async () => {
    const { filling, proposals } = await seedProposed()
    const id = proposals[1]?.id ?? ''
    for (let times = 0; times < 2; times++) {
      expect((await decide(filling, id, 'dismiss')).json().proposals).toEqual(proposals.slice(0, 1))
    }
    expect((await decide(filling, id, 'accept')).json().code).toBe('WRONG_STATE')
    expect(await readClient(filling)).toMatchObject({ ...record, version: 1 })
    expect(await eventsOf(filling, 'proposal.dismissed')).toMatchObject([{ fields: ['ssn'] }])
  })

  it.each(['accept', 'dismiss'] as const)(
    'given a proposal, when %sed by mistake and reopened twice, then record, consent and proposals are as before @full',
    async (how) => {
      const { filling, proposals } = await seedProposed()
      const consent = { text_consent_date: '2026-01-05', text_consent_source: 'In person' }
      const url = `/clients/${filling.clientId}`
      await core.ask(filling.admin, { method: 'PUT', url, payload: consent })
      const id = proposals[0]?.id ?? ''
      await decide(filling, id, how)
      for (let times = 0; times < 2; times++) {
        expect((await decide(filling, id, 'reopen')).json().proposals).toEqual(proposals)
      }
      expect(await readClient(filling)).toMatchObject({ ...record, ...consent })
      expect(await eventsOf(filling, 'proposal.reopened')).toMatchObject([
        { fields: ['primary_phone'], subject_id: id },
      ])
      expect((await decide(filling, id, 'accept')).json().proposals).toEqual(proposals.slice(1))
      expect(await readClient(filling)).toMatchObject({ primary_phone: '3055550111', text_consent_date: null })
    },
  )

  it('given an accepted value that was changed since, when reopened, then 409, and the newer value stays @full', async () => {
    const { filling, proposals } = await seedProposed()
    const id = proposals[1]?.id ?? ''
    await decide(filling, id, 'accept')
    const url = `/clients/${filling.clientId}`
    await core.ask(filling.admin, { method: 'PUT', url, payload: { ssn: '900-12-7777' } })
    const refused = await decide(filling, id, 'reopen')
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'WRONG_STATE'])
    expect(refused.body).not.toContain('900-12')
    expect(await readClient(filling)).toMatchObject({ ssn: '900-12-7777' })
    expect(await list(filling)).toEqual(proposals.slice(0, 1))
  })

  it('given a field that was changed after staff saw it, when its proposal is accepted, then 409 and it waits on; another’s is accepted @full', async () => {
    const { filling, proposals } = await seedProposed()
    const url = `/clients/${filling.clientId}`
    await core.ask(filling.admin, { method: 'PUT', url, payload: { primary_phone: '3055550122' } })
    const conflict = await decide(filling, proposals[0]?.id ?? '', 'accept', 1)
    expect([conflict.statusCode, conflict.json().code]).toEqual([409, 'EDIT_CONFLICT'])
    expect(await readClient(filling)).toMatchObject({ primary_phone: '3055550122' })
    expect((await decide(filling, proposals[1]?.id ?? '', 'accept', 1)).statusCode).toBe(200)
    expect(await list(filling)).toMatchObject([
      { field: 'primary_phone', current: '3055550122', proposed: '3055550111' },
    ])
    expect((await decide(filling, proposals[0]?.id ?? '', 'accept', 3)).statusCode).toBe(200)
  })

  it('given proposals of sealed fields, when listed, then raw, and the trail has which, and never a value', async () => {
    const { filling, proposals } = await seedProposed()
    expect(proposals[1]).toMatchObject({ field: 'ssn', current: '900-12-3456', proposed: '900-12-9999' })
    expect(await eventsOf(filling, 'proposal.opened')).toMatchObject([{ fields: ['ssn'], actor_kind: 'admin' }])
    await decide(filling, proposals[1]?.id ?? '', 'accept')
    const trail = JSON.stringify(await auditEvents(core.app.db).selectAll().execute())
    // Four digits alone stand in ids by chance; the end of a number, masked or not, does not end like this.
    for (const value of ['900-12-9999', '-9999"', '3055550111']) expect(trail).not.toContain(value)
  })

  it('given another client’s proposal, or none, when decided, then 404, and it waits on; clients may not @full', async () => {
    const { filling, proposals } = await seedProposed()
    const other = await seedSession(core)
    const id = proposals[0]?.id ?? ''
    const astray = { ...filling, clientId: other.clientId }
    for (const how of ['accept', 'dismiss', 'reopen'] as const) {
      expect((await decide(astray, id, how)).statusCode).toBe(404)
      expect((await decide(filling, crypto.randomUUID(), how)).statusCode).toBe(404)
      const asClient = { ...filling, admin: await openAsClient(core, filling.session) }
      expect((await decide(asClient, id, how)).statusCode).toBe(404)
    }
    expect(await list(filling)).toEqual(proposals)
    expect(await list(astray)).toEqual([])
    const unknown = { method: 'GET', url: `/clients/${crypto.randomUUID()}/proposals` } as const
    expect((await core.ask(filling.admin, unknown)).statusCode).toBe(404)
  })

  it('given the record holds it already by then, when signed, then it is no proposal @full', async () => {
    const filling = await seed()
    const url = `/clients/${filling.clientId}`
    await core.ask(filling.admin, { method: 'PUT', url, payload: { occupation: 'Baker' } })
    await sign(core, filling, { values: { [job.id]: 'Baker' } })
    expect(await list(filling)).toEqual([])
    expect(await eventsOf(filling, 'proposal.made')).toEqual([])
  })

  it('given a proposal whose value staff enter themselves, when listed, then it waits no more, and the trail says why @full', async () => {
    const filling = await seed()
    await sign(core, filling, { values: { [job.id]: 'Baker' } })
    expect(await list(filling)).toHaveLength(1)
    const url = `/clients/${filling.clientId}`
    await core.ask(filling.admin, { method: 'PUT', url, payload: { occupation: 'Baker' } })
    expect(await list(filling)).toEqual([])
    expect(await list(filling)).toEqual([])
    expect(await eventsOf(filling, 'proposal.accepted')).toMatchObject([
      { actor_kind: 'system', fields: ['occupation'], detail: 'the record has it already' },
    ])
  })
})

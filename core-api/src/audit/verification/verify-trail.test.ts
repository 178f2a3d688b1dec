import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { AuditVerification } from '@agency/contract/audit'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Core, startCore, startCoreForTest } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { anchorNow, whenAnchored, withoutTriggers } from '../../../test/trail-attacks.ts'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import { canonicalBytes } from '../../platform/audit-trail/event-hash.ts'
import { verifyTrail } from './verify-trail.ts'

let core: Core
let id: string
beforeAll(async () => {
  core = await startCore()
  // The service adds its first anchor shortly after its start.
  await whenAnchored(core)
})
afterAll(() => core.close())

/** A client with a chain of five events, not yet tampered with. */
beforeEach(async () => {
  id = await seedClient(core, await core.admin())
  for (const occupation of ['baker', 'cook', 'nurse', 'pilot']) {
    await core.ask(await core.admin(), { method: 'PUT', url: `/clients/${id}`, payload: { occupation } })
  }
  expect(await verify()).toMatchObject({ valid: true, chains: 1, events: 5, broken: [] })
})

async function verify(query = `?client_id=${id}`, on = core): Promise<AuditVerification> {
  return (await on.ask(await on.admin(), { method: 'GET', url: `/audit/verification${query}` })).json()
}

/** As someone who holds the database. */
async function behindItsBack(change: (chain: string) => ReturnType<typeof sql>) {
  await withoutTriggers(core.app.db, () => change(id).execute(core.app.db))
}

const brokenAt = (position: number) => ({ valid: false, broken: [{ chain: id, position }] })

describe('the chains of the audit trail', () => {
  it('given intact chains, when all are verified, then each chain and event is counted and valid', async () => {
    const { db } = core.app
    const { count } = await db
      .selectFrom('audit_events')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    const answer = await verify('')
    expect(answer.events).toBe(count)
    expect(answer.chains).toBeGreaterThan(1)
  })

  it('given an anchor that is made while the end of the anchors is looked for, when verified, then it counts as one @full', async () => {
    const { trailSource: source } = core.app
    const before = (await verify('')).anchors.checked
    let made = false
    const store = Object.create(source.store, { open: { value: openAndAnchor } })
    function openAndAnchor(name: string) {
      return Readable.from(readAndAnchor(name))
    }
    async function* readAndAnchor(name: string) {
      try {
        yield* source.store.open(name)
      } catch (error) {
        if (!made) {
          made = true
          await anchorNow(core)
        }
        throw error
      }
    }
    const { anchors, valid } = await verifyTrail({ ...source, store }, undefined)
    expect({ made, valid, problems: anchors.problems }).toEqual({ made: true, valid: true, problems: [] })
    expect(anchors.checked).toBe(before + 1)
  })

  it.each([
    "action = 'client.opened'",
    "at = at + interval '1 second'",
    'actor_id = NULL',
    "fields = '{ssn}'",
    "address = '192.0.2.77'",
    "detail = ''",
    'subject_id = NULL',
  ])('given an event altered by %s, when verified, then it is found where it stands', async (change) => {
    await behindItsBack(
      (chain) => sql`UPDATE audit_events SET ${sql.raw(change)} WHERE chain = ${chain} AND position = 3`,
    )
    expect(await verify()).toMatchObject(brokenAt(3))
  })

  it('given an event deleted, when verified, then the one before it is named', async () => {
    await behindItsBack((chain) => sql`DELETE FROM audit_events WHERE chain = ${chain} AND position = 3`)
    expect(await verify()).toMatchObject(brokenAt(2))
  })

  it('given the newest or the oldest event deleted, when verified, then the chain does not fit its head or begin', async () => {
    await behindItsBack((chain) => sql`DELETE FROM audit_events WHERE chain = ${chain} AND position = 5`)
    expect(await verify()).toMatchObject(brokenAt(4))
    await behindItsBack((chain) => sql`DELETE FROM audit_events WHERE chain = ${chain} AND position = 1`)
    expect(await verify()).toMatchObject(brokenAt(0))
  })

  it('given two events exchanged, when verified, then the first of them is found', async () => {
    await behindItsBack((chain) => sql`UPDATE audit_events SET position = 99 WHERE chain = ${chain} AND position = 2`)
    await behindItsBack((chain) => sql`UPDATE audit_events SET position = 2 WHERE chain = ${chain} AND position = 4`)
    await behindItsBack((chain) => sql`UPDATE audit_events SET position = 4 WHERE chain = ${chain} AND position = 99`)
    expect(await verify()).toMatchObject(brokenAt(2))
  })

  it('given an event put in, its hash right, when verified, then it goes beyond the head', async () => {
    const last = await core.app.db
      .selectFrom('audit_events')
      .select('hash')
      .where('chain', '=', id)
      .where('position', '=', '5')
      .executeTakeFirstOrThrow()
    const event = {
      id: uuid(),
      at: new Date().toISOString(),
      actor_kind: 'system' as const,
      actor_id: null,
      action: 'client.changed',
      client_id: id,
      session_id: null,
      subject_id: id,
      fields: [],
      address: null,
      detail: null,
    }
    const hash = createHash('sha256').update(last.hash).update(canonicalBytes(event)).digest()
    await core.app.db
      .insertInto('audit_events')
      .values({ ...event, chain: id, position: '6', hash })
      .execute()
    expect(await verify()).toMatchObject(brokenAt(6))
  })

  it('given every event of a client deleted, or its head too, when verified, then the chain is missed', async () => {
    await behindItsBack((chain) => sql`DELETE FROM audit_events WHERE chain = ${chain}`)
    expect(await verify()).toMatchObject(brokenAt(0))
    await behindItsBack((chain) => sql`DELETE FROM audit_chains WHERE chain = ${chain}`)
    expect(await verify()).toMatchObject(brokenAt(0))
  })

  it('given a chain longer than a batch, and one that gets events during the verification, when verified, then both are valid @full', async () => {
    const fresh = await startCoreForTest()
    const client = await seedClient(fresh, await fresh.admin())
    const look = async () => fresh.ask(await fresh.admin(), { method: 'GET', url: `/clients/${client}` })
    await fresh.app.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 1_050; n++) await recordSystemEvent(trx, { action: 'viewed', clientId: client })
    })
    const [answer] = await Promise.all([verify('', fresh), ...Array.from({ length: 20 }, look)])
    expect(answer).toMatchObject({ valid: true, broken: [] })
    expect(answer.events).toBeGreaterThan(1_050)
  })
})

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { AuditVerification } from '@agency/contract/audit'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { copyDatabase, createLastingDatabase, type TestDatabase } from '../../../test/test-database.ts'
import {
  anchorNow,
  eventsOf,
  removeStored,
  rewriteChain,
  whenAnchored,
  withoutTriggers,
} from '../../../test/trail-attacks.ts'
import { sweepFiles } from '../../operation/files/file-sweep.ts'

/** A trail that is written once, of which each test gets a copy: an agency's chain, and a client's of five events. */
let written: TestDatabase
let writtenFiles: string
let core: Core
let id: string

beforeAll(async () => {
  written = await createLastingDatabase()
  writtenFiles = mkdtempSync(join(tmpdir(), 'trail-'))
  core = await startCore({ DATA_DIR: writtenFiles }, written)
  await whenAnchored(core)
  id = await newClient()
  expect(await verify()).toMatchObject({ valid: true })
  await core.close()
})
afterAll(async () => {
  await written.drop()
  rmSync(writtenFiles, { recursive: true })
})
beforeEach(async () => {
  const database = await copyDatabase(written)
  const directory = mkdtempSync(join(tmpdir(), 'trail-'))
  cpSync(writtenFiles, directory, { recursive: true })
  core = await startCore({ DATA_DIR: directory }, database)
  return async () => {
    await core.close()
    await database.drop()
    rmSync(directory, { recursive: true })
  }
})

async function newClient(): Promise<string> {
  const admin = await core.admin()
  const client = await seedClient(core, admin)
  for (const occupation of ['baker', 'cook', 'nurse', 'pilot']) {
    await core.ask(admin, { method: 'PUT', url: `/clients/${client}`, payload: { occupation } })
  }
  return client
}

async function verify(query = ''): Promise<AuditVerification> {
  return (await core.ask(await core.admin(), { method: 'GET', url: `/audit/verification${query}` })).json()
}

const brokenAt = (position: number) => ({ valid: false, broken: [{ chain: id, position }] })

describe('a chain that was computed again by somebody without the key', () => {
  it('given an edited event, when verified, then the edited event is named', async () => {
    await rewriteChain(core.app.db, id, (events) =>
      events.map((event, index) => (index === 2 ? { ...event, action: 'client.opened' } : event)),
    )
    expect(await verify()).toMatchObject(brokenAt(3))
    expect(await verify(`?client_id=${id}`)).toMatchObject(brokenAt(3))
  })

  it('given an event taken out of the middle, when verified, then the one in its place is named', async () => {
    await rewriteChain(core.app.db, id, (events) => events.toSpliced(1, 1))
    expect(await verify()).toMatchObject(brokenAt(2))
  })

  it('given two exchanged events, when verified, then the first of them is named', async () => {
    await rewriteChain(core.app.db, id, (events) => {
      const [first, second, third, ...rest] = events
      return first && second && third ? [first, third, second, ...rest] : []
    })
    expect(await verify()).toMatchObject(brokenAt(2))
  })

  it('given an event moved from the chain of another client, when verified, then both chains are named', async () => {
    const other = await newClient()
    const [, moved] = await eventsOf(core.app.db, other)
    await rewriteChain(core.app.db, id, (events) => events.toSpliced(1, 1, ...(moved ? [moved] : [])))
    await rewriteChain(core.app.db, other, (events) => events)
    const { broken } = await verify()
    expect(broken).toEqual(
      expect.arrayContaining([{ chain: id, position: 2 }, expect.objectContaining({ chain: other })]),
    )
  })

  it('given a made-up event at the end, with or without an HMAC, when verified, then it is named', async () => {
    const [first] = await eventsOf(core.app.db, id)
    if (!first) throw new Error('A client has an event')
    for (const mac of [null, first.mac]) {
      await rewriteChain(core.app.db, id, (events) => [...events.slice(0, 5), { ...first, id: uuid(), mac }])
      expect(await verify()).toMatchObject(brokenAt(6))
    }
  })

  it('given a chain whose HMACs were all removed, when verified, then its first event is named', async () => {
    await rewriteChain(core.app.db, id, (events) => events.map((event) => ({ ...event, mac: null })))
    expect(await verify()).toMatchObject(brokenAt(1))
  })

  it('given such a chain that is said to be from before the key, when verified, then it is named', async () => {
    await rewriteChain(core.app.db, id, (events) => events.map((event) => ({ ...event, mac: null })))
    const carried = { carried_position: '5', carried_mac: Buffer.alloc(32) }
    await core.app.db.updateTable('audit_chains').set(carried).where('chain', '=', id).execute()
    expect(await verify()).toMatchObject(brokenAt(5))
  })
})

describe('what was anchored and is gone', () => {
  beforeEach(async () => {
    expect(await anchorNow(core)).toMatchObject({ restored: 0 })
    expect(await verify()).toMatchObject({ valid: true })
  })

  it('given the tail of a chain cut off, its head moved back, when verified, then its anchored end is named', async () => {
    await rewriteChain(core.app.db, id, (events) => events.slice(0, 3))
    expect(await verify()).toMatchObject(brokenAt(5))
    expect(await verify(`?client_id=${id}`)).toMatchObject(brokenAt(5))
  })

  it('given the chain of the agency wiped with its head, when verified, then it is named', async () => {
    await withoutTriggers(core.app.db, async () => {
      await core.app.db.deleteFrom('audit_events').where('chain', '=', 'agency').execute()
      await core.app.db.deleteFrom('audit_chains').where('chain', '=', 'agency').execute()
    })
    expect(await verify()).toMatchObject({ valid: false, broken: [{ chain: 'agency' }] })
  })

  it('given the anchors wiped from the database too, when verified, then those of the file store tell', async () => {
    await rewriteChain(core.app.db, id, (events) => events.slice(0, 3))
    await wipeAnchors()
    expect(await verify()).toMatchObject(brokenAt(5))
    expect(await anchorNow(core)).toMatchObject({ restored: expect.any(Number) })
    expect(await verify()).toMatchObject(brokenAt(5))
  })

  it('given everything wiped, its key too, when verified, then both chains are named', async () => {
    await withoutTriggers(core.app.db, async () => {
      for (const table of ['audit_events', 'audit_chains', 'audit_keys', 'recurring_jobs'] as const) {
        await core.app.db.deleteFrom(table).execute()
      }
    })
    await wipeAnchors()
    const chains = (await verify()).broken.map(({ chain }) => chain)
    expect(chains).toEqual(expect.arrayContaining([id, 'agency']))
  })

  it('given a row that says a chain is anchored further on, when verified, then its anchor is named', async () => {
    const { db } = core.app
    await db.updateTable('audit_anchored_chains').set({ position: '99' }).where('chain', '=', id).execute()
    expect((await verify()).anchors.problems).toEqual([expect.stringContaining('has other chains in the database')])
  })

  it('given an anchor missing in the file store, or another one under its number, when verified, then it is named', async () => {
    const { number } = await core.app.db
      .selectFrom('audit_anchors')
      .select((eb) => eb.fn.max('number').as('number'))
      .executeTakeFirstOrThrow()
    removeStored(core, (name) => name === `anchor-${String(number).padStart(10, '0')}`)
    expect((await verify()).anchors.problems).toEqual([`Anchor ${number} is missing in the file store.`])
    const madeUp = { statement: 'AAAA', signature: '', mac: '', time_stamp: null, leaves: [] }
    for (const content of ['{}', JSON.stringify(madeUp)]) {
      await core.app.fileStore.put(`anchor-${String(number).padStart(10, '0')}`, [Readable.from([content])])
      expect((await verify()).anchors.problems).toEqual([expect.stringContaining(`Anchor ${number} in the file store`)])
    }
  })
})

async function wipeAnchors() {
  await withoutTriggers(core.app.db, async () => {
    await core.app.db.deleteFrom('audit_anchors').execute()
    await core.app.db.deleteFrom('audit_anchored_chains').execute()
  })
}

it('given the tables of the trail, when anyone truncates one, then the database refuses', async () => {
  for (const table of ['audit_events', 'audit_chains', 'audit_keys', 'audit_anchors', 'audit_anchored_chains']) {
    await expect(sql`TRUNCATE ${sql.table(table)} CASCADE`.execute(core.app.db), table).rejects.toThrow('append-only')
  }
})

it('given anchors, when files without a row are swept long after, then the anchors stay', async () => {
  await anchorNow(core)
  const { db, fileStore: store } = core.app
  await sweepFiles({ db, store, limit: 1_000, now: Date.now() + 40 * 86_400_000 })
  const ids: string[] = []
  for await (const stored of core.app.fileStore.ids()) ids.push(stored)
  expect(ids).toContain('anchor-0000000001')
  expect(await verify()).toMatchObject({ valid: true })
})

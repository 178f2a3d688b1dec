import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditVerification } from '@agency/contract/audit'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { createLastingDatabase, type TestDatabase } from '../../../test/test-database.ts'
import {
  anchorNow,
  eventsOf,
  removeStored,
  rewriteChain,
  whenAnchored,
  withoutTriggers,
} from '../../../test/trail-attacks.ts'
import { AuditKey } from './audit-key.ts'
import { carryOver } from './unkeyed-events.ts'

/** The embedded engine makes a database on the disk, which a busy machine takes long for. */
const startTimeout = 180_000
const { signal } = new AbortController()
let kept: TestDatabase
let directory: string
let id: string
let running: Core | undefined

/** A database and files as the version before the key has left them. */
beforeEach(async () => {
  kept = await createLastingDatabase()
  directory = mkdtempSync(join(tmpdir(), 'upgrade-'))
  const core = await startCore({ DATA_DIR: directory }, kept)
  id = await seedClient(core, await core.admin())
  await core.ask(await core.admin(), { method: 'PUT', url: `/clients/${id}`, payload: { occupation: 'baker' } })
  await anchorNow(core)
  removeStored(core, (name) => name.startsWith('anchor-'))
  await removeKey(core)
  await core.close()
}, startTimeout)
afterEach(async () => {
  await running?.close()
  running = undefined
  await kept.drop()
  rmSync(directory, { recursive: true })
})

function removeKey({ app: { db } }: Core) {
  return withoutTriggers(db, async () => {
    await sql`UPDATE audit_events SET mac = NULL`.execute(db)
    await sql`UPDATE audit_chains SET carried_position = NULL, carried_mac = NULL`.execute(db)
    for (const table of ['audit_keys', 'audit_anchors', 'audit_anchored_chains', 'recurring_jobs'] as const) {
      await db.deleteFrom(table).execute()
    }
  })
}

async function start(): Promise<Core> {
  await running?.close()
  running = await startCore({ DATA_DIR: directory }, kept)
  return running
}

async function verify(core: Core): Promise<AuditVerification> {
  return (await core.ask(await core.admin(), { method: 'GET', url: '/audit/verification' })).json()
}

const whenValid = (core: Core) =>
  vi.waitFor(async () => expect(await verify(core)).toMatchObject({ valid: true }), { timeout: 60_000 })

describe('a trail that was written before it had a key', { timeout: startTimeout }, () => {
  it('given it holds, when the new version starts, then it is accepted, and later changes of it are found', async () => {
    const core = await start()
    await whenValid(core)
    await rewriteChain(core.app.db, id, (events) =>
      events.map((event, index) => (index === 0 ? { ...event, address: null } : event)),
    )
    expect(await verify(core)).toMatchObject({ broken: [{ chain: id, position: 2 }] })
  })

  it('given a chain was altered before, when the trail is accepted, then that chain is not', async () => {
    const core = await start()
    await whenValid(core)
    await withoutTriggers(core.app.db, async () => {
      await sql`UPDATE audit_events SET address = NULL WHERE chain = ${id} AND position = 1`.execute(core.app.db)
      await sql`UPDATE audit_chains SET carried_position = NULL, carried_mac = NULL`.execute(core.app.db)
    })
    expect(await carryOver(core.app.db, core.app.auditKey, signal)).toMatchObject({ broken: 1 })
    expect(await verify(core)).toMatchObject({ broken: [{ chain: id, position: 1 }] })
  })

  it('given a replica of the former version still writes, when it is accepted in time, then the trail holds', async () => {
    const core = await start()
    await whenValid(core)
    await appendUnkeyed(core)
    expect(await verify(core)).toMatchObject({ broken: [{ chain: id, position: 3 }] })
    const expired = new AuditKey(Buffer.alloc(32), { madeAt: new Date(0), carryUntil: new Date(1) })
    expect(await carryOver(core.app.db, expired, signal)).toEqual({ accepted: 0, broken: 0 })
    expect(await carryOver(core.app.db, core.app.auditKey, signal)).toEqual({ accepted: 1, broken: 0 })
    expect(await verify(core)).toMatchObject({ valid: true })
  })

  it('given its key was removed later, when the service starts again, then nothing is accepted anew', async () => {
    const first = await start()
    await whenValid(first)
    await anchorNow(first)
    await removeKey(first)
    await rewriteChain(first.app.db, id, (events) => events.slice(0, 1))
    const core = await start()
    await whenAnchored(core)
    const { broken, anchors } = await verify(core)
    expect(broken).toEqual(expect.arrayContaining([{ chain: id, position: 1 }]))
    expect(anchors.problems).not.toEqual([])
  })
})

/** As the former version appends. */
async function appendUnkeyed({ app: { db } }: Core) {
  const events = await eventsOf(db, id)
  const [first] = events
  if (!first) throw new Error('A client has an event')
  const event = { ...first, id: '01a2030f-2c7d-70bd-b421-66e109b0f26a', mac: null }
  await rewriteChain(db, id, (stored) => [...stored, event])
}

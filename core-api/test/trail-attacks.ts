import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { signDetached } from '@agency/pdf-signing/detached-signature'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { makeAnchors } from '../src/audit/anchors/make-anchors.ts'
import { lastAnchoring, lastVerification } from '../src/audit/verification/audit-schedule.ts'
import { hashAfter } from '../src/platform/audit-trail/event-hash.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { Core } from './core.ts'

const guarded = ['audit_events', 'audit_chains', 'audit_keys', 'audit_anchors', 'audit_anchored_chains']

/** Does something as an owner of the database can: the triggers that refuse it are off meanwhile. */
export async function withoutTriggers(db: Database, change: () => Promise<unknown>): Promise<void> {
  for (const table of guarded) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(db)
  await change()
  for (const table of guarded) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(db)
}

/** Waits for the anchors and the verification that a start begins with; the next ones come an hour and a day later. */
export const whenAnchored = ({ app: { db, auditKey: key } }: Core) =>
  vi.waitFor(
    async () => {
      expect(await lastAnchoring({ db, key })).toBeTruthy()
      expect(await lastVerification({ db, key })).toBeTruthy()
    },
    { timeout: 120_000 },
  )

/** Anchors the trail now, as the job does every hour. */
export async function anchorNow(core: Core, timeStamp?: (digest: Buffer) => Promise<Uint8Array>) {
  await whenAnchored(core)
  const { app } = core
  const { db, auditKey: key, fileStore: store, log, sealKeys } = app
  const sign = (statement: Buffer, at: Date) => signDetached(statement, sealKeys.current, at)
  return makeAnchors({ db, key, store, log, sign, timeStamp }, new AbortController().signal)
}

/** Takes files out of the store as somebody can who may write its directory: not even the trash has them then. */
export function removeStored({ config }: Core, isRemoved: (name: string) => boolean): void {
  for (const entry of readdirSync(config.filesDirectory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && isRemoved(entry.name)) rmSync(join(entry.parentPath, entry.name))
  }
}

export const eventsOf = (db: Database, chain: string) =>
  db.selectFrom('audit_events').selectAll().where('chain', '=', chain).orderBy('position').execute()
type StoredEvent = Awaited<ReturnType<typeof eventsOf>>[number]

/**
 * Replaces a chain by other events, all its positions, hashes and its head computed again: what somebody can do who may
 * write the database and has no key.
 */
export async function rewriteChain(db: Database, chain: string, change: (events: StoredEvent[]) => StoredEvent[]) {
  const changed = change(await eventsOf(db, chain))
  let head: Buffer | undefined
  const rows = changed.map((event, index) => {
    head = hashAfter(head, event)
    return { ...event, chain, position: String(index + 1), hash: head }
  })
  await withoutTriggers(db, async () => {
    const ids = changed.map(({ id }) => id)
    await db
      .deleteFrom('audit_events')
      .where((eb) => eb.or([eb('chain', '=', chain), eb('id', 'in', ids)]))
      .execute()
    await db.insertInto('audit_events').values(rows).execute()
    const end = { position: String(rows.length), head: head ?? Buffer.alloc(0) }
    await db.updateTable('audit_chains').set(end).where('chain', '=', chain).execute()
  })
}

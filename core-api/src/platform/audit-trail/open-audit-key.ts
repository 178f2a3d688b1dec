import { randomBytes } from 'node:crypto'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { v7 as uuid } from 'uuid'
import type { Database } from '../database/database.ts'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { AuditKey, bindAuditKey } from './audit-key.ts'
import { findAuditKey, hasOnlyUnkeyedEvents, insertAuditKey } from './audit-key-repository.ts'

/** During an upgrade, replicas of the former version may still write events without an HMAC. */
const carryMilliseconds = 24 * 3_600_000

const StoredKey = Type.Object({
  key: Type.String(),
  made_at: Type.String(),
  carry_until: Type.Union([Type.String(), Type.Null()]),
})

const contextOf = (id: string) => ({ table: 'audit_keys', id, purpose: 'audit' })

/** Creates it if missing, and binds it. @throws if the master keys cannot decrypt it */
export async function openAuditKey(db: Database, cipher: FieldCipher): Promise<AuditKey> {
  if (!(await findAuditKey(db))) await makeKey(db, cipher)
  const row = await findAuditKey(db)
  if (!row) throw new Error('The key of the audit trail was stored and is not there')
  const stored = Value.Parse(StoredKey, JSON.parse(cipher.decrypt(row.encrypted_key, contextOf(row.id))))
  const key = new AuditKey(Buffer.from(stored.key, 'base64'), {
    madeAt: new Date(stored.made_at),
    carryUntil: stored.carry_until === null ? undefined : new Date(stored.carry_until),
  })
  bindAuditKey(db, key)
  return key
}

async function makeKey(db: Database, cipher: FieldCipher): Promise<void> {
  const id = uuid()
  const now = Date.now()
  const carries = await hasOnlyUnkeyedEvents(db)
  const stored = {
    key: randomBytes(32).toString('base64'),
    made_at: new Date(now).toISOString(),
    carry_until: carries ? new Date(now + carryMilliseconds).toISOString() : null,
  }
  await insertAuditKey(db, { id, encrypted_key: cipher.encrypt(JSON.stringify(stored), contextOf(id)) })
}

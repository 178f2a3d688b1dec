import type { Database } from '../database/database.ts'
import { KeyReused } from '../errors.ts'
import { findKey, insertKey } from './idempotency-repository.ts'
import type { KeyedCall } from './keyed-call.ts'

/** What makes something names the call that it does this for, where that may be repeated. */
export interface Repeatable {
  call?: KeyedCall | undefined
}

interface Making<Made> {
  /** Of what is to be made. */
  ids: string[]
  make(trx: Database): Promise<void>
  /** Reads what was made: by this call, or by the first one of the same key. */
  read(trx: Database, ids: string[]): Promise<Made>
}

/**
 * Makes something in one transaction, once a key: a repeat, also one at the same time, makes nothing and reads what the
 * first call made. Without a key each call makes something.
 * @throws KeyReused when the caller has used the key for another call
 */
export function makeOnce<Made>(
  { db, call }: Repeatable & { db: Database },
  { ids, make, read }: Making<Made>,
): Promise<Made> {
  return db.transaction().execute(async (trx) => {
    const made = call && (await madeBefore(trx, call, ids))
    if (!made) await make(trx)
    return read(trx, made ?? ids)
  })
}

/** What the first call of this key has made; undefined when this is the first. */
async function madeBefore(db: Database, call: KeyedCall, ids: string[]): Promise<string[] | undefined> {
  const { callerId: caller_id, key, digest: call_digest } = call
  if (await insertKey(db, { caller_id, key, call_digest, made_ids: ids })) return undefined
  const first = await findKey(db, caller_id, key)
  if (!call.isSameAs(first.call_digest)) throw new KeyReused()
  return first.made_ids
}

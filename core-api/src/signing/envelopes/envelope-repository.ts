import { type Insertable, type NotNull, sql, type Updateable } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { couldNotBeSealed } from '../../platform/database/envelope-conditions.ts'
import type { Schema } from '../../platform/database/schema.ts'

type Envelopes = Schema['envelopes']

export async function insertEnvelope(db: Database, row: Insertable<Envelopes>): Promise<void> {
  await db.insertInto('envelopes').values(row).execute()
}

export function findEnvelope(db: Database, id: string) {
  return db.selectFrom('envelopes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function lockEnvelope(db: Transaction, id: string) {
  return db.selectFrom('envelopes').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function updateEnvelope(db: Database, id: string, changes: Updateable<Envelopes>): Promise<void> {
  await db.updateTable('envelopes').set(changes).where('id', '=', id).execute()
}

/** The document's envelope that has not ended, if there is one; also one that is being created. */
export function findActiveEnvelope(db: Database, formId: string) {
  return db
    .selectFrom('envelopes')
    .selectAll()
    .where('session_form_id', '=', formId)
    .where('status', 'not in', ['declined', 'voided'])
    .executeTakeFirst()
}

/** Whether a request is creating the envelope, by the database's clock: clocks of processes differ. */
export async function isBeingCreated(db: Database, id: string): Promise<boolean> {
  const { created } = await db
    .selectFrom('envelopes')
    .select(sql<boolean>`coalesce(making_until > now(), false)`.as('created'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return created
}

/** Reserves the creation of the envelope for some seconds from now; null ends the reservation. */
export async function setCreating(db: Database, id: string, seconds: number | null): Promise<void> {
  const making_until = seconds === null ? null : sql<string>`now() + make_interval(secs => ${seconds})`
  await db.updateTable('envelopes').set({ making_until }).where('id', '=', id).execute()
}

export async function findByProviderId(db: Database, provider: Envelopes['provider'], providerId: string) {
  return db
    .selectFrom('envelopes')
    .select(['id', 'session_form_id'])
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
}

/** The open envelopes of a provider, without those that a request is creating. */
export function listOpenEnvelopes(db: Database, provider: Envelopes['provider']) {
  return db
    .selectFrom('envelopes')
    .select(['id', 'session_form_id', 'provider_id', 'status'])
    .where('provider', '=', provider)
    .where('status', 'in', ['creating', 'sent', 'viewed', 'signed'])
    .where((eb) =>
      eb.or([eb('status', '!=', 'creating'), eb('making_until', 'is', null), sql<boolean>`making_until < now()`]),
    )
    .orderBy('id')
    .limit(10_000)
    .execute()
}

export async function countUnsealed(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('envelopes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(couldNotBeSealed)
    .executeTakeFirstOrThrow()
  return count
}

export type SealedEnvelope = NonNullable<Awaited<ReturnType<typeof findSealedByHash>>>

/** Envelopes with a sealed document. Signing and sealing fill in the nullable columns. */
const sealedEnvelopes = (db: Database) =>
  db
    .selectFrom('files')
    .innerJoin('envelopes', 'envelopes.sealed_file_id', 'files.id')
    .select(['envelopes.id as envelope_id', 'envelopes.signed_at', 'envelopes.completed_at', 'files.pages'])
    .select(['envelopes.status', 'envelopes.encrypted_signing', 'envelopes.seal_mac', 'envelopes.session_form_id'])
    .select('files.sha256')
    .$narrowType<{ signed_at: NotNull; completed_at: NotNull }>()

/** The envelope whose sealed document has this hash, of any provider. The hash of an original matches none. */
export function findSealedByHash(db: Database, sha256: Buffer) {
  return sealedEnvelopes(db).where('files.sha256', '=', sha256).limit(1).executeTakeFirst()
}

interface Selection {
  after: string | undefined
  clientId: string | undefined
  limit: number
  unrecorded?: boolean
}

/** Ordered by id. @param after the last id before @param unrecorded only those without a keyed record */
export function listSealedEnvelopes(
  db: Database,
  { after, clientId, limit, unrecorded = false }: Selection,
): Promise<SealedEnvelope[]> {
  let envelopes = sealedEnvelopes(db)
  if (unrecorded) envelopes = envelopes.where('envelopes.seal_mac', 'is', null)
  if (after !== undefined) envelopes = envelopes.where('envelopes.id', '>', after)
  if (clientId !== undefined) {
    envelopes = envelopes.where('envelopes.session_form_id', 'in', (eb) =>
      eb
        .selectFrom('session_forms')
        .innerJoin('sessions', 'sessions.id', 'session_forms.session_id')
        .select('session_forms.id')
        .where('sessions.client_id', '=', clientId),
    )
  }
  return envelopes.orderBy('envelopes.id').limit(limit).execute()
}

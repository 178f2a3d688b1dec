import { v7 as uuid } from 'uuid'
import { ClientDirectory } from '../../clients/list/client-directory.ts'
import { toRow } from '../../clients/record/client-storage.ts'
import type { AuditEntry } from '../../platform/audit-trail/audit-repository.ts'
import { openAuditKey } from '../../platform/audit-trail/open-audit-key.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { passcodeContext } from '../../sessions/sessions/session-passcodes.ts'
import { makeClient, type SampleClient, type SampleSession } from './client-factory.ts'
import { type Batch, insertBatch, settleTables } from './seed-repository.ts'

export interface SeedOptions {
  db: Database
  cipher: FieldCipher
  clients: number
  /** The same number gives the same people. */
  seed: number
  add: boolean
  onProgress?(stored: number): void
}

const batchSize = 500
const sessionDays = 30
const dayInMilliseconds = 86_400_000
const system = { actorKind: 'system', actorId: null, address: null } as const

/** Made-up clients, a third with sessions. @throws if there are clients already and `add` is not set */
export async function seedClients({ db, cipher, clients, seed, add, onProgress }: SeedOptions) {
  const { all } = await new ClientDirectory(db, cipher).counts('all')
  if (all > 0 && !add) throw new Error(`There are ${all} clients already. Add to them with --add.`)
  const key = await openAuditKey(db, cipher)
  const today = new Date()
  let sessions = 0
  // Makes the next batch while the previous one is stored.
  let storing: Promise<void> = Promise.resolve()
  for (let made = 0; made < clients; made += batchSize) {
    const size = Math.min(batchSize, clients - made)
    const batch = makeBatch(cipher, seed, { from: all + made, size, today })
    sessions += batch.sessions.length
    await storing
    storing = insertBatch(db, key, batch).then(() => onProgress?.(made + size))
  }
  await storing
  await settleTables(db)
  return { clients, sessions }
}

function makeBatch(
  cipher: FieldCipher,
  seed: number,
  { from, size, today }: { from: number; size: number; today: Date },
) {
  const batch: Batch = { clients: [], sessions: [], events: [] }
  for (let n = from; n < from + size; n++) addClient(batch, cipher, makeClient(seed, n, today))
  return batch
}

function addClient(batch: Batch, cipher: FieldCipher, { values, filled, createdAt, sessions }: SampleClient) {
  const id = uuid()
  const at = createdAt.toISOString()
  const cvc_stored_at = values.cvc === null ? null : new Date().toISOString()
  // A batch is inserted as JSON, which cannot express the JSON null of `profile`. The column's default is null.
  const { profile: _profile, ...row } = toRow(id, values, cipher)
  batch.clients.push({ ...row, cvc_stored_at, created_at: at, updated_at: at })
  const created: AuditEntry = { ...system, action: 'client.created', clientId: id, subjectId: id, fields: filled }
  batch.events.push({ entry: created, at: createdAt })
  for (const session of sessions) addSession(batch, cipher, id, session)
}

function addSession(batch: Batch, cipher: FieldCipher, clientId: string, session: SampleSession) {
  const id = uuid()
  batch.sessions.push({
    id,
    client_id: clientId,
    session_type: session.type,
    session_code: session.code,
    encrypted_passcode: cipher.encrypt(session.passcode, passcodeContext(id)),
    passcode_level: 'chosen_or_seen',
    created_at: session.startedAt.toISOString(),
    expires_at: new Date(session.startedAt.getTime() + sessionDays * dayInMilliseconds).toISOString(),
  })
  const started: AuditEntry = { ...system, action: 'session.started', clientId, sessionId: id, subjectId: id }
  batch.events.push({ entry: started, at: session.startedAt })
}

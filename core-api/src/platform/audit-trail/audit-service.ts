import { type AuditAction, auditTexts } from '@agency/contract/audit-actions'
import type { SavedChange } from '@agency/contract/errors'
import type { Database } from '../database/database.ts'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { NotFound } from '../errors.ts'
import type { Principal } from '../http/principals.ts'
import { type CountedAttempt, countRefusal } from '../limits/lockout.ts'
import type { AuditKey } from './audit-key.ts'
import {
  type AuditEntry,
  appendAuditEvent,
  appendAuditEvents,
  hasEvent,
  listAuditEvents,
  listLinkedEvents,
  readChainHead,
  withSavepoint,
} from './audit-repository.ts'
import { hashAfter } from './event-hash.ts'
import { findLastChange as findChange, findNewestDetail } from './newest-event-repository.ts'
import { carriedRecord } from './unkeyed-events.ts'

type Recorded = Omit<AuditEntry, 'actorKind' | 'actorId' | 'address'>

/** @param db the transaction of the change */
export function recordEvent(db: Database, principal: Principal, event: Recorded): Promise<void> {
  return appendAuditEvent(db, entryOf(principal, event))
}

const entryOf = (principal: Principal, event: Recorded): AuditEntry => ({
  ...event,
  actorKind: actorKind(principal),
  actorId: actorId(principal),
  address: principal.address,
})

/** Records one act of a principal on several clients, each of which is the subject of an event of its own. */
export function recordOnClients(
  db: Database,
  principal: Principal,
  event: Pick<Recorded, 'action' | 'fields'>,
  clientIds: string[],
): Promise<void> {
  const entry = entryOf(principal, event)
  return appendAuditEvents(
    db,
    clientIds.map((id) => ({ ...entry, clientId: id, subjectId: id })),
  )
}

export interface ActOnClient {
  principal: Principal
  clientId: string
  /** Its subject is the client unless it names another. */
  event: Pick<Recorded, 'id' | 'action' | 'fields' | 'detail' | 'subjectId'>
}

export function recordActs(db: Database, acts: ActOnClient[]): Promise<void> {
  return appendAuditEvents(
    db,
    acts.map(({ principal, clientId, event }) => ({ subjectId: clientId, ...entryOf(principal, event), clientId })),
  )
}

interface RefusedAttempt {
  db: Database
  principal: Principal
  counted: CountedAttempt
  /** The action of the refusal, and that of the lockouts which it starts. */
  actions: { refused: AuditAction; locked: AuditAction }
  subject: Pick<Recorded, 'subjectId' | 'clientId' | 'sessionId'>
}

/**
 * Not recorded, so that an attack cannot fill the trail: attempts during a lockout, and those of a flood from one
 * network on accounts that do not exist.
 */
export async function recordRefusal({ db, principal, counted, actions, subject }: RefusedAttempt): Promise<void> {
  const { lockouts, isFlood } = counted
  const record = async (within: Database) => {
    await recordEvent(within, principal, { action: actions.refused, ...subject })
    if (lockouts.length > 0)
      await recordEvent(within, principal, { action: actions.locked, ...subject, detail: lockouts.join(', ') })
  }
  if (!isFlood) return record(db)
  // Undone, not left out: else the time of the answer would tell whether the account exists.
  await withSavepoint(db, record, { isKept: subject.subjectId !== undefined })
}

/** Anybody can cause these: a network's are recorded up to a number in 15 minutes; the last one says so. */
export async function recordStrangersRefusal(
  { db, cipher, principal }: { db: Database; cipher: FieldCipher; principal: Principal & { address: string } },
  { action, detail }: Pick<Recorded, 'action' | 'detail'>,
): Promise<void> {
  const { isFlood, isLast } = await countRefusal({ db, cipher }, { what: action, address: principal.address })
  if (isFlood) return
  const details = [detail, isLast ? 'further ones from this address are not recorded' : undefined].filter(Boolean)
  await recordEvent(db, principal, { action, ...(details.length > 0 ? { detail: details.join('; ') } : {}) })
}

const otherChanges = [
  'admin.recovered',
  'admin.set-up',
  'asked-again',
  'form.document-fields-changed',
  'form.fields-changed',
  'form.file-replaced',
  'session.cancelled',
  'session.reopened',
  'staff_override',
]
const changes = [...auditTexts.keys()].filter((action) => action.endsWith('.changed') || otherChanges.includes(action))

/** The last change of a record: its author and time; undefined if nobody has changed it. */
export const findLastChange = (db: Database, id: string): Promise<SavedChange | undefined> =>
  findChange(db, id, changes)

export function recordSystemEvent(db: Database, event: Recorded): Promise<void> {
  return appendAuditEvent(db, { ...event, actorKind: 'system', actorId: null, address: null })
}

/** Records a change once, from several processes. @param endedBy an action after which the same detail counts as new */
export function recordWhenNew(
  db: Database,
  event: { action: AuditAction; detail: string },
  endedBy?: AuditAction,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if ((await findNewestDetail(trx, event.action, endedBy)) !== event.detail) await recordSystemEvent(trx, event)
  })
}

/** Oldest first, with the newest hash of the chain. @throws if the client has no trail */
export async function readTrail(db: Database, clientId: string, subjectIds: string[], actions: readonly string[]) {
  const events = await listAuditEvents(db, subjectIds, actions)
  const head = await readChainHead(db, clientId)
  if (!head) throw new Error('The client has no audit trail')
  return { events, head }
}

/** @throws NotFound if there is no such client, and so no trail */
export async function requireTrail(db: Database, clientId: string): Promise<void> {
  if (!(await readChainHead(db, clientId))) throw new NotFound()
}

/** Each by its own HMAC; those from before the key by the record of their chain's end at the upgrade. */
export async function readVerifiedEvents(db: Database, key: AuditKey, subjectId: string, actions: readonly string[]) {
  const events = await listLinkedEvents(db, subjectId, actions)
  return events.map((event) => {
    const { action, detail, position } = event
    return { action, detail, position, holds: linkHolds(key, event) }
  })
}

type LinkedEvent = Awaited<ReturnType<typeof listLinkedEvents>>[number]

function linkHolds(key: AuditKey, event: LinkedEvent): boolean {
  const { chain, position, hash, mac, carried_position, carried_hash, carried_mac } = event
  if (!hash.equals(hashAfter(event.previous ?? undefined, event))) return false
  if (mac !== null) return mac.equals(key.linkMac(chain, event.id, hash))
  if (carried_position === null || carried_hash === null || position > carried_position) return false
  return key.fits(carried_mac, 'carried', carriedRecord(chain, carried_position, carried_hash))
}

export const isRecorded = (db: Database, action: 'sealed', detail: string): Promise<boolean> =>
  hasEvent(db, action, detail)

const actorKind = ({ kind }: Principal) => (kind === 'enrolling' ? 'admin' : kind)

function actorId(principal: Principal): string | null {
  if (principal.kind === 'admin' || principal.kind === 'enrolling') return principal.adminId
  return principal.kind === 'session' ? principal.sessionId : null
}

import { TZDate } from '@date-fns/tz'
import { readDashboardFigures } from '../../clients/list/dashboard-figures.ts'
import { type RoleScopes, scopeOf } from '../../platform/access/staff-scope.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'
import { teamsOf } from '../../staff/teams/team-service.ts'
import { findDigest, listDigestReaders, updateDigest } from './digest-repository.ts'

/** The first and the last hour in which the summary is sent, in the agency's time zone. Later, the day is skipped. */
const firstHour = 7
const lastHour = 11

/** @throws NotFound */
export async function getDigest(db: Database, adminId: string): Promise<{ digest: boolean }> {
  const digest = await findDigest(db, adminId)
  if (digest === undefined) throw new NotFound()
  return { digest }
}

/** Turns the caller's summary on or off. Idempotent. */
export function setDigest(
  { db, principal }: { db: Database; principal: AdminPrincipal },
  digest: boolean,
): Promise<{ digest: boolean }> {
  const { adminId } = principal
  return db.transaction().execute(async (trx) => {
    if ((await getDigest(trx, adminId)).digest === digest) return { digest }
    await updateDigest(trx, adminId, digest)
    const action = digest ? 'admin.digest-started' : 'admin.digest-ended'
    await recordEvent(trx, principal, { action, subjectId: adminId })
    return { digest }
  })
}

/**
 * Queues digests once a day, if anything is due: numbers and no names, as e-mail is not encrypted.
 * @returns how many
 */
export async function queueDigests(
  { db, cipher, timeZone, scopes }: { db: Database; cipher: FieldCipher; timeZone: string; scopes: RoleScopes },
  now: number,
): Promise<number> {
  const local = new TZDate(now, timeZone)
  if (local.getHours() < firstHour || local.getHours() > lastHour) return 0
  const date = [local.getFullYear(), local.getMonth() + 1, local.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  const yesterday = new TZDate(local.getFullYear(), local.getMonth(), local.getDate() - 1, timeZone)
  const since = new Date(yesterday.getTime()).toISOString()
  /** Readers of the same scope get the same figures. */
  const read = new Map<string, Promise<string>>()
  let queued = 0
  for (const { id, email, first_name, role } of await listDigestReaders(db)) {
    const scope = scopeOf(scopes, { id, role, teams: await teamsOf(db, id) })
    const key = JSON.stringify(scope)
    const reading = read.get(key) ?? readDue(db, { date, since, scope })
    read.set(key, reading)
    const due = await reading
    if (due === '') continue
    queued++
    const message = { kind: 'digest', channel: 'email', to: email.trim(), language: 'en', adminId: id } as const
    const values = { name: first_name.trim(), due }
    await queueMessage({ db, cipher }, { ...message, values, key: `digest:${id}:${date}` })
  }
  return queued
}

async function readDue(db: Database, query: Parameters<typeof readDashboardFigures>[1]): Promise<string> {
  const figures = await readDashboardFigures(db, query)
  const lines: readonly (readonly [number, string])[] = [
    [figures.overdue, `${counted(figures.overdue, 'follow-up')} overdue`],
    [figures.coming, `${counted(figures.coming, 'follow-up')} in the next seven days`],
    [figures.waiting, `${counted(figures.waiting, 'session')} waiting for the client`],
    [figures.declined, `${counted(figures.declined, 'declined document')}`],
    [figures.unsealed, `${counted(figures.unsealed, 'signed document')} that could not be sealed`],
    [figures.proposals, `${counted(figures.proposals, 'client')} with proposed changes`],
    [figures.signed, `${counted(figures.signed, 'document')} signed since yesterday`],
  ]
  return lines.flatMap(([count, line]) => (count > 0 ? [line] : [])).join('\n')
}

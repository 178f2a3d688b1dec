import type { ClientRecord } from '@agency/contract/clients'
import { hasPermission } from '@agency/contract/permissions'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { findAdminContact } from '../../staff/admins/admin-service.ts'
import { createClientsWithin, lockRecords } from '../record/client-bulk.ts'
import { changeClientWithin } from '../record/client-service.ts'
import { type ImportRecord, lockImport, updateImport } from './import-repository.ts'
import {
  clientsOfRows,
  countRows,
  endCreated,
  endRows,
  intendedOf,
  lockRowsToRun,
  madeByImport,
  type StoredRow,
  updateRow,
} from './import-row-repository.ts'
import type { ImportContext } from './import-service.ts'
import { matchRows } from './match-rows.ts'
import { type Brought, broughtBy, changedFields, encryptFormer, formerValues, only } from './row-changes.ts'

/** Rows of one transaction. A process that is killed loses the work of one at most. */
const chunk = 100
/** Chunks of one job, so that a service that closes waits for seconds at most. */
const chunksPerJob = 10

export interface Work extends ImportContext {
  principal: AdminPrincipal
  record: ImportRecord
}

/**
 * Does a part of a run or a revert, chunk by chunk.
 * @param state of an import while the work is wanted
 * @param step does the next rows @returns how many; 0 at the end
 * @returns whether the job is to be repeated
 */
export async function workOff(
  context: ImportContext,
  id: string,
  {
    state,
    step,
    end,
  }: {
    state: 'running' | 'reverting'
    step(work: Work, limit: number): Promise<number>
    end(work: Work): Promise<void>
  },
): Promise<boolean> {
  const one = () =>
    context.db.transaction().execute(async (db) => {
      const record = await lockImport(db, id)
      if (record?.state !== state) return false
      const principal = await actingPrincipal(db, record)
      if (!principal) {
        await updateImport(db, id, { state: 'stopped', fault: 'Whoever started this may no longer import clients.' })
        return false
      }
      // Of two imports at the same time, one sees the clients that the other has added.
      await sql`SELECT pg_advisory_xact_lock(hashtext('client-imports'))`.execute(db)
      const work = { ...context, db, principal, record }
      const done = await step(work, chunk)
      if (done === 0) await end(work)
      else await updateImport(db, id, { done: record.done + done })
      return done > 0
    })
  for (let n = 0; n < chunksPerJob; n++) if (!(await one())) return false
  return true
}

/** Whoever has started the work, with the role of now. */
async function actingPrincipal(
  db: Database,
  { acting_id, acting_from }: ImportRecord,
): Promise<AdminPrincipal | undefined> {
  const admin = await findAdminContact(db, acting_id)
  if (!admin || !hasPermission(admin.role, 'clients.import', 'power')) return undefined
  const { id: adminId, role } = admin
  return { kind: 'admin', adminId, adminSessionId: '', role, scope: 'all', address: acting_from }
}

/** Imports rows that are checked. */
export const runImport = (context: ImportContext, id: string): Promise<boolean> =>
  workOff(context, id, { state: 'running', step: runRows, end: endRun })

async function endRun({ db, principal, record }: Work): Promise<void> {
  await updateImport(db, record.id, { state: 'done' })
  const { created = 0, updated = 0, skipped = 0, failed = 0 } = await countRows(db, record.id)
  const detail = `${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed`
  await recordEvent(db, principal, { action: 'clients.import-done', subjectId: record.id, detail })
}

interface RowToRun {
  row: StoredRow
  brought: Brought
}

async function runRows(work: Work, limit: number): Promise<number> {
  const { db, cipher, record } = work
  const rows = await lockRowsToRun(db, record.id, limit)
  const of = (kind: string): RowToRun[] =>
    rows.filter((row) => intendedOf(row) === kind).map((row) => ({ row, brought: broughtBy(cipher, row) }))
  const left = rows.filter((row) => !['create', 'update'].includes(intendedOf(row)))
  await endRows(
    db,
    left.map(({ id }) => id),
    'skipped',
  )
  await createRows(work, await withoutTwins(work, of('create')))
  await updateRows(work, of('update'))
  return rows.length
}

const failRow = (db: Database, row: StoredRow, message: string): Promise<void> =>
  updateRow(db, row.id, { result: 'failed', reasons: JSON.stringify([...row.reasons, { field: '', message }]) })

/** Rows whose person is still unknown: somebody may have added them since the dry run. */
async function withoutTwins({ db, cipher, record }: Work, rows: RowToRun[]): Promise<RowToRun[]> {
  const unsure = rows.filter(({ row }) => row.decision === null)
  const matches = await matchRows(
    { db, cipher },
    unsure.map(({ brought }) => brought),
    record.plan.match_by,
  )
  const found = matches.flatMap(({ same, likely }) => [...same, ...likely.map(({ client }) => client)])
  const own = await madeByImport(
    db,
    record.id,
    found.map(({ id }) => id),
  )
  const twins = new Set<StoredRow>()
  for (const [at, { row }] of unsure.entries()) {
    const { same = [], likely = [] } = matches[at] ?? {}
    if ([...same, ...likely.map(({ client }) => client)].every(({ id }) => own.has(id))) continue
    twins.add(row)
    await failRow(db, row, 'somebody like this was added since the dry run; check the file again')
  }
  return rows.filter(({ row }) => !twins.has(row))
}

async function createRows(work: Work, rows: RowToRun[]): Promise<void> {
  const add = async (some: RowToRun[]) => {
    const made = some.map(({ row, brought }) => ({ row, clientId: uuid(), brought }))
    const clients = made.map(({ clientId, brought }) => ({
      id: clientId,
      sent: brought.fields,
      ownerId: brought.ownerId,
    }))
    await createClientsWithin(work, clients)
    await endCreated(
      work.db,
      made.map(({ row, clientId }) => ({ id: row.id, clientId })),
    )
  }
  if (rows.length === 0 || (await attempt(work.db, () => add(rows))) === undefined) return
  // One of them cannot be stored: the others are.
  for (const one of rows) {
    const refused = await attempt(work.db, () => add([one]))
    if (refused !== undefined) await failRow(work.db, one.row, refused)
  }
}

/** Runs work behind a savepoint. @returns why the service has refused it, for staff; undefined if it is done */
export async function attempt(db: Database, work: () => Promise<void>): Promise<string | undefined> {
  await sql`SAVEPOINT row`.execute(db)
  try {
    await work()
    await sql`RELEASE SAVEPOINT row`.execute(db)
    return undefined
  } catch (error) {
    const isRefused = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
    if (!isRefused) throw error
    await sql`ROLLBACK TO SAVEPOINT row`.execute(db)
    return error.message
  }
}

async function updateRows(work: Work, rows: RowToRun[]): Promise<void> {
  const { db, record } = work
  const above = await clientsOfRows(
    db,
    record.id,
    rows.flatMap(({ row }) => row.same_as ?? []),
  )
  const clientOf = ({ client_id, same_as }: StoredRow) => client_id ?? above.get(same_as ?? 0)
  const records = await lockRecords(work, [...new Set(rows.flatMap(({ row }) => clientOf(row) ?? []))])
  for (const each of rows) {
    const current = records.get(clientOf(each.row) ?? '')
    const refused = current
      ? await attempt(db, async () => void records.set(current.id, await updateRowOf(work, each, current)))
      : 'the client was deleted, or its row was not imported'
    if (refused !== undefined) await failRow(db, each.row, refused)
  }
}

async function updateRowOf(work: Work, { row, brought }: RowToRun, current: ClientRecord): Promise<ClientRecord> {
  const { db, cipher, record } = work
  const fillOnly = record.plan.fill_only || row.same_as !== null
  const changes = changedFields(brought.fields, current, { fillOnly })
  const known = { client_id: current.id, client_version: current.version }
  if (changes.length === 0) {
    await updateRow(db, row.id, { ...known, result: 'skipped' })
    return current
  }
  const sent = only(brought.fields, changes)
  const updated = await changeClientWithin({ ...work, keepCvc: false }, current.id, sent, undefined)
  const former = encryptFormer(cipher, row.id, formerValues(current, updated))
  await updateRow(db, row.id, {
    ...{ result: 'updated', client_id: current.id, client_version: updated.version, encrypted_former: former },
  })
  return updated
}

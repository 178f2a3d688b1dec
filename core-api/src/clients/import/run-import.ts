import type { ClientRecord } from '@agency/contract/clients'
import { isPolicyTarget } from '@agency/contract/import-policies'
import { hasPermission } from '@agency/contract/permissions'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { wavesOf } from '../../platform/waves.ts'
import { findAdminContact } from '../../staff/admins/admin-service.ts'
import { changeClientsWithin, createClientsWithin, fieldsChangedSince, lockRecords } from '../record/client-bulk.ts'
import { inOneOrEach } from './attempt.ts'
import { codesOf } from './compare-people.ts'
import { type ImportRecord, lockImport, lockImporting, updateImport } from './import-repository.ts'
import {
  clientsInImport,
  clientsOfRows,
  countRows,
  endCreated,
  endRows,
  endUpdated,
  findImportedVersions,
  intendedOf,
  lockRowsToRun,
  type StoredRow,
  updateRow,
} from './import-row-repository.ts'
import type { ImportContext, Work } from './import-service.ts'
import { stopTexts } from './imported-opt-outs.ts'
import { matchRows } from './match-rows.ts'
import { runPolicies } from './policies/run-policies.ts'
import {
  type Brought,
  broughtBy,
  changedFields,
  encryptFormer,
  fitted,
  formerValues,
  ofNewClient,
  only,
  valuesLeft,
} from './row-changes.ts'

/** Rows of one transaction. A process that is killed loses the work of one at most. */
const chunk = 100
/** Chunks of one job, so that a service that closes waits for seconds at most. */
const chunksPerJob = 10

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
      await lockImporting(db)
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
  { acting_id, acting_from, plan }: ImportRecord,
): Promise<AdminPrincipal | undefined> {
  const admin = await findAdminContact(db, acting_id)
  if (!admin || !hasPermission(admin.role, 'clients.import', 'power')) return undefined
  // As the routes of policies and carriers ask for.
  if (plan.mapping.some(isPolicyTarget) && !hasPermission(admin.role, 'clients.write', 'power')) return undefined
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

/** Does the next rows. @returns how many */
export async function runRows(work: Work, limit: number): Promise<number> {
  const { db, cipher, record } = work
  const rows = await lockRowsToRun(db, record.id, { limit, done: record.done })
  const wanted = rows.map((row) => ({ row, brought: broughtBy(cipher, row) }))
  // A row that names nobody makes no client: its policy is of the row that it names.
  const kindOf = ({ row, brought: { fields } }: RowToRun) =>
    row.same_as !== null && Object.keys(fields).length === 0 && intendedOf(row) === 'create'
      ? 'update'
      : intendedOf(row)
  const of = (kind: string): RowToRun[] => wanted.filter((each) => kindOf(each) === kind)
  const left = rows.filter((row) => !['create', 'update'].includes(intendedOf(row)))
  await endRows(
    db,
    left.map(({ id }) => id),
    'skipped',
  )
  await createRows(work, await withoutTwins(work, of('create')))
  await updateRows(work, of('update'))
  await stopTexts(work, rows)
  await runPolicies(work, rows)
  return rows.length
}

const failRow = (db: Database, row: StoredRow, message: string): Promise<void> =>
  updateRow(db, row.id, { result: 'failed', reasons: JSON.stringify([...row.reasons, { field: '', message }]) })

/** Rows whose person is still unknown: somebody may have added them since the dry run. */
async function withoutTwins({ db, cipher, record }: Work, rows: RowToRun[]): Promise<RowToRun[]> {
  const unsure = rows.filter(({ row }) => row.decision === null)
  const matches = await matchRows(
    { db, cipher },
    unsure.map(({ brought: { fields, policy } }) => ({ fields, codes: codesOf(policy?.values) })),
    record.plan.match_by,
    (clientIds) => clientsInImport(db, record.id, { clientIds, results: ['created'] }),
  )
  const twins = new Set<StoredRow>()
  for (const [at, { row }] of unsure.entries()) {
    const { same = [], likely = [] } = matches[at] ?? {}
    if (same.length + likely.length === 0) continue
    twins.add(row)
    await failRow(db, row, 'somebody like this was added since the dry run; check the file again')
  }
  return rows.filter(({ row }) => !twins.has(row))
}

async function createRows(work: Work, rows: RowToRun[]): Promise<void> {
  const refused = await inOneOrEach(work.db, rows, async (some) => {
    const made = some.map(({ row, brought }) => ({ row, clientId: uuid(), brought }))
    await createClientsWithin(
      work,
      made.map(({ clientId, brought }) => ({
        id: clientId,
        sent: ofNewClient(brought.fields),
        ownerId: brought.ownerId,
      })),
    )
    await endCreated(
      work.db,
      made.map(({ row, clientId }) => ({ id: row.id, clientId })),
    )
  })
  for (const { item, message } of refused) await failRow(work.db, item.row, message)
}

/** Updates clients, each at most once by one statement: rows of the same person follow one another. */
async function updateRows(work: Work, rows: RowToRun[]): Promise<void> {
  const { db, record } = work
  const above = await clientsOfRows(
    db,
    record.id,
    rows.flatMap(({ row }) => row.same_as ?? []),
  )
  const clientOf = ({ client_id, same_as }: StoredRow) => client_id ?? above.get(same_as ?? 0) ?? ''
  const records = await lockRecords(work, [...new Set(rows.map(({ row }) => clientOf(row)).filter(Boolean))])
  for (const wave of wavesOf(rows, ({ row }) => clientOf(row))) {
    const known: KnownRow[] = []
    for (const { row, brought } of wave) {
      const current = records.get(clientOf(row))
      // Staff may have decided that the row is of somebody else than the row above.
      const isTwice = row.same_as !== null && (above.get(row.same_as) ?? current?.id) === current?.id
      if (current) known.push({ row, current, brought, isTwice: isTwice || brought.left !== undefined })
      else await failRow(db, row, 'the client was deleted, or its row was not imported')
    }
    const refused = await inOneOrEach(db, known, async (some) => {
      for (const updated of await updateSome(work, some)) records.set(updated.id, updated)
    })
    for (const { item, message } of refused) await failRow(db, item.row, message)
  }
}

interface KnownRow extends RowToRun {
  current: ClientRecord
  /** It is a further row of its person, or of their family: it only fills the record. */
  isTwice: boolean
}

const editedSince = 'was edited since the check, and stays'

/** The fields that somebody has edited since the dry run compared the rows with their clients, by client. */
async function editedSinceCheck({ db, record }: Work, rows: readonly KnownRow[]): Promise<Map<string, string[]>> {
  const ids = rows.map(({ current }) => current.id)
  const own = new Map((await findImportedVersions(db, ids, record.id)).map(({ id, version }) => [id, version]))
  const versions = rows.flatMap(({ current: { id, version }, brought }) => {
    const since = Math.max(brought.seen?.[id] ?? version, own.get(id) ?? 0)
    return since < version ? [{ id, version: since }] : []
  })
  return fieldsChangedSince(db, versions)
}

async function updateSome(work: Work, rows: readonly KnownRow[]): Promise<ClientRecord[]> {
  const { cipher, record } = work
  const editedIn = await editedSinceCheck(work, rows)
  const edits = rows.map(({ row, brought, current, isTwice }) => {
    const how = { isTwice, hasRemark: brought.hasRemark, fillOnly: record.plan.fill_only }
    const fit = fitted(brought.fields, current, how)
    const edited = isTwice ? [] : (editedIn.get(current.id) ?? [])
    const changed = changedFields(fit, current, how)
    const taken = changed.filter((field) => !edited.includes(field))
    const kept = changed.filter((field) => edited.includes(field)).map((field) => ({ field, message: editedSince }))
    const told = new Set(row.reasons.map(({ field }) => field))
    const left = valuesLeft(fit, current, { taken: changed, above: isTwice ? row.same_as : null }).filter(
      ({ field }) => !told.has(field),
    )
    return { current, sent: only(fit, taken), left: [...left, ...kept] }
  })
  const updated = await changeClientsWithin(work, edits)
  const ended = rows.flatMap(({ row, current }, at) => {
    const present = updated[at]
    if (!present) return []
    const isChanged = present.version !== current.version
    const former = isChanged ? encryptFormer(cipher, row.id, formerValues(current, present)) : null
    const reasons = [...row.reasons, ...(edits[at]?.left ?? [])]
    return { id: row.id, clientId: current.id, version: present.version, former, reasons }
  })
  await endUpdated(work.db, ended)
  return updated
}

import type { ClientImport, DecideImportRows, ImportPlan, ImportState } from '@agency/contract/client-imports'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotFound, WrongState } from '../../platform/errors.ts'
import type { FileService, StoredFile } from '../../platform/files/file-service.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { requeueJob } from '../../platform/jobs/job-repository.ts'
import {
  type ImportRecord,
  insertImport,
  listImports,
  listLaterFiles,
  lockImport,
  nameOfCreator,
  requireImport,
  updateImport,
} from './import-repository.ts'
import { countMissing, countQuestions, countRows, decideRows, findRow, updateRow } from './import-row-repository.ts'
import { findSameShape, mappingOf, noLongerIn, shapeOf } from './import-shape.ts'
import { detectSettings, firstPlan, shownColumns } from './inspect-file.ts'
import type { Column } from './mapping/map-columns.ts'
import { unknownStatuses } from './policies/policy-choices.ts'
import { refuseFile } from './reading/table.ts'

export interface ImportContext {
  db: Database
  cipher: FieldCipher
  files: FileService
}
export interface StaffContext extends ImportContext {
  principal: AdminPrincipal
}
/** A chunk of a run or a revert. */
export interface Work extends StaffContext {
  db: Transaction
  record: ImportRecord
}

/** File and values of an import are deleted after so many days. */
export const daysKept = 7
/** Bytes of a workbook, which is read into memory. */
const largestWorkbook = 30 * 2 ** 20

/** The kinds of jobs, by the state of an import that waits for one. */
export const importJobs = {
  checking: 'client-import-check',
  running: 'client-import-run',
  reverting: 'client-import-revert',
} as const

export const headingsOf = (columns: readonly Pick<Column, 'heading'>[]): string[] =>
  columns.map(({ heading }) => heading)

export const columnsContext = (id: string) => ({ table: 'client_imports', id, purpose: 'columns' })

function kindOf({ mime_type, size }: StoredFile): ClientImport['kind'] {
  if (mime_type === 'application/octet-stream' || mime_type.startsWith('text/')) return 'csv'
  if (/zip|spreadsheetml/.test(mime_type)) {
    return size <= largestWorkbook ? 'xlsx' : refuseFile('is larger than 30 MB; save it as CSV')
  }
  return mime_type === 'application/x-cfb'
    ? refuseFile('is an old workbook (.xls) or one with a password; save it as XLSX without a password, or as CSV')
    : refuseFile('is no table that can be read; save it as CSV or XLSX')
}

/**
 * Stores an uploaded table, and proposes how it is read.
 * @throws InvalidInput if it is none, or beyond the limits
 */
export async function createImport(
  context: StaffContext & Idempotent,
  { file, name }: { file: StoredFile; name: string },
): Promise<ClientImport> {
  const { cipher, files, principal } = context
  const kind = kindOf(file)
  const id = uuid()
  // Before the transaction, which others would wait for.
  const inspected = await detectSettings(() => files.openLarge(file), kind)
  const { settings, told, columns } = inspected
  return createOncePerKey(context, {
    ids: [id],
    make: async (db) => {
      await files.describe(db, file)
      const former = await findSameShape({ db, cipher }, headingsOf(columns), { exceptId: id, isDone: false })
      const first = firstPlan(settings, columns)
      const { dates, decimals } = former?.plan.settings ?? settings
      const plan = former
        ? {
            ...withoutFormer(former.plan),
            mapping: mappingOf(former, first.mapping),
            settings: { ...settings, dates, decimals, ...told },
            leave_out_faults: false,
          }
        : first
      await insertImport(db, {
        id,
        file_id: file.id,
        file_name: name,
        kind,
        encrypted_columns: cipher.encrypt(JSON.stringify(columns), columnsContext(id)),
        plan: JSON.stringify(plan),
        detected: JSON.stringify(settings),
        sheets: inspected.sheets,
        mixed_dates: inspected.mixedDates,
        remembered: former !== undefined,
        shape: shapeOf(cipher, headingsOf(columns)),
        created_by: principal.adminId,
        acting_id: principal.adminId,
        acting_from: principal.address,
      })
      await recordEvent(db, principal, { action: 'clients.import-uploaded', subjectId: id })
    },
    read: (db, [made = id]) => getImport({ ...context, db }, made),
  })
}

const withoutFormer = ({ former: _former, ...plan }: ImportPlan): ImportPlan => plan

/** @throws NotFound */
export async function getImport(
  { db, cipher }: Pick<ImportContext, 'db' | 'cipher'>,
  id: string,
): Promise<ClientImport> {
  const record = await requireImport(db, id)
  const shown = shownImport({ cipher }, { ...record, created_by_name: await nameOfCreator(db, id) })
  const counts = await countRows(db, id)
  const isOpen = record.remembered && beforeRun.some((state) => state === record.state)
  const no_longer = isOpen ? await noLongerIn({ db, cipher }, record, headingsOf(shown.columns)) : []
  if (record.former_id !== null) counts.missing = await countMissing(db, id)
  const questions = counts.undecided ? await countQuestions(db, id) : []
  const canRevert = record.file_id !== null && (record.state === 'done' || record.state === 'stopped')
  const later = canRevert ? await listLaterFiles(db, id) : []
  return { ...shown, counts, no_longer, questions, later }
}

/** The newest imports, without counts. */
export async function getImports(context: Pick<ImportContext, 'db' | 'cipher'>): Promise<ClientImport[]> {
  const records = await listImports(context.db)
  return records.map((record) => shownImport(context, record))
}

export function columnsOf(cipher: FieldCipher, { id, encrypted_columns }: ImportRecord): Column[] {
  return encrypted_columns === null ? [] : JSON.parse(cipher.decrypt(encrypted_columns, columnsContext(id)))
}

function shownImport(
  { cipher }: Pick<ImportContext, 'cipher'>,
  record: ImportRecord & { created_by_name: string | null },
): ClientImport {
  const { id, file_name, kind, created_at, created_by_name, state, plan, detected, sheets } = record
  const until = new Date(Date.parse(created_at) + daysKept * 86_400_000).toISOString()
  const columns = columnsOf(cipher, record)
  return {
    ...{ id, file_name, kind, created_at, created_by_name, state, plan, detected, sheets },
    columns: shownColumns(columns, plan),
    mixed_dates: record.mixed_dates,
    unknown_statuses: unknownStatuses(columns, plan),
    remembered: record.remembered,
    rows: record.total,
    done: record.done,
    counts: {},
    fault: record.fault,
    file_until: record.file_id === null ? null : until,
  }
}

const stateText: Record<ImportState, string> = {
  open: 'has not been checked',
  checking: 'is being checked',
  checked: 'was checked',
  running: 'is running',
  stopped: 'was stopped',
  done: 'was run',
  reverting: 'is being reverted',
  reverted: 'was reverted',
}

/** Changes an import that is in one of these states, in one transaction. @throws NotFound; WrongState in another one */
export async function changeImport(
  context: StaffContext,
  id: string,
  from: readonly ImportState[],
  change: (db: Database, record: ImportRecord) => Promise<void>,
): Promise<ClientImport> {
  await context.db.transaction().execute(async (trx) => {
    const record = await lockImport(trx, id)
    if (!record) throw new NotFound()
    if (!from.includes(record.state)) throw new WrongState(`This import ${stateText[record.state]}. Load it again.`)
    await change(trx, record)
  })
  return getImport(context, id)
}

export const beforeRun = ['open', 'checked'] as const

export function requireFile({ file_id }: ImportRecord): string {
  return file_id ?? refuseDeleted()
}
function refuseDeleted(): never {
  throw new WrongState('The file of this import and its values were deleted. Upload it again.')
}

/** Queues the work of a state, on behalf of the principal. */
async function begin(
  { principal }: StaffContext,
  db: Database,
  id: string,
  state: keyof typeof importJobs,
): Promise<void> {
  await updateImport(db, id, {
    ...{ state, done: 0, fault: null, acting_id: principal.adminId, acting_from: principal.address },
  })
  await requeueJob(db, importJobs[state], id)
}

/** Starts the dry run. Call `app.wakeJobs()` after it. */
export const startCheck = (context: StaffContext, id: string): Promise<ClientImport> =>
  changeImport(context, id, beforeRun, async (db, record) => {
    requireFile(record)
    if (record.plan.mapping.every((target) => target === null)) {
      throw new InvalidInput([{ field: 'mapping', message: 'no column is mapped' }])
    }
    await begin(context, db, id, 'checking')
  })

/** Decides one ambiguous row, or all that are undecided. @throws InvalidInput for a client that is no candidate */
export const decide = (context: StaffContext, id: string, sent: DecideImportRows): Promise<ClientImport> =>
  changeImport(context, id, ['checked'], async (db) => {
    const { number, decision, candidate, question } = sent
    if (number === undefined) return decideRows(db, id, { decision, question })
    const row = await findRow(db, id, number)
    if (row?.outcome !== 'ambiguous') throw new InvalidInput([{ field: 'number', message: 'must be an ambiguous row' }])
    const chosen = candidate ?? row.candidates[0] ?? null
    if (decision === 'update' && chosen === null && row.same_as === null) {
      throw new InvalidInput([{ field: 'decision', message: 'there is nobody to update' }])
    }
    if (candidate !== undefined && !row.candidates.includes(candidate)) {
      throw new InvalidInput([{ field: 'candidate', message: 'must be a candidate of the row' }])
    }
    await updateRow(db, row.id, { decision, client_id: decision === 'update' ? chosen : null })
  })

/** Starts the run, or goes on with a stopped one. */
export const startRun = (context: StaffContext, id: string): Promise<ClientImport> =>
  changeImport(context, id, ['checked', 'stopped'], async (db, record) => {
    requireFile(record)
    const { undecided = 0 } = await countRows(db, id)
    if (undecided > 0) throw new WrongState(`Decide ${counted(undecided, 'row')} first.`)
    await begin(context, db, id, 'running')
    await updateImport(db, id, { done: record.state === 'stopped' ? record.done : 0 })
    await recordEvent(db, context.principal, { action: 'clients.import-started', subjectId: id })
  })

/** Stops a run after the rows that it is at. */
export const stopRun = (context: StaffContext, id: string): Promise<ClientImport> =>
  changeImport(context, id, ['running'], async (db) => {
    await updateImport(db, id, { state: 'stopped' })
    await recordEvent(db, context.principal, { action: 'clients.import-stopped', subjectId: id })
  })

/** Starts to undo what a run has done. */
export const startRevert = (context: StaffContext, id: string): Promise<ClientImport> =>
  changeImport(context, id, ['done', 'stopped'], async (db, record) => {
    requireFile(record)
    await begin(context, db, id, 'reverting')
    await recordEvent(db, context.principal, { action: 'clients.import-revert-started', subjectId: id })
  })

import type { ImportOutcome } from '@agency/contract/client-imports'
import { normalForm } from '@agency/contract/normal-form'
import { mayOwnClients } from '@agency/contract/permissions'
import type { Phones } from '@agency/contract/texts'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput, type Problem } from '../../platform/errors.ts'
import { EarlierRows } from './earlier-rows.ts'
import { findSameShape, type ImportRecord, listStaffNames, lockImport, updateImport } from './import-repository.ts'
import { clientsInImport, deleteRows, insertRows } from './import-row-repository.ts'
import type { ImportContext } from './import-service.ts'
import { shapesOf } from './import-shape.ts'
import { findAllowed } from './imported-opt-outs.ts'
import { readLayout, rowsOf } from './inspect-file.ts'
import { markBroken } from './mapping/layout.ts'
import { cellsOf, mendRow } from './mapping/mend-row.ts'
import { brokenRow, isReportLine, nothingNew, type RowReading, type RowValues, readRow } from './mapping/row-values.ts'
import { identityOf, type Matches, matchRows } from './match-rows.ts'
import { nameRows } from './named-rows.ts'
import { PolicyCheck, type Verdict } from './policies/check-policies.ts'
import { Families } from './policies/families.ts'
import { judgePlaced, kinOfRows, placeRow } from './policies/place-row.ts'
import { type BroughtPolicy, readPolicy } from './policies/read-policy.ts'
import { mostRows, refuseFile, type SheetRow } from './reading/table.ts'
import { changedFields, encryptBrought, fitted, notesLeft, valuesLeft } from './row-changes.ts'

/** Rows that are matched and stored by one transaction: what it holds for long is garbage that V8 collects late. */
const chunk = 50

/** Another process has taken the dry run over, or it was given up. */
class TakenOver extends Error {}

/**
 * The dry run: reads each row and stores what its import would do. A dry run that was cut off starts again; one of two at
 * the same time gives up.
 */
export async function checkImport(context: ImportContext, id: string): Promise<void> {
  const { db } = context
  const record = await db.transaction().execute(async (trx) => {
    const found = await lockImport(trx, id)
    if (found?.state !== 'checking' || found.file_id === null) return undefined
    await deleteRows(trx, id)
    await updateImport(trx, id, { done: 0 })
    return { ...found, file_id: found.file_id }
  })
  if (!record) return
  try {
    const { total, formerId } = await checkRows(context, record)
    await updateImport(db, id, { state: 'checked', total, fault: null, former_id: formerId ?? null })
  } catch (error) {
    if (error instanceof TakenOver) return
    if (!(error instanceof InvalidInput)) throw error
    const fault = error.details.map(({ message }) => `The file ${message}.`).join(' ')
    await updateImport(db, id, { state: 'open', fault })
  }
}

async function checkRows(context: ImportContext, record: ImportRecord & { file_id: string }) {
  const { db, files, cipher } = context
  const { id, plan, kind, file_id: fileId } = record
  const open = async () => (await files.open(db, fileId)).content
  const { columns, width, haveEnds } = await readLayout(open, kind, plan.settings)
  const headings = columns.map(({ heading }) => heading)
  const shape = { width, headings: cellsOf(columns, plan) }
  const reading = { plan, headings, findOwner: await ownersOf(db), width, hasMixedDates: record.mixed_dates }
  const former = await findSameShape(db, shapesOf(cipher, headings), { exceptId: id, isDone: true })
  const check: Check = {
    context,
    record,
    reading,
    earlier: new EarlierRows(plan.match_by),
    formerId: former?.id,
    policies: new PolicyCheck(reading),
    families: new Families(),
    kinOf: kinOfRows(reading, columns),
  }
  let [total, done] = [0, 0]
  let rows: SheetRow[] = []
  const flush = async () => {
    done = await checkChunk(check, rows, done)
    rows = []
  }
  // A subscriber may stand below the others of the family.
  for (const ofOthers of plan.mapping.includes('relationship') ? [false, true] : [false]) {
    for await (const read of markBroken(rowsOf(open, kind, plan.settings), width, haveEnds)) {
      if (read.number <= plan.settings.header_row) continue
      if (!ofOthers) total += 1
      if (total > mostRows) refuseFile(`has more than ${mostRows.toLocaleString('en-US')} rows; split it`)
      const row = mendRow(read, shape, plan)
      if (isOfOther(check.kinOf(row)) !== ofOthers) continue
      rows.push(row)
      if (rows.length >= chunk) await flush()
    }
    await flush()
  }
  return { total, formerId: former?.id }
}

const isOfOther = (kin: ReturnType<Check['kinOf']>): boolean => kin !== undefined && kin !== 'self'

/** Finds staff who can look after clients by e-mail address, user name or name. */
async function ownersOf(db: Database): Promise<RowReading['findOwner']> {
  const ids = new Map<string, string | undefined>()
  for (const { id, role, email, username, first_name, last_name } of await listStaffNames(db)) {
    if (!mayOwnClients(role)) continue
    for (const name of new Set([email, username, `${first_name} ${last_name}`].map((text) => normalForm(text ?? '')))) {
      // A name of two people names neither.
      if (name !== '') ids.set(name, ids.has(name) ? undefined : id)
    }
  }
  return (text) => ids.get(normalForm(text))
}

interface Check {
  context: ImportContext
  record: ImportRecord
  reading: RowReading
  earlier: EarlierRows
  policies: PolicyCheck
  families: Families
  kinOf: ReturnType<typeof kinOfRows>
  /** The row of the last person so far. */
  last?: { number: number; isFaulty: boolean }
  /** The import of the former file of this kind. */
  formerId: string | undefined
}

/** @param done the rows that this dry run has stored @returns the same after this chunk */
async function checkChunk(check: Check, rows: SheetRow[], done: number): Promise<number> {
  const { context, record, reading, earlier, formerId, policies, families, kinOf } = check
  const { cipher } = context
  return context.db.transaction().execute(async (trx) => {
    const now = await lockImport(trx, record.id)
    if (now?.state !== 'checking' || now.done !== done) throw new TakenOver()
    const named = await nameRows({ db: trx, cipher }, rows, record.plan)
    const read = named.map(({ row }) => readRow(row, reading))
    const unnamed = read.map((values, at) => (named[at]?.client ? { fields: {} } : values))
    const found = (await matchRows({ db: trx, cipher }, unnamed, record.plan.match_by)).map((each, at) =>
      named[at]?.client ? { same: [named[at].client], likely: [] } : each,
    )
    const matches = formerId === undefined ? found : await withFormer(trx, formerId, found)
    const isAllowed = await findAllowed(
      trx,
      matches.flatMap(({ same }, at) =>
        read[at]?.noTexts ? same.map((client) => ({ ...client, ...read[at]?.fields })) : [],
      ),
    )
    const judged = rows.map((row, at) => {
      const { number, cells } = row
      const values = read[at] ?? { fields: {}, ownerId: undefined, problems: [], notes: [] }
      const ofPolicy = readPolicy(row, reading)
      const kin = kinOf(row)
      const placed = placeRow(families, kin, values, ofPolicy)
      if (placed)
        return {
          row,
          values: { ...values, fields: placed.fields, noTexts: undefined, left: placed.left },
          verdict: judgePlaced(placed, values, reading, ofPolicy),
          ofPolicy: { brought: placed.subscriber.policy, problems: [], notes: [] },
          placed,
        }
      const isHeader =
        cells.length > 1 && cells.every((cell, column) => (reading.headings[column] ?? '').endsWith(cell.trim()))
      // Who is named by id is nobody else, whatever the row has in common with others.
      const person = identityOf(unnamed[at]?.fields ?? {})
      const verdict = judge(isHeader ? { ...values, fields: {}, problems: [], notes: [] } : values, {
        matches: matches[at] ?? { same: [], likely: [] },
        earlier: earlier.find(person),
        isAllowed,
        reading,
        row,
        above: !isHeader && namesPolicy(ofPolicy.brought) ? check.last : undefined,
      })
      const isPerson = Object.keys(values.fields).length > 0 && !isReportLine(row, values)
      if (isPerson) check.last = { number, isFaulty: verdict.outcome === 'fault' }
      // Rows of one person all name the first, whose client is there when they are run.
      const first = verdict.outcome === 'ambiguous' ? number : (verdict.same_as ?? number)
      if (verdict.outcome !== 'fault') {
        earlier.add(first, person)
        const [client] = matches[at]?.same ?? []
        const member = { fields: values.fields, policy: ofPolicy.brought }
        if (kin === 'self') families.add(member, { number, first, clientId: verdict.client_id, record: client })
      }
      return { row, values, verdict, ofPolicy }
    })
    const planned = await policies.plan({ db: trx, cipher }, judged)
    const stored = planned.map(({ row: { number }, values, verdict: { reasons, ...verdict }, policy, outcome }) => {
      const id = uuid()
      const encrypted_values = encryptBrought(cipher, id, { ...values, policy })
      const told = { reasons: JSON.stringify(reasons), policy: outcome, ...verdict }
      return { id, import_id: record.id, number, encrypted_values, ...told }
    })
    await insertRows(trx, stored)
    await updateImport(trx, record.id, { done: done + rows.length })
    return done + rows.length
  })
}

/** Who has nothing but the name in common with a row is that person if they, and only they, were in the former file. */
async function withFormer(db: Database, formerId: string, matches: Matches[]): Promise<Matches[]> {
  const named = (each: Matches) => each.likely.filter(({ isNameAlone }) => isNameAlone).map(({ client }) => client)
  const unsure = matches.filter(({ same }) => same.length === 0)
  const clientIds = unsure.flatMap((each) => named(each).map(({ id }) => id))
  const results = ['created', 'updated', 'skipped'] as const
  const former = await clientsInImport(db, formerId, { clientIds, results })
  return matches.map((each) => {
    const known = each.same.length === 0 ? named(each).filter(({ id }) => former.has(id)) : []
    return known.length === 1 ? { ...each, same: known } : each
  })
}

interface Known {
  matches: Matches
  earlier: ReturnType<EarlierRows['find']>
  /** Whether texts to a client are not stopped yet. */
  isAllowed(client: Phones): boolean
  reading: RowReading
  row: SheetRow
  /** For a row with a policy: that of the person above. */
  above: Check['last'] | undefined
}

const namesPolicy = (policy: BroughtPolicy): boolean =>
  (['policy.number', 'policy.member_id', 'policy.application_id', 'policy.product'] as const).some(
    (name) => policy[name],
  )

/** Whether a row of a wide table is filled in one cell alone. */
const isLone = ({ cells }: SheetRow, { plan }: RowReading): boolean =>
  cells.filter((cell) => cell.trim() !== '').length === 1 && plan.mapping.filter((target) => target !== null).length > 3

const mostCandidates = 5

const recodedRow = 'has letters in another encoding than the file: they are read as Windows-1252; please check them'
const mendedRow = 'has letters that another program had coded twice: they are mended; please check them'
const lostLetter = 'has the sign for a letter that another program could not read; please check it'

const mended = 'had a separator that is not in quotes: the values are put together as they fit'

const onlyFills = (row: number | undefined): string => `is the person of row ${row}: only what is empty there is taken`

/** What the import of a row would do, and why. */
function judge(values: RowValues, { matches, earlier, isAllowed, reading, row, above }: Known): Verdict {
  const { fields, problems, notes, noTexts, question } = values
  const { plan } = reading
  const left: Problem[] = []
  const verdict = (outcome: ImportOutcome, message?: string, more: Partial<Verdict> = {}): Verdict => ({
    outcome,
    reasons: [...problems, ...notes, ...left, ...(message === undefined ? [] : [{ field: '', message }])],
    client_id: null,
    same_as: null,
    candidates: [],
    ...more,
  })
  const { same, likely } = matches
  const [client] = same
  if (isReportLine(row, values)) return verdict('skip', 'is a line of the report, not a person')
  const broken = brokenRow(row, reading.width)
  if (broken !== undefined) return verdict('fault', broken)
  if (problems.length > 0 && !plan.leave_out_faults) return verdict('fault')
  if (Object.keys(fields).length === 0 && !noTexts) {
    if (same.length === 1) return verdict('skip', nothingNew, { client_id: client?.id ?? null })
    if (!above) return verdict('skip', 'holds nothing that is imported')
    const { number, isFaulty } = above
    if (isFaulty) return verdict('fault', `names nobody, and row ${number} above is faulty`)
    return verdict('ambiguous', `names nobody: perhaps a further policy of row ${number}`, { same_as: number })
  }
  const isActive = client?.archived_at === null
  const isTwice = earlier.same !== undefined
  if (row.isRecoded) left.push({ field: '', message: recodedRow })
  if (row.isMended) left.push({ field: '', message: mendedRow })
  if (row.cells.some((cell) => cell.includes('\ufffd'))) left.push({ field: '', message: lostLetter })
  if (row.mendedAt !== undefined)
    left.push({ field: plan.mapping[row.mendedAt] ?? '', message: 'was in several cells' })
  if (same.length === 1 && client && isActive) {
    const known = { client_id: client.id, same_as: earlier.same ?? null }
    const how = { isTwice, hasRemark: values.hasRemark, fillOnly: plan.fill_only }
    const fit = fitted(fields, client, how)
    const changes = changedFields(fit, client, how)
    left.push(...valuesLeft(fit, client, { taken: changes, above: known.same_as }), ...notesLeft(fields, client, how))
    const isStopped = noTexts !== undefined && isAllowed({ ...client, ...fields })
    if (changes.length === 0 && !isStopped) return verdict('skip', nothingNew, known)
    return verdict('update', isTwice ? onlyFills(earlier.same) : undefined, known)
  }
  if (isTwice) return verdict('update', onlyFills(earlier.same), { same_as: earlier.same ?? null })
  const candidates = [...same, ...likely.map((each) => each.client)]
  const active = candidates.filter(({ archived_at }) => archived_at === null).map(({ id }) => id)
  const doubts = { candidates: active.slice(0, mostCandidates), same_as: earlier.likely?.number ?? null }
  if (same.length > 1) return verdict('ambiguous', 'several clients are this person', doubts)
  if (client) return verdict('ambiguous', 'an archived client is this person', doubts)
  const [perhaps] = likely
  if (perhaps) return verdict('ambiguous', `a client has the ${perhaps.reason}`, doubts)
  if (earlier.likely)
    return verdict('ambiguous', `row ${earlier.likely.number} has the ${earlier.likely.reason}`, doubts)
  if (!fields.client_first_name && !fields.client_last_name) return verdict('fault', 'has no name')
  if (row.mendedAt !== undefined) return verdict('ambiguous', mended)
  if (isLone(row, reading))
    return verdict('ambiguous', 'is filled in one cell alone: a person, or a line of the report')
  if (question !== undefined) return verdict('ambiguous', question)
  return verdict('create')
}

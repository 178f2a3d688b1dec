import type { ImportPlan } from '@agency/contract/client-imports'
import { normalForm } from '@agency/contract/normal-form'
import { mayOwnClients } from '@agency/contract/permissions'
import { v7 as uuid } from 'uuid'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { fieldsChangedSince } from '../record/client-bulk.ts'
import { type Answer, answered, listAnswers } from './answers.ts'
import { codesOf, identityOf } from './compare-people.ts'
import { EarlierRows } from './earlier-rows.ts'
import { type ImportRecord, listStaffNames, lockImport, updateImport } from './import-repository.ts'
import { clientsInImport, deleteRows, findImportedVersions, insertRows, updateRow } from './import-row-repository.ts'
import { columnsContext, columnsOf, type ImportContext } from './import-service.ts'
import { findSameShape, sheetOf } from './import-shape.ts'
import { bringsNumber, findAllowed, withWish } from './imported-opt-outs.ts'
import { readLayout, rowsOf } from './inspect-file.ts'
import { judge, namesPolicy, type PersonAbove } from './judge-row.ts'
import { headingKey } from './mapping/column-names.ts'
import { markBroken } from './mapping/layout.ts'
import type { Column } from './mapping/map-columns.ts'
import { cellsOf, mendRow, withDays, withoutMarkup } from './mapping/mend-row.ts'
import { isReportLine, type RowReading, type RowValues, readRow } from './mapping/row-values.ts'
import { type Matches, matchRows } from './match-rows.ts'
import { nameRows } from './named-rows.ts'
import { findOwners, otherIdValue, withOwner } from './other-ids.ts'
import { type CheckedRow, type PlannedPolicy, PolicyCheck } from './policies/check-policies.ts'
import { Families, type Placed } from './policies/families.ts'
import { addKnownSubscribers } from './policies/known-families.ts'
import { judgePlaced, kinOfRows, placeRow } from './policies/place-row.ts'
import { readPolicy } from './policies/read-policy.ts'
import { mostRows, refuseFile, type SheetRow } from './reading/table.ts'
import { encryptBrought } from './row-changes.ts'

/** Rows that are matched and stored by one transaction: what it holds for long is garbage that V8 collects late. */
const chunk = 50
/** Rows that may be of several policies, which are looked at again. */
const mostLeft = 1_000

/** Words for a status that staff are asked about. */
const mostUnknown = 100

/** Another process has taken the dry run over, or it was given up. */
class TakenOver extends Error {}

/**
 * The dry run: reads each row and stores what its import would do. A dry run that was cut off starts again; one of two at
 * the same time gives up.
 */
export async function checkImport(context: ImportContext, id: string): Promise<void> {
  const { db } = context
  const begun = await db.transaction().execute(async (trx) => {
    const found = await lockImport(trx, id)
    if (found?.state !== 'checking' || found.file_id === null) return undefined
    const answers = await listAnswers(trx, id)
    await deleteRows(trx, id)
    await updateImport(trx, id, { done: 0 })
    return { record: { ...found, file_id: found.file_id }, answers }
  })
  if (!begun) return
  const { record, answers } = begun
  try {
    const { total, formerId, columns } = await checkRows(context, record, answers)
    const encrypted_columns = context.cipher.encrypt(JSON.stringify(columns), columnsContext(id))
    await updateImport(db, id, { state: 'checked', total, fault: null, former_id: formerId ?? null, encrypted_columns })
  } catch (error) {
    if (error instanceof TakenOver) return
    if (!(error instanceof InvalidInput)) throw error
    const fault = error.details.map(({ message }) => `The file ${message}.`).join(' ')
    await updateImport(db, id, { state: 'open', fault })
  }
}

async function checkRows(
  context: ImportContext,
  record: ImportRecord & { file_id: string },
  answers: ReadonlyMap<number, Answer>,
) {
  const { db, files, cipher } = context
  const { id, plan, kind, file_id: fileId } = record
  const open = async () => (await files.open(db, fileId)).content
  const { columns, width, haveEnds } = await readLayout(open, kind, plan.settings)
  const headings = columns.map(({ heading }) => heading)
  const shape = { width, headings: cellsOf(columns, plan) }
  const reading = { plan, headings, findOwner: await ownersOf(db), width, hasMixedDates: record.mixed_dates }
  const findLast = () =>
    findSameShape({ db, cipher }, headings, { exceptId: id, isDone: true, otherThan: sheetOf(record) })
  const formerId = plan.former === undefined ? (await findLast())?.id : (plan.former ?? undefined)
  const check: Check = {
    context,
    record,
    reading,
    earlier: new EarlierRows(plan.match_by),
    formerId,
    policies: new PolicyCheck(reading),
    left: [],
    families: new Families(),
    kinOf: kinOfRows(reading, columns),
    unknownStatuses: new Set(),
    answers,
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
      const row = withDays(mendRow(withoutMarkup(read), shape, plan), plan)
      if (isOfOther(check.kinOf(row)) !== ofOthers) continue
      rows.push(row)
      if (rows.length >= chunk) await flush()
    }
    await flush()
  }
  await checkLeft(check)
  return { total, formerId, columns: withStatuses(columnsOf(cipher, record), plan, check.unknownStatuses) }
}

/** The columns with the words for a status that stand below the rows which were looked at first. */
const withStatuses = (columns: Column[], { mapping }: ImportPlan, words: ReadonlySet<string>): Column[] =>
  columns.map((column, at) =>
    mapping[at] === 'policy.status' && words.size > 0
      ? { ...column, words: [...new Set([...(column.words ?? []), ...words])] }
      : column,
  )

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

/** A row as it is stored, before its policy is planned. */
interface JudgedRow extends CheckedRow {
  id: string
  values: RowValues & { left?: Placed['left']; seen?: Record<string, number> }
}

interface Check {
  context: ImportContext
  record: ImportRecord
  reading: RowReading
  earlier: EarlierRows
  policies: PolicyCheck
  /** Rows that may be of several policies. */
  left: JudgedRow[]
  families: Families
  kinOf: ReturnType<typeof kinOfRows>
  /** Some of them, as they are typed. */
  unknownStatuses: Set<string>
  last?: PersonAbove
  /** What was decided of the rows before they were checked again. */
  answers: ReadonlyMap<number, Answer>
  /** The import of the former file of this kind. */
  formerId: string | undefined
}

/** @param done the rows that this dry run has stored @returns the same after this chunk */
async function checkChunk(check: Check, rows: SheetRow[], done: number): Promise<number> {
  const { context, record, reading, earlier, formerId, policies, families, kinOf } = check
  const { cipher } = context
  return context.db.transaction().execute(async (trx) => {
    await requireTurn(trx, record.id, done)
    const named = await nameRows({ db: trx, cipher }, rows, record.plan)
    const read = named.map(({ row }) => readRow(row, reading))
    const ofPolicies = rows.map((row) => readPolicy(row, reading))
    const otherIds = read.map(({ otherId }) => (otherId === undefined ? [] : cipher.searchKeys(otherIdValue(otherId))))
    const unnamed = read.map(({ fields }, at) =>
      named[at]?.client ? { fields: {}, codes: [] } : { fields, codes: codesOf(ofPolicies[at]?.brought) },
    )
    const found = (await matchRows({ db: trx, cipher }, unnamed, record.plan.match_by)).map((each, at) =>
      named[at]?.client ? { same: [named[at].client], likely: [] } : each,
    )
    const owners = await findOwners({ db: trx, cipher }, otherIds)
    const ofIds = found.map((each, at) => withOwner(each, unnamed[at], owners[at], record.plan.match_by))
    const matches = formerId === undefined ? ofIds : await withFormer(trx, formerId, ofIds)
    const strangers = rows.flatMap((row, at) => {
      const [policy, otherId] = [ofPolicies[at]?.brought ?? {}, read[at]?.otherId]
      return isOfOther(kinOf(row)) && !families.subscriberOf(policy, otherId)
        ? [{ policy, otherId, owner: owners[at] }]
        : []
    })
    await addKnownSubscribers({ db: trx, cipher }, families, strangers)
    const isAllowed = await findAllowed(
      trx,
      matches.flatMap(({ same }, at) => {
        const { noTexts, fields = {} } = read[at] ?? {}
        if (noTexts) return same.map((client) => ({ ...client, ...fields }))
        return same.filter((client) => bringsNumber(client, fields))
      }),
    )
    const known = formerId === undefined ? [] : matches.flatMap(({ same }) => same.map((client) => client.id))
    const edited = await fieldsChangedSince(trx, await findImportedVersions(trx, known))
    const judged = rows.map((row, at): JudgedRow => {
      const id = uuid()
      const { number, cells } = row
      const said = read[at] ?? { fields: {}, ownerId: undefined, problems: [], notes: [] }
      const ofPolicy = ofPolicies[at] ?? { brought: {}, problems: [], notes: [] }
      const status = cells[record.plan.mapping.indexOf('policy.status')]?.trim()
      const isUnknown = ofPolicy.problems.some(({ field }) => field === 'policy.status')
      if (status && isUnknown && check.unknownStatuses.size < mostUnknown) check.unknownStatuses.add(status)
      const kin = kinOf(row)
      const placed = placeRow(families, kin, said, ofPolicy)
      if (placed)
        return {
          id,
          row,
          values: { ...said, fields: placed.fields, noTexts: undefined, left: placed.left },
          verdict: judgePlaced(placed, said, reading, ofPolicy),
          ofPolicy: { brought: placed.subscriber.policy, problems: [], notes: [] },
          placed,
        }
      // Who is named by id is nobody else, whatever the row has in common with others.
      const person = identityOf(unnamed[at]?.fields ?? {}, unnamed[at]?.codes)
      const above = earlier.find(person)
      const clients = matches[at]?.same ?? []
      const isOne = clients.length < 2 && above.same === undefined
      const values = isOne ? withWish(said, clients[0], isAllowed) : said
      const isHeader =
        cells.length > 1 &&
        cells.every((cell, column) => headingKey(reading.headings[column] ?? '').endsWith(headingKey(cell)))
      const verdict = judge(isHeader ? { ...values, fields: {}, problems: [], notes: [] } : values, {
        matches: matches[at] ?? { same: [], likely: [] },
        earlier: above,
        isAllowed,
        edited,
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
        const member = { fields: values.fields, policy: ofPolicy.brought, otherId: values.otherId }
        if (kin === 'self') families.add(member, { number, first, clientId: verdict.client_id, record: client })
      }
      const seen = Object.fromEntries(matchedBy(matches[at]).map((each) => [each.id, each.version]))
      return { id, row, values: { ...values, seen }, verdict, ofPolicy }
    })
    const planned = await policies.plan({ db: trx, cipher }, judged)
    await insertRows(
      trx,
      planned.map((each, at) => ({
        id: each.id,
        import_id: record.id,
        number: each.row.number,
        // Those of dependents are not the client's.
        other_id_digest: each.placed ? null : (otherIds[at]?.[0] ?? null),
        ...storedColumns(cipher, each),
        ...answered(each.verdict, check.answers.get(each.row.number)),
      })),
    )
    const left = judged.filter((_, at) => planned[at]?.isOfSeveral)
    check.left.push(...left.slice(0, mostLeft - check.left.length))
    await updateImport(trx, record.id, { done: done + rows.length })
    return done + rows.length
  })
}

const matchedBy = ({ same, likely }: Matches = { same: [], likely: [] }) => [
  ...same,
  ...likely.map(({ client }) => client),
]

/** Rows that may be of several policies are of what no other row is of. */
async function checkLeft({ context: { db, cipher }, record, policies, left }: Check): Promise<void> {
  for (let at = 0; at < left.length; at += chunk) {
    await db.transaction().execute(async (trx) => {
      await requireTurn(trx, record.id)
      const planned = await policies.plan({ db: trx, cipher }, left.slice(at, at + chunk))
      for (const each of planned) await updateRow(trx, each.id, storedColumns(cipher, each))
    })
  }
}

/** @param done the rows that this dry run has stored @throws TakenOver */
async function requireTurn(trx: Transaction, id: string, done?: number): Promise<void> {
  const now = await lockImport(trx, id)
  if (now?.state !== 'checking' || (done !== undefined && now.done !== done)) throw new TakenOver()
}

function storedColumns(cipher: FieldCipher, { id, values, verdict, policy, outcome }: JudgedRow & PlannedPolicy) {
  const { reasons, ...judged } = verdict
  const encrypted_values = encryptBrought(cipher, id, { ...values, policy })
  return { encrypted_values, reasons: JSON.stringify(reasons), policy: outcome, ...judged }
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

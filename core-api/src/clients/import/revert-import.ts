import type { ClientRecord } from '@agency/contract/clients'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import { deleteUntouchedClient } from '../archive/permanent-deletion-service.ts'
import { lockRecords, restoreFields } from '../record/client-bulk.ts'
import { attempt } from './attempt.ts'
import { updateImport } from './import-repository.ts'
import { countRows, endReverted, lockRowsToRevert, type StoredRow, updateRow } from './import-row-repository.ts'
import type { ImportContext, Work } from './import-service.ts'
import { allowTexts } from './imported-opt-outs.ts'
import { keepPolicy } from './policies/policy-row-repository.ts'
import { revertPolicies } from './policies/run-policies.ts'
import { formerOf } from './row-changes.ts'
import { wavesOf, workOff } from './run-import.ts'

/** Undoes what an import has done, the last row first, but for what was edited since. */
export const revertImport = (context: ImportContext, id: string): Promise<boolean> =>
  workOff(context, id, { state: 'reverting', step: revertRows, end: endRevert })

async function endRevert({ db, principal, record }: Work): Promise<void> {
  await updateImport(db, record.id, { state: 'reverted' })
  const { reverted = 0, kept = 0 } = await countRows(db, record.id)
  const detail = `${counted(reverted, 'row')} reverted, ${kept} kept`
  await recordEvent(db, principal, { action: 'clients.import-reverted', subjectId: record.id, detail })
}

/** Reverts the last rows: those of one client one after another, others at once. */
async function revertRows(work: Work, limit: number): Promise<number> {
  const rows = await lockRowsToRevert(work.db, work.record.id, limit)
  const [wave = []] = wavesOf(rows, ({ client_id }) => client_id ?? '')
  const kept = await revertPolicies(work, wave)
  const former = await revertClients(work, wave)
  await allowTexts(work, wave, former)
  for (const { id, fields } of kept) await keepPolicy(work.db, id, fields)
  return wave.length
}

/** @returns the clients as they were with the import */
async function revertClients(work: Work, wave: readonly StoredRow[]): Promise<Map<string, ClientRecord>> {
  const ids = wave.flatMap(({ client_id }) => client_id ?? [])
  const records = await lockRecords(work, ids)
  const made = wave.map((row) => ({ row, current: records.get(row.client_id ?? '') }))
  const created = made.filter(({ row }) => row.result === 'created')
  for (const { row } of created) {
    const refused = await attempt(work.db, () => removeCreated(work, row))
    if (refused !== undefined) await keepRow(work, row, refused)
  }
  const updated = made.filter(({ row }) => row.result === 'updated')
  if ((await attempt(work.db, () => restore(work, updated))) === undefined) return records
  for (const one of updated) {
    const refused = await attempt(work.db, () => restore(work, [one]))
    if (refused !== undefined) await keepRow(work, one.row, refused)
  }
  return records
}

const keepRow = (work: Work, { id, reasons }: StoredRow, message: string): Promise<void> =>
  updateRow(work.db, id, { result: 'kept', reasons: JSON.stringify([...reasons, { field: '', message }]) })

/** A client that was deleted for good since has nothing left to revert. */
async function removeCreated({ db, principal }: Work, row: StoredRow): Promise<void> {
  const made = { id: row.client_id, version: row.client_version }
  const kept =
    made.id === null ? [] : await deleteUntouchedClient(db, principal, { id: made.id, version: made.version ?? 1 })
  await updateRow(db, row.id, { result: kept.length > 0 ? 'kept' : 'reverted', kept })
}

async function restore(
  work: Work,
  rows: readonly { row: StoredRow; current: ClientRecord | undefined }[],
): Promise<void> {
  const known = rows.flatMap(({ row, current }) => (current ? [{ row, current }] : []))
  const restored = await restoreFields(
    work,
    known.map(({ row, current }) => ({
      current,
      former: formerOf(work.cipher, row),
      version: row.client_version ?? 0,
    })),
  )
  const gone = rows.filter(({ current }) => !current).map(({ row }) => ({ row, kept: [], version: 0 }))
  const done = known.map(({ row }, at) => ({
    row,
    kept: restored[at]?.kept ?? [],
    version: restored[at]?.version ?? 0,
  }))
  await endReverted(work.db, [...done, ...gone])
}

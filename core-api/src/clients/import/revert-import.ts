import type { ClientRecord } from '@agency/contract/clients'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import { wavesOf } from '../../platform/waves.ts'
import { deleteUntouchedClients } from '../archive/permanent-deletion-service.ts'
import { removeImportedCarriers } from '../policies/carrier-service.ts'
import { lockRecords, restoreFields } from '../record/client-bulk.ts'
import { inOneOrEach } from './attempt.ts'
import { reopenChecked, updateImport } from './import-repository.ts'
import { countRows, endReverted, lockRowsToRevert, type StoredRow, updateRow } from './import-row-repository.ts'
import type { ImportContext, Work } from './import-service.ts'
import { allowTexts } from './imported-opt-outs.ts'
import { keepPolicies } from './policies/policy-row-repository.ts'
import { revertPolicies } from './policies/run-policies.ts'
import { formerOf } from './row-changes.ts'
import { workOff } from './run-import.ts'

/** Undoes what an import has done, the last row first, but for what was edited since. */
export const revertImport = (context: ImportContext, id: string): Promise<boolean> =>
  workOff(context, id, { state: 'reverting', step: revertRows, end: endRevert })

async function endRevert({ db, principal, record }: Work): Promise<void> {
  await removeImportedCarriers({ db, principal }, record.id)
  await updateImport(db, record.id, { state: 'reverted' })
  await reopenChecked(db, record.id)
  const { reverted = 0, kept = 0 } = await countRows(db, record.id)
  const detail = `${counted(reverted, 'row')} reverted, ${kept} kept`
  await recordEvent(db, principal, { action: 'clients.import-reverted', subjectId: record.id, detail })
}

/** Reverts the last rows: those of one client one after another, others at once. */
async function revertRows(work: Work, limit: number): Promise<number> {
  const { id, plan } = work.record
  const hasFamilies = plan.mapping.includes('relationship')
  const rows = await lockRowsToRevert(work.db, id, { limit, hasFamilies })
  const [wave = []] = wavesOf(rows, ({ client_id, id }) => client_id ?? id)
  const kept = await revertPolicies(work, wave)
  const former = await revertClients(work, wave)
  await allowTexts(work, wave, former)
  await keepPolicies(work.db, kept)
  return wave.length
}

interface RevertedRow {
  row: StoredRow
  current: ClientRecord | undefined
}

/** @returns the clients as they were with the import */
async function revertClients(work: Work, wave: readonly StoredRow[]): Promise<Map<string, ClientRecord>> {
  const ids = wave.flatMap(({ client_id }) => client_id ?? [])
  const records = await lockRecords(work, ids)
  const made = wave.map((row) => ({ row, current: records.get(row.client_id ?? '') }))
  const { created = [], updated = [] } = Object.groupBy(made, ({ row }) =>
    row.result === 'created' ? 'created' : 'updated',
  )
  const refused = [
    ...(await inOneOrEach(work.db, created, (some) => removeCreated(work, some))),
    ...(await inOneOrEach(work.db, updated, (some) => restore(work, some))),
  ]
  for (const { item, message } of refused) await keepRow(work, item.row, message)
  return records
}

const keepRow = (work: Work, { id, reasons }: StoredRow, message: string): Promise<void> =>
  updateRow(work.db, id, { result: 'kept', reasons: JSON.stringify([...reasons, { field: '', message }]) })

/** A client that was deleted for good since has nothing left to revert. */
async function removeCreated({ db, principal }: Work, rows: readonly RevertedRow[]): Promise<void> {
  const clients = rows.flatMap(({ row: { client_id: id, client_version } }) =>
    id === null ? [] : [{ id, version: client_version ?? 1 }],
  )
  const kept = await deleteUntouchedClients(db, principal, clients)
  await endReverted(
    db,
    rows.map(({ row }) => ({ row, kept: kept.get(row.client_id ?? '') ?? [], version: 0 })),
  )
}

async function restore(work: Work, rows: readonly RevertedRow[]): Promise<void> {
  const known = rows.flatMap(({ row, current }) => (current ? [{ row, current }] : []))
  const restored = await restoreFields(
    work,
    known.map(({ row, current }) => {
      const { fields, updatedAt } = formerOf(work.cipher, row)
      return { current, former: fields, updatedAt, version: row.client_version ?? 0 }
    }),
  )
  const gone = rows.filter(({ current }) => !current).map(({ row }) => ({ row, kept: [], version: 0 }))
  const done = known.map(({ row }, at) => ({
    row,
    kept: restored[at]?.kept ?? [],
    version: restored[at]?.version ?? 0,
  }))
  await endReverted(work.db, [...done, ...gone])
}

import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import { deleteUntouchedClient } from '../archive/permanent-deletion-service.ts'
import { restoreFields } from '../record/client-bulk.ts'
import { updateImport } from './import-repository.ts'
import { countRows, lockRowsToRevert, moveVersions, type StoredRow, updateRow } from './import-row-repository.ts'
import type { ImportContext } from './import-service.ts'
import { formerOf } from './row-changes.ts'
import { attempt, type Work, workOff } from './run-import.ts'

/** Undoes what an import has done, the last row first, but for what was edited since. */
export const revertImport = (context: ImportContext, id: string): Promise<boolean> =>
  workOff(context, id, { state: 'reverting', step: revertRows, end: endRevert })

async function endRevert({ db, principal, record }: Work): Promise<void> {
  await updateImport(db, record.id, { state: 'reverted' })
  const { reverted = 0, kept = 0 } = await countRows(db, record.id)
  const detail = `${counted(reverted, 'row')} reverted, ${kept} kept`
  await recordEvent(db, principal, { action: 'clients.import-reverted', subjectId: record.id, detail })
}

async function revertRows(work: Work, limit: number): Promise<number> {
  const rows = await lockRowsToRevert(work.db, work.record.id, limit)
  // Restoring a row makes a version; the rows above of the same client are as untouched as before.
  const moved = new Map<string, number>()
  for (const row of rows) {
    if (row.client_id === null || row.client_version === null) throw new Error('An imported row has no client')
    const made = { row, clientId: row.client_id, version: moved.get(row.client_id) ?? row.client_version }
    const refused = await attempt(work.db, async () => {
      if (row.result === 'created') return removeCreated(work, made)
      const version = await restore(work, made)
      if (version !== undefined) moved.set(made.clientId, version)
    })
    if (refused !== undefined) await updateRow(work.db, row.id, { result: 'kept', reasons: withReason(row, refused) })
  }
  return rows.length
}

interface MadeRow {
  row: StoredRow
  clientId: string
  /** The version of the client if nobody but this revert has changed it since. */
  version: number
}

const withReason = ({ reasons }: StoredRow, message: string): string =>
  JSON.stringify([...reasons, { field: '', message }])

async function removeCreated({ db, principal }: Work, { row, clientId, version }: MadeRow): Promise<void> {
  const kept = await deleteUntouchedClient(db, principal, { id: clientId, version })
  await updateRow(db, row.id, { result: kept.length > 0 ? 'kept' : 'reverted', kept })
}

/** @returns the version that the restore has made, if nothing was changed since the import */
async function restore(work: Work, { row, clientId, version }: MadeRow): Promise<number | undefined> {
  const restored = await restoreFields(work, clientId, { former: formerOf(work.cipher, row), version })
  const { kept } = restored
  await updateRow(work.db, row.id, { result: kept.length > 0 ? 'kept' : 'reverted', kept })
  if (restored.version !== version + 1) return undefined
  await moveVersions(work.db, row, restored.version)
  return restored.version
}

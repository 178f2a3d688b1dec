import type { ClientImport } from '@agency/contract/client-imports'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { type ImportRecord, updateImport } from './import-repository.ts'
import { eraseValues } from './import-row-repository.ts'
import { changeImport, type ImportContext, type StaffContext } from './import-service.ts'

/** Deletes the file of an import and the values of its rows, in the caller's transaction. @returns the file to discard */
export async function eraseImport(
  { db, files }: Pick<ImportContext, 'db' | 'files'>,
  record: ImportRecord,
): Promise<string[]> {
  await eraseValues(db, record.id)
  const state = record.state === 'checked' ? 'open' : record.state
  await updateImport(db, record.id, { file_id: null, encrypted_columns: null, state })
  if (record.file_id === null) return []
  await files.forget(db, record.file_id)
  return [record.file_id]
}

/** Deletes file and values at once. @throws WrongState while they are needed */
export async function eraseNow(context: StaffContext, id: string): Promise<ClientImport> {
  const discarded: string[] = []
  const shown = await changeImport(
    context,
    id,
    ['open', 'checked', 'stopped', 'done', 'reverted'],
    async (db, record) => {
      discarded.push(...(await eraseImport({ ...context, db }, record)))
      await recordEvent(db, context.principal, { action: 'clients.import-erased', subjectId: id })
    },
  )
  await context.files.discard(discarded)
  return shown
}

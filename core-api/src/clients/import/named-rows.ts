import { clientFields } from '@agency/contract/client-fields'
import type { ImportPlan } from '@agency/contract/client-imports'
import type { ClientRecord } from '@agency/contract/clients'
import { isUuid } from '@agency/contract/common'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { isExported } from '../export/exported-text.ts'
import { readRecords } from '../record/client-bulk.ts'
import type { SheetRow } from './reading/table.ts'

/** A row, and the client whom it names by id: one of an export. */
interface NamedRow {
  row: SheetRow
  client: ClientRecord | undefined
}

/**
 * Finds the clients whom rows name. In their rows, cells that hold what the record has are empty, so that an export
 * imported again changes nothing, however its values would be read.
 */
export async function nameRows(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  rows: readonly SheetRow[],
  { mapping }: ImportPlan,
): Promise<NamedRow[]> {
  const at = mapping.indexOf('client_id')
  const ids = rows.map(({ cells }) => (cells[at] ?? '').trim().toLowerCase())
  const records = await readRecords({ db, cipher }, [...new Set(ids.filter(isUuid))])
  return rows.map((row, n) => {
    const client = records.get(ids[n] ?? '')
    return { row: client ? withoutKnown(row, client, mapping) : row, client }
  })
}

function withoutKnown({ number, cells }: SheetRow, client: ClientRecord, mapping: ImportPlan['mapping']): SheetRow {
  const isKnown = (cell: string, target: ImportPlan['mapping'][number] | undefined): boolean => {
    const field = clientFields.find(({ name }) => name === target)
    // The owner of a column counts for new clients.
    return field ? isExported(cell, client, field.name) : target === 'owner'
  }
  return { number, cells: cells.map((cell, at) => (isKnown(cell, mapping[at]) ? '' : cell)) }
}

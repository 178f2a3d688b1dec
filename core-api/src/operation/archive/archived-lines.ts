import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { type ArchivedTable, type ReadRow, writeRows } from './archive-repository.ts'

/** The last part of a line: the values of its encrypted columns, by purpose. */
const decryptedPart = (decrypted: unknown): string => `,"decrypted":${JSON.stringify(decrypted)}}`

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The rows of a table as JSON Lines. @throws if a value cannot be decrypted */
export function toLines(table: ArchivedTable, rows: readonly ReadRow[], cipher: FieldCipher): string {
  return rows.map((row) => `${toLine(table, row, cipher)}\n`).join('')
}

function toLine({ name, encrypted }: ArchivedTable, row: ReadRow, cipher: FieldCipher): string {
  const decrypted: Record<string, string> = {}
  for (const { column, purpose } of encrypted) {
    const value = row[column]
    if (!Buffer.isBuffer(value)) continue
    try {
      decrypted[purpose] = cipher.decrypt(value, { table: name, id: String(row.id), purpose })
    } catch (cause) {
      throw new Error(`${column} of ${row.id} in the table ${name} cannot be decrypted. Look at Health.`, { cause })
    }
  }
  return encrypted.length === 0 ? row.text : row.text.slice(0, -1) + decryptedPart(decrypted)
}

/** Writes such lines to their table, encrypted with the keys of this installation. @returns how many */
export async function writeLines(trx: Database, table: ArchivedTable, text: string, cipher: FieldCipher) {
  const lines = text.split('\n').slice(0, -1)
  if (table.encrypted.length === 0) await writeRows(trx, table, `[${lines.join()}]`, [])
  else {
    const rows = lines.map((line) => readLine(table, line, cipher))
    const columns = table.encrypted.map((_column, index) => rows.map(({ values }) => values[index] ?? null))
    await writeRows(trx, table, `[${rows.map(({ plain }) => plain).join()}]`, columns)
  }
  return lines.length
}

function readLine({ name, encrypted }: ArchivedTable, line: string, cipher: FieldCipher) {
  const row: unknown = JSON.parse(line)
  const decrypted = isObject(row) ? row.decrypted : undefined
  const part = decryptedPart(decrypted)
  if (!isObject(row) || !isObject(decrypted) || !line.endsWith(part))
    throw new Error(`A row of ${name} is not complete`)
  const values = encrypted.map(({ purpose }) => {
    const value = decrypted[purpose]
    return typeof value === 'string' ? cipher.encrypt(value, { table: name, id: String(row.id), purpose }) : null
  })
  return { plain: `${line.slice(0, -part.length)}}`, values }
}

import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import type { ClientRecord, ClientValue } from '@agency/contract/clients'
import { isSensitive } from '@agency/contract/sensitive-fields'
import type { Database } from '../../platform/database/database.ts'
import { encryptChangedValues } from '../../platform/encryption/changed-values.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { insertChangedValues } from './client-repository.ts'

/** Without notes, which no list shows. */
const shown: ReadonlySet<ClientFieldName> = new Set(
  clientFields.filter((field) => !isSensitive(field) && field.kind !== 'rich-text').map(({ name }) => name),
)

const textOf = (value: ClientValue): string | null => (value === null ? null : String(value))

/** What an event changed. */
interface ChangedRecord {
  eventId: string
  former: ClientRecord
  present: ClientRecord
  fields: ClientFieldName[]
}

/** Encrypted, beside the event: unlike the trail, these are erased with the client. */
export const keepChangedValues = (
  context: { db: Database; cipher: FieldCipher },
  eventId: string,
  edit: Omit<ChangedRecord, 'eventId'>,
): Promise<void> => keepAllChangedValues(context, [{ eventId, ...edit }])

export async function keepAllChangedValues(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  edits: readonly ChangedRecord[],
): Promise<void> {
  const kept = edits.flatMap(({ eventId, former, present, fields }) => {
    const values = fields
      .filter((field) => shown.has(field))
      .map((field) => ({ field, former: textOf(former[field]), present: textOf(present[field]) }))
    if (values.length === 0) return []
    return [{ id: eventId, client_id: former.id, encrypted_values: encryptChangedValues(cipher, eventId, values) }]
  })
  await insertChangedValues(db, kept)
}

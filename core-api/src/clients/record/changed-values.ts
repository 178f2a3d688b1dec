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

/**
 * Keeps the former and the new values of an edit's fields that are not sensitive, encrypted, beside its event: the trail
 * has none, and these are erased with the client.
 */
export async function keepChangedValues(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  eventId: string,
  edit: { former: ClientRecord; present: ClientRecord; fields: ClientFieldName[] },
): Promise<void> {
  const { former, present, fields } = edit
  const values = fields
    .filter((field) => shown.has(field))
    .map((field) => ({ field, former: textOf(former[field]), present: textOf(present[field]) }))
  if (values.length === 0) return
  const encrypted_values = encryptChangedValues(cipher, eventId, values)
  await insertChangedValues(db, { id: eventId, client_id: former.id, encrypted_values })
}

import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import type { ClientRecord, ClientValue } from '@agency/contract/clients'
import { isSensitive } from '@agency/contract/sensitive-fields'
import type { Database } from '../../platform/database/database.ts'
import { encryptChangedValues } from '../../platform/encryption/changed-values.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { insertChangedValues } from './client-repository.ts'

/** As long as the longest field that is not rich text. Of longer notes, the beginning tells what was changed. */
const mostCharacters = 2_000

const shown: ReadonlySet<ClientFieldName> = new Set(
  clientFields.filter((field) => !isSensitive(field)).map(({ name }) => name),
)

function textOf(value: ClientValue): string | null {
  if (value === null) return null
  const text = String(value)
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
}

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

import type { FieldCipher } from './field-cipher.ts'

/** What a field of a client record held before a change, and after it. */
export interface ChangedValue {
  field: string
  former: string | null
  present: string | null
}

/** The encryption context of the values that an event changed. */
const changeContext = (eventId: string) => ({ table: 'client_change_values', id: eventId, purpose: 'values' })

export const encryptChangedValues = (cipher: FieldCipher, eventId: string, values: ChangedValue[]): Buffer =>
  cipher.encrypt(JSON.stringify(values), changeContext(eventId))

export const decryptChangedValues = (cipher: FieldCipher, eventId: string, encrypted: Buffer): ChangedValue[] =>
  JSON.parse(cipher.decrypt(encrypted, changeContext(eventId)))

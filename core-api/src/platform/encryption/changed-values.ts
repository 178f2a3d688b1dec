import type { FieldCipher } from './field-cipher.ts'

export interface ChangedValue {
  field: string
  former: string | null
  present: string | null
}

const changeContext = (eventId: string) => ({ table: 'client_change_values', id: eventId, purpose: 'values' })

export const encryptChangedValues = (cipher: FieldCipher, eventId: string, values: ChangedValue[]): Buffer =>
  cipher.encrypt(JSON.stringify(values), changeContext(eventId))

export const decryptChangedValues = (cipher: FieldCipher, eventId: string, encrypted: Buffer): ChangedValue[] =>
  JSON.parse(cipher.decrypt(encrypted, changeContext(eventId)))

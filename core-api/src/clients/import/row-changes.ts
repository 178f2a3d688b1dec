import { type ClientFieldName, clientFields, type FieldDescription } from '@agency/contract/client-fields'
import { type ImportTarget, importLabel } from '@agency/contract/client-imports'
import type { ClientFieldValues, ClientRecord } from '@agency/contract/clients'
import { numberIn } from '@agency/contract/field-values'
import { normalForm } from '@agency/contract/normal-form'
import { phoneDigits, phoneExtension } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { Problem } from '../../platform/errors.ts'
import type { PolicyChanges } from '../policies/policy-values.ts'
import { addressForm } from './address-form.ts'
import { withoutSuffix } from './compare-people.ts'
import { areOneName } from './given-names.ts'
import type { StoredRow } from './import-row-repository.ts'
import { contactPlaces } from './mapping/contacts.ts'
import { nameTargets } from './mapping/parts.ts'
import type { RowValues } from './mapping/row-values.ts'
import type { RowPolicy } from './policies/read-policy.ts'

/** Whether a name is the stored one with fewer first names, initials of them or no suffix, or one that is used for it. */
function isShorter(field: string, stored: string, name: string): boolean {
  const [whole, given] = [normalForm(stored), normalForm(name)]
  if (field === 'client_last_name') return withoutSuffix(whole) === given
  if (areOneName(whole, given)) return true
  const names = whole.split(' ')
  return given.split(' ').every((part, at) => part === names[at] || (part.length === 1 && names[at]?.startsWith(part)))
}

/** Whether a text of a field says the same as the stored one, however it is written. */
export function isSameValue(field: FieldDescription, one: string, other: string): boolean {
  const { name, kind, mask, amount } = field
  if (/^client_(?:first|last)_name$/.test(name) && isShorter(name, one, other)) return true
  if (name === 'mp_pass') return one === other
  // A list may lack the extension.
  const isSameEnd = phoneExtension(other) === null || phoneExtension(one) === phoneExtension(other)
  if (kind === 'phone') return phoneDigits(one) === phoneDigits(other) && isSameEnd
  if (/(?:^|_)name(?:_|$)/.test(name)) return normalForm(one) === normalForm(other)
  const written = (text: string) => {
    const plain = plainCharacters(text).toLowerCase()
    if (mask !== undefined) return plain.replace(/[-\s]/g, '')
    return String((amount && numberIn(plain)) ?? plain.replace(/\s+/g, ' '))
  }
  return written(one) === written(other)
}

const unit = / (?:apt|unit|ste|lot|#) ?[a-z]?\d*[a-z]?(?= |$)/g
/** Words at the start of two addresses that tell the street. */
const streetWords = 4

/** Whether an address is another one without the unit, or without some of the words behind the street. */
function isPartOf(text: string, whole: string): boolean {
  const [start, known] = [addressForm(text), addressForm(whole)]
  if (`${known} `.startsWith(`${start} `)) return true
  const [words, all] = [start.split(' '), known.replace(unit, '').split(' ')]
  let at = 0
  for (const [n, word] of words.entries()) {
    const found = all.indexOf(word, at)
    if (found < 0 || (n < streetWords && found > n)) return false
    at = found + 1
  }
  return true
}

/** A book of business often has the state alone: an address without a number before its ZIP code is no better one. */
const hasStreet = (address: string): boolean => /\d/.test(address.trim().replace(/\b\d{5}(?:-\d{4})?$/, ''))

type Typed = Partial<Record<ClientFieldName, string | number | null>>

const relatives = ['spouse', 'dep1', 'dep2', 'dep3', 'dep4'] as const
/** How paragraphs begin that tell what stood beside a name or is a faulty value: see `composeNames` and `readRow`. */
const remarkStarts = [...nameTargets, 'no_texts' as const, ...clientFields.map(({ name }) => name)].map(
  (target) => `<p>${importLabel(target)}: `,
)

const fieldNamed = new Map(clientFields.map((field) => [field.name, field]))

const isSame = (name: ClientFieldName, one: string, other: string): boolean => {
  const field = fieldNamed.get(name)
  return field !== undefined && isSameValue(field, one, other)
}

/** The values of a new client. The only number or address is the first one, whatever its column. */
export function ofNewClient(fields: Partial<ClientFieldValues>): Partial<ClientFieldValues> {
  const fit = { ...fields }
  for (const [primary, secondary] of contactPlaces) {
    if (fit[primary] != null || fit[secondary] == null) continue
    fit[primary] = fit[secondary]
    delete fit[secondary]
  }
  return fit
}

/** The paragraphs of notes that others do not have: all, or those that an import has written. */
const newLines = (stored: string, notes: string, isWhole: boolean): string =>
  notes
    .split(/(?<=<\/p>)/)
    .filter(
      (line) =>
        !stored.toLowerCase().includes(line.toLowerCase()) &&
        (isWhole || remarkStarts.some((start) => line.startsWith(start))),
    )
    .join('')

const stays = 'stays as it is on the record'

interface Fitting {
  /** The row is a further one of its person. */
  isTwice: boolean
  /** Its notes have what stood beside the name. */
  hasRemark?: boolean | undefined
  /** Only empty fields are filled, as by a further row. */
  fillOnly: boolean
}

/**
 * The values of a row as they fit the record of a known client. A number or address that is the record's second one stays
 * there; that of a further row takes a free second place or goes to the notes, and its notes are added. Names in the other order are known.
 * Where only empty fields are filled, nothing of a relative goes to another one.
 */
export function fitted(
  fields: Partial<ClientFieldValues>,
  record: Partial<ClientFieldValues>,
  { isTwice, hasRemark, fillOnly }: Fitting,
): Partial<ClientFieldValues> {
  const fit = { ...fields }
  const { client_first_name: first, client_last_name: last } = record
  const [given, family] = [normalForm(fit.client_first_name ?? ''), normalForm(fit.client_last_name ?? '')]
  const isSwapped = given === normalForm(last ?? '') && family === normalForm(first ?? '')
  // `Mary Ann` without a last name was parted.
  const isFirst = given !== '' && family !== '' && `${given} ${family}` === normalForm(first ?? '')
  if (isSwapped || isFirst) {
    delete fit.client_first_name
    delete fit.client_last_name
  }
  // A company by the address of a person is no new last name.
  if (first && !fit.client_first_name && fit.business_name && fit.business_name === fit.client_last_name)
    delete fit.client_last_name
  for (const [primary, secondary] of contactPlaces) {
    // A new client without a first one had the second in its place.
    if (fit[primary] == null && fit[secondary] && record[primary] && isSame(primary, record[primary], fit[secondary]))
      delete fit[secondary]
    const [value, other] = [fit[primary] ?? null, record[secondary] || null]
    if (value === null || fit[secondary] != null || !record[primary] || isSame(primary, record[primary], value))
      continue
    if (other !== null && isSame(primary, other, value)) delete fit[primary]
    else if (isTwice) {
      if (other === null) fit[secondary] = value
      else fit.notes = `${fit.notes ?? ''}<p>${importLabel(primary)}: ${value}</p>`
      delete fit[primary]
    }
  }
  for (const name of isTwice || hasRemark ? (['notes', 'notes_2'] as const) : []) {
    const [value, stored] = [fit[name], record[name]]
    if (value && stored) fit[name] = `${stored}${newLines(stored, value, isTwice)}`
  }
  for (const who of fillOnly || isTwice ? relatives : []) {
    const name = `${who}_name` as const
    if (!fit[name] || !record[name] || isSame(name, record[name], fit[name])) continue
    for (const field of [`${who}_dob`, `${who}_ssn`] as const) delete fit[field]
  }
  return fit
}

/**
 * The fields that a row changes in the record of a known client. Another way to write what is stored is no change, and
 * notes are only ever filled or added to.
 * @param fields as `fitted` returns them
 */
export function changedFields(
  fields: Typed,
  record: Typed,
  { fillOnly, isTwice, hasRemark }: Fitting,
): ClientFieldName[] {
  const isChanged = (field: (typeof clientFields)[number]): boolean => {
    const value = fields[field.name] ?? null
    const stored = record[field.name] ?? null
    if (value === null) return false
    if (stored === null || stored === '') return true
    if (field.kind === 'rich-text')
      return (isTwice || hasRemark === true) && value !== stored && String(value).startsWith(String(stored))
    if (fillOnly || isTwice) return false
    if (/(?:^|_)address$/.test(field.name) && (!hasStreet(String(value)) || isPartOf(String(value), String(stored))))
      return false
    return !isSameValue(field, String(stored), String(value))
  }
  return clientFields.filter(isChanged).map(({ name }) => name)
}

/** Why values of a row do not replace those of the record. @param above the row of the same person above */
export function valuesLeft(
  fields: Typed,
  record: Typed,
  { taken, above }: { taken: readonly ClientFieldName[]; above: number | null },
): Problem[] {
  const message = above === null ? stays : `is not that of row ${above}, which stays`
  return clientFields.flatMap((field) => {
    const [value, stored] = [fields[field.name] ?? null, record[field.name] ?? null]
    const isLeft = value !== null && stored !== null && stored !== '' && !taken.includes(field.name)
    return isLeft && !isSameValue(field, String(stored), String(value)) ? [{ field: field.name, message }] : []
  })
}

/** Notes that stay as they are, of which only what stood beside the name is added. */
export function notesLeft(
  fields: Partial<ClientFieldValues>,
  record: Partial<ClientFieldValues>,
  { isTwice, hasRemark }: Fitting,
): Problem[] {
  const [notes, stored] = [fields.notes ?? '', record.notes ?? '']
  if (isTwice || !hasRemark || stored === '' || newLines(stored, notes, true) === newLines(stored, notes, false))
    return []
  return [{ field: 'notes', message: stays }]
}

/** These fields alone. */
export function only(
  fields: Partial<ClientFieldValues>,
  names: readonly ClientFieldName[],
): Partial<ClientFieldValues> {
  const some = { ...fields }
  for (const { name } of clientFields) if (!names.includes(name)) delete some[name]
  return some
}

const contextOf = (id: string, purpose: 'values' | 'former' | 'policy') => ({
  table: 'client_import_rows',
  id,
  purpose,
})

/** A value of a row that goes nowhere, and what it is of. */
export interface LeftValue {
  field: ImportTarget
  value: string
}

/** What a row brings, as it was stored. */
export interface Brought {
  fields: Partial<ClientFieldValues>
  ownerId: string | undefined
  noTexts?: RowValues['noTexts']
  hasRemark?: boolean | undefined
  policy?: RowPolicy | undefined
  /** Shown to staff alone. */
  left?: readonly LeftValue[] | undefined
  /** The versions of known clients that the dry run has compared it with, by id. */
  seen?: Readonly<Record<string, number>> | undefined
}

type ToStore = Pick<RowValues, 'fields' | 'ownerId' | 'noTexts' | 'hasRemark'> &
  Pick<Brought, 'policy' | 'left' | 'seen'>

export const encryptBrought = (
  cipher: FieldCipher,
  id: string,
  { fields, ownerId, noTexts, hasRemark, policy, left, seen }: ToStore,
): Buffer =>
  cipher.encrypt(JSON.stringify({ fields, ownerId, noTexts, hasRemark, policy, left, seen }), contextOf(id, 'values'))

/** What a row brings; nothing once its values are deleted. */
export const broughtBy = (cipher: FieldCipher, { id, encrypted_values }: StoredRow): Brought =>
  encrypted_values === null
    ? { fields: {}, ownerId: undefined }
    : { ownerId: undefined, ...JSON.parse(cipher.decrypt(encrypted_values, contextOf(id, 'values'))) }

export const encryptFormer = (cipher: FieldCipher, id: string, former: object): Buffer =>
  cipher.encrypt(JSON.stringify(former), contextOf(id, 'former'))

const formerDate = 'updated_at'

/** What the fields of a client held before a row was imported, and when the client was last changed then. */
export function formerOf(
  cipher: FieldCipher,
  { id, encrypted_former }: StoredRow,
): { fields: Partial<ClientFieldValues>; updatedAt: string | undefined } {
  if (encrypted_former === null) return { fields: {}, updatedAt: undefined }
  const { [formerDate]: updatedAt, ...fields } = JSON.parse(cipher.decrypt(encrypted_former, contextOf(id, 'former')))
  return { fields, updatedAt }
}

/** The fields that differ between two versions of a record, with the values of the former one, and when that was changed. */
export const formerValues = (former: ClientRecord, present: ClientRecord): object => ({
  ...Object.fromEntries(
    clientFields.filter(({ name }) => former[name] !== present[name]).map(({ name }) => [name, former[name]]),
  ),
  [formerDate]: former.updated_at,
})

export const encryptPolicy = (cipher: FieldCipher, id: string, former: PolicyChanges): Buffer =>
  cipher.encrypt(JSON.stringify(former), contextOf(id, 'policy'))

/** What the fields of a policy held before a row was imported. */
export const formerPolicy = (cipher: FieldCipher, { id, encrypted_policy }: StoredRow): PolicyChanges =>
  encrypted_policy === null ? {} : JSON.parse(cipher.decrypt(encrypted_policy, contextOf(id, 'policy')))

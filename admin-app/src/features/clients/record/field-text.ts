import { maskValue } from '@agency/contract/client-mask'
import type { ClientRecord, ClientValue } from '@agency/contract/clients'
import { formatPhone } from '@agency/contract/phone'
import { ageOn, dash, formatDate, formatFollowUp } from '../../../shared/formatting'
import type { RecordField } from './record-fields'

/** Masked, formatted, or a dash. Not for rich text. @param day today as `YYYY-MM-DD` */
export function fieldText(record: ClientRecord, field: RecordField, day: string): string {
  const value: ClientValue = record[field.name]
  if (value === null || value === '') return dash
  const text = String(value)
  if (field.mask !== undefined) return maskValue(text, field.mask)
  if (field.name === 'next_f_u_date') return formatFollowUp(text, day)
  return plainText(field, text, day)
}

/** A value on a day, formatted for the kind of its field. Not for masked fields. */
export function plainText({ kind, name }: RecordField, text: string, day: string): string {
  if (name.endsWith('dob')) return birthDate(text, day)
  if (kind === 'date') return formatDate(text)
  return kind === 'phone' ? formatPhone(text) : text
}

/** A date of birth as month/day/year with the age on a day. */
export const birthDate = (dob: string, day: string): string =>
  `${formatDate(dob)} (${dob > day ? 'still to come' : `age ${ageOn(day, dob)}`})`

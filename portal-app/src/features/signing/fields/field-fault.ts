import { isEmailAddress } from '@agency/contract/email-address'
import { dialledPhone } from '@agency/contract/phone'
import { useState } from 'react'
import type { Translate } from '../../../shared/language.ts'
import { useMessages } from '../../../shared/language.ts'
import { orderOf, typedDate } from './date-text.ts'
import { type DisplayedField, flawOf, isDate } from './displayed-field.ts'
import { purposeOf } from './input-attributes.ts'

/** Judged only after the field lost the focus. @returns the message, and the function to call on blur */
export function useFieldFault(field: DisplayedField) {
  const t = useMessages()
  const [left, setLeft] = useState(field.state === 'wrong')
  const flaw = field.value === null ? undefined : flawOf(field, field.value)
  const shown = field.state === 'wrong' && (flaw === undefined || left)
  const doubt = left ? doubtIn(field) : undefined
  return { fault: shown ? faultText(field, flaw, t) : doubt && t(doubt), leave: () => setLeft(true) }
}

/** Why an entered number or address may be none. It can be saved: not everybody has one. */
export function doubtIn({
  binding,
  state,
  entered,
  value,
}: DisplayedField): 'fields.doubtfulPhone' | 'fields.doubtfulEmail' | undefined {
  if (state !== 'filled' || entered !== true || typeof value !== 'string') return undefined
  const { type } = purposeOf(binding)
  if (type === 'tel' && dialledPhone(value) === null) return 'fields.doubtfulPhone'
  return type === 'email' && !isEmailAddress(value.trim()) ? 'fields.doubtfulEmail' : undefined
}

function faultText(field: DisplayedField, flaw: ReturnType<typeof flawOf>, t: Translate): string {
  const { value } = field
  if (flaw === 'future') return t('fields.futureDate')
  if (flaw === 'unfinished' && isDate(field))
    return isWholeDate(value) ? t('fields.noSuchDay') : t('fields.wrongDate', dateExample(field, t))
  if (flaw === 'unfinished') return t('fields.wrongNumber')
  if (flaw === 'unknown') return t('fields.wrongChoice')
  if (value === null || value === false || value === '') return t('fields.missing')
  const { reason, room } = field.refusal ?? {}
  if (reason === 'unprintable') return t('fields.unprintable')
  return reason === 'too_long' && room !== undefined ? t('fields.tooLong', { count: room }) : t('fields.wrong')
}

/** Whether a text has the form of a date, with a day that the calendar lacks, such as 02/30/1980. */
const isWholeDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{1,4}\D\d{1,2}\D\d{1,4}$/.test(value.trim()) && /\d{4}/.test(value)

const orderNames = { mdy: 'fields.orderMdy', dmy: 'fields.orderDmy', ymd: 'fields.orderYmd' } as const

/** The order in which a date is typed, in words and as an example. */
export function dateExample(field: DisplayedField, t: Translate) {
  const order = orderOf(field.date_format)
  return { order: t(orderNames[order.name]), example: typedDate('1961-04-30', order) }
}

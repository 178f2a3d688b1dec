import { useState } from 'react'
import type { Translate } from '../../../shared/language.ts'
import { useMessages } from '../../../shared/language.ts'
import { isKeepable, type ShownField } from './shown-field.ts'

/**
 * What is wrong with a field. Half a date is no fault while it is being typed; it is one once the field was left.
 * @returns the words, if any, and what to call when the field is left
 */
export function useFieldFault(field: ShownField) {
  const t = useMessages()
  const [left, setLeft] = useState(field.state === 'wrong')
  const whole = field.value === null || isKeepable(field, field.value)
  const shown = field.state === 'wrong' && (whole || left)
  return { fault: shown ? faultText(field, whole, t) : undefined, leave: () => setLeft(true) }
}

function faultText({ value }: ShownField, whole: boolean, t: Translate): string {
  if (!whole) return t('fields.wrongDate')
  return value === null || value === false || value === '' ? t('fields.missing') : t('fields.wrong')
}

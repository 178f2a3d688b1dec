import { useState } from 'react'
import { useFieldWords } from './field-words.ts'
import { isKeepable, type ShownField } from './shown-field.ts'

/**
 * What is wrong with a field. Half a date is no fault while it is being typed; it is one once the field was left.
 * @returns the words, if any, and what to call when the field is left
 */
export function useFieldFault(field: ShownField) {
  const words = useFieldWords()
  const [left, setLeft] = useState(field.state === 'wrong')
  const whole = field.value === null || isKeepable(field, field.value)
  const shown = field.state === 'wrong' && (whole || left)
  return { fault: shown ? faultText(field, whole, words) : undefined, leave: () => setLeft(true) }
}

function faultText({ value }: ShownField, whole: boolean, words: ReturnType<typeof useFieldWords>): string {
  if (!whole) return words.wrongDate
  return value === null || value === false || value === '' ? words.missing : words.wrong
}

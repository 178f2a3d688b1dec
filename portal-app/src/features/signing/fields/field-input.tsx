import { ChoiceInput } from './choice-input.tsx'
import { DateInput } from './date-input.tsx'
import { isDate } from './displayed-field.ts'
import type { FieldInputProps } from './input-attributes.ts'
import { NumberInput, TextInput } from './text-input.tsx'

/** The input of a text, a number, a date or a choice. A stored value stays masked; typing replaces it. */
export function FieldInput(props: FieldInputProps) {
  const { field } = props
  if (isDate(field)) return <DateInput {...props} />
  if (field.kind === 'choice') return <ChoiceInput {...props} />
  return field.number === undefined ? <TextInput {...props} /> : <NumberInput {...props} />
}

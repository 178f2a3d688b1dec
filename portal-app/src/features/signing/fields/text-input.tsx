import { fittedText, writtenNumber } from '@agency/contract/field-values'
import { type ChangeEvent, useState } from 'react'
import { useLanguage } from '../../../shared/language.ts'
import { attributesOf, type FieldInputProps, goOn, placeholderOf, purposeOf, textOf } from './input-attributes.ts'
import { parseNumber } from './number-text.ts'

/** The longest value that the contract allows. */
const longestValue = 1_000

export function TextInput(props: FieldInputProps) {
  const { field, multiline, onValue, onLeave, onEnter } = props
  const { autoComplete, type = 'text', inputMode } = purposeOf(field.binding)
  const shared = {
    ...attributesOf(props),
    value: textOf(field),
    autoComplete,
    inputMode,
    placeholder: placeholderOf(field),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onValue(fittedText(event.target.value, field.max_length ?? longestValue)),
    onBlur: onLeave,
  }
  return multiline ? (
    <textarea {...shared} />
  ) : (
    <input {...shared} type={type} enterKeyHint="next" onKeyDown={(event) => goOn(event, onEnter)} />
  )
}

/** An input of a number, which is shown in the form's format when it is left. What is no number stays as typed. */
export function NumberInput(props: FieldInputProps) {
  const { field, onValue, onLeave, onEnter } = props
  const language = useLanguage((state) => state.language)
  const [text, setText] = useState<string>()
  const stored = textOf(field)
  const written = field.number === undefined ? stored : writtenNumber(stored, field.number)
  return (
    <input
      {...attributesOf(props)}
      value={text ?? written}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      maxLength={field.max_length ?? 40}
      placeholder={placeholderOf(field)}
      enterKeyHint="next"
      onChange={({ target }) => {
        setText(target.value)
        onValue(parseNumber(target.value, language) ?? target.value.trim())
      }}
      onBlur={() => {
        setText(undefined)
        onLeave()
      }}
      onKeyDown={(event) => goOn(event, onEnter)}
    />
  )
}

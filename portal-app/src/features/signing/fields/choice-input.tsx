import { useMessages } from '../../../shared/language.ts'
import { attributesOf, type FieldInputProps, goOn, placeholderOf, textOf } from './input-attributes.ts'

/** A dropdown; a text with suggestions where the form takes an answer of one's own. */
export function ChoiceInput(props: FieldInputProps) {
  const { field, onValue, onLeave, onEnter } = props
  const t = useMessages()
  const choices = field.choices ?? []
  const value = textOf(field)
  const attributes = { ...attributesOf(props), onBlur: onLeave }
  if (field.own_text === true) {
    const listId = `${props.id}-choices`
    const chosen = choices.find((choice) => choice.value === value)
    return (
      <>
        <input
          {...attributes}
          value={chosen?.label ?? value}
          type="text"
          list={listId}
          autoComplete="off"
          maxLength={field.max_length ?? 1_000}
          placeholder={placeholderOf(field) ?? t('fields.chooseOrType')}
          enterKeyHint="next"
          onChange={({ target }) => onValue(choices.find(({ label }) => label === target.value)?.value ?? target.value)}
          onKeyDown={(event) => goOn(event, onEnter)}
        />
        <datalist id={listId}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.label} />
          ))}
        </datalist>
      </>
    )
  }
  const isKnown = value === '' || choices.some((choice) => choice.value === value)
  return (
    <select {...attributes} value={value} onChange={({ target }) => onValue(target.value)}>
      <option value="">{placeholderOf(field) ?? t('fields.choose')}</option>
      {/* A value of the record that the form does not offer: it is shown, and another one has to be chosen. */}
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

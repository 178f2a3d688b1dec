import { longestTexts, type MessageTexts } from '@agency/contract/message-templates'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { DraftField } from '../../shared/conflicts/use-conflict-save'
import { Field } from '../../shared/controls/field'
import { formatNumber } from '../../shared/formatting'
import styles from './template-fields.module.css'

export const textFields: readonly DraftField<MessageTexts>[] = [
  { name: 'subject', label: 'Subject' },
  { name: 'body', label: 'Email' },
  { name: 'text', label: 'Text message' },
]

// The inputs have no `maxLength`, which would cut what is pasted without a word.
const limitOf = (name: keyof MessageTexts) => `Up to ${formatNumber(longestTexts[name])} characters.`

interface TemplateFieldsProps {
  readonly form: UseFormReturn<MessageTexts>
  readonly placeholders: readonly string[]
}

/** The three texts. A button for each placeholder inserts it where the cursor was. */
export function TemplateFields({ form, placeholders }: TemplateFieldsProps) {
  const { errors } = form.formState
  const { keepPlace, insert } = useInsertion(form)
  const control = (name: keyof MessageTexts) => {
    const validate = (typed: string) => {
      if (typed.trim() === '') return 'Enter a text.'
      const { length } = typed
      return length <= longestTexts[name] || `${limitOf(name)} This text has ${formatNumber(length)}: shorten it.`
    }
    const { onBlur, ...props } = form.register(name, { validate })
    const leave = (event: React.FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      keepPlace(name, event.target)
      void onBlur(event)
    }
    return { ...props, onBlur: leave }
  }
  return (
    <>
      <fieldset className={styles.placeholders}>
        <legend>Insert</legend>
        {placeholders.map((name) => (
          <button key={name} type="button" className="chip" onClick={() => insert(`{${name}}`)}>
            {`{${name}}`}
          </button>
        ))}
      </fieldset>
      <Field label="Subject" hint={limitOf('subject')} error={errors.subject?.message}>
        {(ties) => <input {...ties} {...control('subject')} autoComplete="off" />}
      </Field>
      <Field
        label="Email"
        hint={`An empty line starts a paragraph. {link} on its own line becomes a button. ${limitOf('body')}`}
        error={errors.body?.message}
      >
        {(ties) => <textarea {...ties} {...control('body')} rows={12} />}
      </Field>
      <Field label="Text message" hint={limitOf('text')} error={errors.text?.message}>
        {(ties) => <textarea {...ties} {...control('text')} rows={3} />}
      </Field>
    </>
  )
}

interface Place {
  readonly name: keyof MessageTexts
  readonly start: number
  readonly end: number
}

/** Inserts text where the cursor was last; at first, at the end of the e-mail. */
function useInsertion(form: UseFormReturn<MessageTexts>) {
  const place = useRef<Place | null>(null)
  const keepPlace = (name: keyof MessageTexts, control: HTMLInputElement | HTMLTextAreaElement) => {
    const end = control.value.length
    place.current = { name, start: control.selectionStart ?? end, end: control.selectionEnd ?? end }
  }
  const insert = (text: string) => {
    const last = form.getValues('body').length
    const { name, start, end } = place.current ?? { name: 'body', start: last, end: last }
    const before = form.getValues(name)
    form.setValue(name, before.slice(0, start) + text + before.slice(end), { shouldDirty: true })
    place.current = { name, start: start + text.length, end: start + text.length }
  }
  return { keepPlace, insert }
}

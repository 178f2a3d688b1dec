import { useState } from 'react'
import { caretAfter, type TypedFormat } from './typed-format'

interface FormattedInputProps extends Omit<React.ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly format: TypedFormat
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Inserts a number's separators while it is typed. A fixed mask would refuse `555-0149 ext. 12`. */
export function FormattedInput({ format, value, onChange, ...native }: FormattedInputProps) {
  const [typed, setTyped] = useState(() => format.show(value))
  // A value from outside, such as a reset of the form, replaces the typed text.
  const text = format.plain(typed) === format.plain(value) ? typed : format.show(value)
  return (
    <input
      {...native}
      value={text}
      onChange={({ target, nativeEvent }) => {
        const shown = format.show(target.value)
        if (shown !== target.value) putText(target, shown, deletesForward(nativeEvent))
        setTyped(shown)
        onChange(format.plain(shown))
      }}
    />
  )
}

/** Sets the text before React does, which would move the caret to the end. */
function putText(input: HTMLInputElement, text: string, forward: boolean): void {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length)
  input.value = text
  const caret = caretAfter(text, before.replace(/\D/g, '').length, forward)
  input.setSelectionRange(caret, caret)
}

const deletesForward = (event: Event): boolean =>
  event instanceof InputEvent && event.inputType === 'deleteContentForward'

import { useState } from 'react'
import { caretAfter, type TypedFormat } from './typed-format'

interface FormattedInputProps extends Omit<React.ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly format: TypedFormat
  /** As it is stored. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/**
 * A number that gets its separators while it is typed or pasted, in any notation. A mask of a fixed shape would refuse
 * what records rightly hold besides numbers, such as `555-0149 ext. 12`.
 */
export function FormattedInput({ format, value, onChange, ...native }: FormattedInputProps) {
  const [typed, setTyped] = useState(() => format.show(value))
  // A value that comes from elsewhere, such as a reset of the form, stands in place of what was typed.
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

/** Done before React does it, which would leave the caret at the end. */
function putText(input: HTMLInputElement, text: string, forward: boolean): void {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length)
  input.value = text
  const caret = caretAfter(text, before.replace(/\D/g, '').length, forward)
  input.setSelectionRange(caret, caret)
}

const deletesForward = (event: Event): boolean =>
  event instanceof InputEvent && event.inputType === 'deleteContentForward'

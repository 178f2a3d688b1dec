import CalendarDays from 'lucide-react/icons/calendar-days'
import { useRef, useState } from 'react'
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { type ControlTies, Field } from '../controls/field'
import { formatLongDate } from '../formatting'
import styles from './date-field.module.css'
import { dateProblem, dateText, isDate, readDate } from './date-text'

interface DateFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>
  readonly name: FieldPath<Values>
  readonly label: string
  readonly hint?: string
  /** Validates a date, or `''` for none. Returns the error message. */
  readonly rule?: (date: string) => string | undefined
  /** What looks wrong with a date. It does not keep the form from being saved. */
  readonly warningOf?: (date: string) => string | undefined
}

/** The form holds `YYYY-MM-DD`, or typed text that is none: then it shows an error and can't be submitted. */
export function DateField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  rule,
  warningOf,
}: DateFieldProps<Values>) {
  // Errors are shown on blur, not while typing.
  const [left, setLeft] = useState(false)
  const problemOf = (value: string) => dateProblem(value) ?? rule?.(value)
  return (
    <Controller
      control={control}
      name={name}
      rules={{ validate: (value: string) => problemOf(value) }}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          {...(hint === undefined ? {} : { hint })}
          {...(warningOf && { warning: isDate(field.value) ? (warningOf(field.value) ?? null) : null })}
          error={fieldState.error?.message ?? (left ? problemOf(field.value) : undefined)}
        >
          {(ties) => (
            <DateInput
              ties={ties}
              name={name}
              value={field.value}
              inputRef={field.ref}
              onChange={(value) => {
                setLeft(false)
                field.onChange(value)
              }}
              onBlur={() => {
                setLeft(true)
                field.onBlur()
              }}
            />
          )}
        </Field>
      )}
    />
  )
}

interface DateInputProps {
  readonly ties: ControlTies
  readonly name: string
  readonly value: string
  readonly inputRef: React.Ref<HTMLInputElement>
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** A date in words, such as `next friday`, shows which day it is. */
function DateInput({ ties, name, value, inputRef, onChange, onBlur }: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => dateText(value))
  // A value from outside, such as a reset of the form, replaces the typed text.
  const text = readDate(typed) === value ? typed : dateText(value)
  return (
    <>
      <div className={styles.control}>
        <input
          {...ties}
          ref={inputRef}
          type="text"
          name={name}
          value={text}
          placeholder="m/d/yyyy"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(readDate(target.value))
          }}
          onBlur={() => {
            setTyped(dateText(value))
            onBlur()
          }}
        />
        <input
          ref={calendar}
          className={styles.calendar}
          type="date"
          max="9999-12-31"
          tabIndex={-1}
          aria-hidden="true"
          value={isDate(value) ? value : ''}
          onChange={({ target }) => onChange(target.value)}
        />
        <button
          type="button"
          className={styles.pick}
          aria-label="Open calendar"
          aria-describedby={`${ties.id}label`}
          onClick={() => calendar.current?.showPicker()}
        >
          <CalendarDays size={18} />
        </button>
      </div>
      {isDate(value) && /^[a-z]/i.test(text) && (
        <p className="field-hint" role="status">
          {formatLongDate(value)}
        </p>
      )}
    </>
  )
}

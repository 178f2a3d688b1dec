import { isIsoDate } from '@agency/contract/field-values'
import { type ChangeEvent, type MouseEvent, useRef, useState } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { orderOf, parseDate, today, typedDate, withSeparators } from './date-text.ts'
import styles from './fields.module.css'
import { attributesOf, type FieldInputProps, goOn, placeholderOf, purposeOf, textOf } from './input-attributes.ts'

const placeholders = { mdy: 'fields.dateMdy', dmy: 'fields.dateDmy', ymd: 'fields.dateYmd' } as const

/** Shows the form's format and the browser's calendar. A complete date is saved; an incomplete one stays as typed. */
export function DateInput(props: FieldInputProps) {
  const { field, onValue, onLeave, onEnter } = props
  const t = useMessages()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState<string>()
  const order = orderOf(field.date_format)
  const shown = text ?? typedDate(textOf(field), order)

  function change(event: ChangeEvent<HTMLInputElement>) {
    const typed = withSeparators(event.target.value, shown, order)
    setText(typed)
    onValue(parseDate(typed, order) ?? typed.trim())
  }

  function leave() {
    setText(undefined)
    onLeave()
  }

  return (
    <>
      <input
        {...attributesOf(props)}
        ref={input}
        value={shown}
        type="text"
        inputMode="numeric"
        autoComplete={purposeOf(field.binding).autoComplete}
        maxLength={40}
        placeholder={placeholderOf(field) ?? t(placeholders[order.name])}
        enterKeyHint="next"
        onChange={change}
        onBlur={leave}
        onKeyDown={(event) => goOn(event, onEnter)}
      />
      <Calendar
        day={textOf(field)}
        latest={field.latest === 'today' ? today() : undefined}
        onDay={(day) => {
          setText(undefined)
          onValue(day)
          input.current?.focus({ preventScroll: true })
        }}
        onRefused={() => input.current?.focus({ preventScroll: true })}
      />
    </>
  )
}

/** The button on the page is there only while its field has the focus. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

interface CalendarProps {
  readonly day: string
  readonly latest: string | undefined
  readonly onDay: (day: string) => void
  /** The browser opens no calendar: the day is typed. */
  readonly onRefused: () => void
}

/** A button over a date input of the browser, whose calendar it opens. Only the calendar is used, and no format of it. */
function Calendar({ day, latest, onDay, onRefused }: CalendarProps) {
  const t = useMessages()
  const native = useRef<HTMLInputElement>(null)

  function open() {
    try {
      native.current?.showPicker()
    } catch {
      onRefused()
    }
  }

  return (
    <span className={styles.calendar}>
      <input
        ref={native}
        type="date"
        className={styles.calendarDay}
        tabIndex={-1}
        aria-hidden="true"
        value={isIsoDate(day) ? day : ''}
        max={latest}
        onChange={({ target }) => onDay(target.value)}
      />
      <button
        type="button"
        className={styles.calendarButton}
        aria-label={t('fields.calendar')}
        onMouseDown={keepFocus}
        onClick={open}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 6h16v14H4zM4 10h16M8 3v5M16 3v5" />
        </svg>
      </button>
    </span>
  )
}

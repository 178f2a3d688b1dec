import { fittedText, writtenDate, writtenNumber } from '@agency/contract/field-values'
import type { FilledField } from '@agency/contract/form-fields'
import type { Translate } from '../../../shared/language.ts'
import { useMessages } from '../../../shared/language.ts'
import { type DisplayedField, isAdopted, isCalculated, isDate } from './displayed-field.ts'
import styles from './fields.module.css'

/** Height in points from which a text has several lines. */
const severalLines = 34

/** Whether a text wraps. */
export const isMultiline = ({ kind, height, multiline, comb }: FilledField): boolean =>
  kind === 'text' && comb !== true && (multiline ?? height >= severalLines)

/** A value as the document has it: a date and a number in the form's format, a choice by its label. */
function writtenText(field: FilledField, value: string): string {
  if (field.masked) return value
  if (isDate(field)) return writtenDate(value, field.date_format)
  if (field.number !== undefined) return writtenNumber(value, field.number)
  return field.choices?.find((choice) => choice.value === value)?.label ?? value
}

/** The value for a screen reader, as it is shown (WCAG 2.2, 2.5.3). */
export function describeValue(field: FilledField, t: Translate): string {
  if (field.value === true) return t('fields.ticked')
  if (typeof field.value !== 'string' || field.value === '') return t('fields.empty')
  return field.masked ? t('fields.onFileIs', { mask: field.value }) : writtenText(field, field.value)
}

/** The number of cells of a field whose characters have a cell each; undefined for any other field and for a mask. */
export const cellsOf = ({ kind, comb, max_length, masked }: FilledField): number | undefined =>
  kind === 'text' && comb === true && !masked ? max_length : undefined

/** The value as it will look in the document. */
export function Words({ field }: { readonly field: DisplayedField }) {
  const { value } = field
  if (value === true) return '✓'
  const cells = cellsOf(field)
  const text = typeof value === 'string' ? writtenText(field, value) : ''
  // What is too long for the box must not run over the page beside it.
  if (cells === undefined) return <span>{text}</span>
  const characters = [...fittedText(text, cells)]
  return (
    <span className={styles.cells} style={{ gridTemplateColumns: `repeat(${cells}, minmax(0, 1fr))` }}>
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
        <span key={cell} className={styles.cell}>
          {characters[cell]}
        </span>
      ))}
    </span>
  )
}

/** The size of letters, in points, at which a text fits into one line of a box. @param letter their usual width in em */
export const callSize = (text: string, width: number, most = 13, letter = 0.6): number =>
  Math.min(most, (width - 6) / (text.length * letter))

interface FixedValueProps {
  readonly field: DisplayedField
  /** CSS pixels per point of the page. */
  readonly scale: number
}

/** A value that the client can't change: from the record, calculated, the day of signing, or another person's. */
export function FixedValue({ field, scale }: FixedValueProps) {
  const t = useMessages()
  const day = t('fields.signingDay')
  return (
    <p>
      <span className="visually-hidden">
        {field.label}: {meaningOf(field, t)}
      </span>
      {field.state === 'automatic' ? (
        <span aria-hidden="true" style={{ fontSize: `min(1em, ${callSize(day, field.width) * scale}px)` }}>
          {day}
        </span>
      ) : (
        !isAdopted(field) && (
          <span aria-hidden="true">
            <Words field={field} />
          </span>
        )
      )}
    </p>
  )
}

function meaningOf(field: DisplayedField, t: Translate): string {
  const isEmpty = field.value === null || field.value === '' || field.value === false
  if (field.state === 'automatic') return t('fields.signingDayHint')
  if (field.state === 'others' && isEmpty) return t('fields.forOthers')
  return isCalculated(field) && isEmpty ? t('fields.calculated') : describeValue(field, t)
}

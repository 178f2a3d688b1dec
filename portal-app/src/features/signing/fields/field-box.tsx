import type { Language } from '@agency/contract/esign'
import type { FieldValue } from '@agency/contract/form-fields'
import type { CSSProperties } from 'react'
import type { Translate } from '../../../shared/language.ts'
import { useLanguage, useMessages } from '../../../shared/language.ts'
import { useAdopted } from '../signature/adopted-signature.ts'
import { SignatureMark } from '../signature/signature-mark.tsx'
import { formatDate } from './date-text.ts'
import { type DisplayedField, isAdopted, isTypedIn, isWanted, useFieldFault } from './displayed-field.ts'
import { FieldInput } from './field-input.tsx'
import styles from './fields.module.css'

export interface FieldBoxProps {
  readonly field: DisplayedField
  /** CSS pixels per point of the page. */
  readonly scale: number
  /** The field is edited on the page itself. */
  readonly roomy: boolean
  /** The field is being edited in a sheet at the bottom of the screen. */
  readonly current: boolean
  readonly onValue: (value: FieldValue) => void
  readonly onOpen: () => void
  readonly onLeave: () => void
}

/** Height in points from which a text has several lines. */
const severalLines = 34

export const isMultiline = ({ kind, height }: DisplayedField): boolean => kind === 'text' && height >= severalLines

/** The id of a field's control on the page. */
export const controlId = (fieldId: string): string => `field-${fieldId}`

/** One field at its place on the page. */
export function FieldBox(props: FieldBoxProps) {
  const { field, scale, current } = props
  const { state } = field
  // Larger letters would not fit into the box.
  const line = isMultiline(field) ? 18 : field.height
  const place: CSSProperties = {
    left: field.x * scale,
    top: field.y * scale,
    width: field.width * scale,
    height: field.height * scale,
    fontSize: Math.min(line * 0.62, 13) * scale,
  }
  return (
    <div
      className={styles.box}
      style={place}
      data-state={state}
      data-wanted={isWanted(field)}
      data-current={current}
      data-lines={isMultiline(field) || undefined}
    >
      {isTypedIn(field) ? <Typed {...props} /> : isAdopted(field) ? <Adopted {...props} /> : <Fixed field={field} />}
    </div>
  )
}

function Typed({ field, roomy, onValue, onOpen, onLeave }: FieldBoxProps) {
  const t = useMessages()
  const language = useLanguage((state) => state.language)
  const { fault, leave } = useFieldFault(field)
  const id = controlId(field.id)
  const faultId = `${id}-fault`
  const what = `${field.label} (${field.required ? t('fields.required') : t('fields.optional')})`
  if (field.kind === 'radio') {
    return (
      <label className={styles.tick}>
        <input
          id={id}
          type="radio"
          name={field.group}
          aria-label={`${field.group}: ${field.label}`}
          aria-invalid={fault !== undefined}
          checked={field.value === true}
          onChange={() => onValue(true)}
          onBlur={onLeave}
        />
      </label>
    )
  }
  if (field.kind === 'checkbox') {
    const ticked = field.value === true
    return (
      <label className={styles.tick}>
        <input
          id={id}
          type="checkbox"
          aria-label={field.label}
          aria-required={field.required}
          aria-invalid={fault !== undefined}
          checked={ticked}
          onChange={(event) => onValue(event.target.checked)}
          onBlur={onLeave}
        />
      </label>
    )
  }
  if (!roomy) {
    return (
      <button id={id} type="button" aria-label={`${what}: ${fault ?? describe(field, t, language)}`} onClick={onOpen}>
        <Words field={field} />
      </button>
    )
  }
  const described = [fault && faultId, field.masked && `${id}-file`].filter(Boolean).join(' ')
  return (
    <>
      <FieldInput
        field={field}
        id={id}
        label={field.label}
        describedBy={described || undefined}
        invalid={fault !== undefined}
        multiline={isMultiline(field)}
        onValue={onValue}
        onLeave={() => {
          leave()
          onLeave()
        }}
      />
      {field.masked && (
        <span className="visually-hidden" id={`${id}-file`}>
          {t('fields.onFileIs', { mask: String(field.value) })}. {t('fields.onFile')}
        </span>
      )}
      {fault && (
        <span className={styles.fault} id={faultId} role="alert">
          {fault}
        </span>
      )}
    </>
  )
}

/** The size of letters, in points, at which a call fits into one line of a box. */
const callSize = (call: string, width: number): number => Math.min(13, (width - 6) / (call.length * 0.6))

function Adopted({ field, scale, onOpen }: FieldBoxProps) {
  const t = useMessages()
  const adopted = useAdopted()
  const isSignature = field.kind === 'signature'
  const text = field.state === 'filled' ? (isSignature ? adopted?.name : adopted?.initials) : undefined
  const what = `${field.label} (${t('fields.required')})`
  const call = isSignature ? t('fields.signHere') : t('fields.initialHere')
  return (
    <button
      id={controlId(field.id)}
      type="button"
      aria-label={`${what}: ${text || call}`}
      style={{ fontSize: Math.min(field.height * 0.66, 22) * scale }}
      onClick={onOpen}
    >
      {adopted && text ? (
        <SignatureMark text={text} signature={adopted.signature} drawn={isSignature} />
      ) : (
        <span className={styles.call} style={{ fontSize: callSize(call, field.width) * scale }}>
          {call}
        </span>
      )}
    </button>
  )
}

function Fixed({ field }: { readonly field: DisplayedField }) {
  const t = useMessages()
  const language = useLanguage((state) => state.language)
  const automatic = field.state === 'automatic'
  return (
    <p>
      <span className="visually-hidden">
        {field.label}: {automatic ? t('fields.signingDayHint') : describe(field, t, language)}
      </span>
      <span aria-hidden="true">{automatic ? t('fields.signingDay') : <Words field={field} />}</span>
    </p>
  )
}

/** The value for a screen reader, as it is shown (WCAG 2.2, 2.5.3). */
function describe(field: DisplayedField, t: Translate, language: Language): string {
  if (field.value === true) return t('fields.ticked')
  if (typeof field.value !== 'string' || field.value === '') return t('fields.empty')
  return field.masked ? t('fields.onFileIs', { mask: field.value }) : textOf(field.kind, field.value, language)
}

/** The value as it will look in the document. */
function Words({ field: { kind, value } }: { readonly field: DisplayedField }) {
  const language = useLanguage((state) => state.language)
  if (value === true) return '✓'
  if (typeof value !== 'string') return null
  return textOf(kind, value, language)
}

const textOf = (kind: DisplayedField['kind'], value: string, language: Language): string =>
  kind === 'date' ? formatDate(value, language) : value

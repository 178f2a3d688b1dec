import type { FieldValue } from '@agency/contract/form-fields'
import type { CSSProperties } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { PenIcon } from '../../../shared/portal-icons.tsx'
import { useAdopted } from '../signature/adopted-signature.ts'
import { SignatureMark } from '../signature/signature-mark.tsx'
import { type DisplayedField, isSigned, isTypedIn, isWanted } from './displayed-field.ts'
import { useFieldFault } from './field-fault.ts'
import { FieldInput } from './field-input.tsx'
import { nameWithNeed } from './field-name.ts'
import styles from './fields.module.css'
import { callSize, cellsOf, describeValue, FixedValue, isMultiline, Words } from './written-value.tsx'

export interface FieldBoxProps {
  readonly field: DisplayedField
  /** Width of its page in points. */
  readonly pageWidth: number
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

/** Points beside a date in which its calendar button fits. */
const calendarWidth = 36

/** The letters of a call in CSS pixels, if the box has room for them; below the least, a pen takes their place. */
const callLetters = { least: 9, wanted: 10 }

/** The id of a field's control on the page. */
export const controlId = (fieldId: string): string => `field-${fieldId}`

/** One field at its place on the page. */
export function FieldBox(props: FieldBoxProps) {
  const { field, pageWidth, scale, current } = props
  const { state } = field
  // Larger letters would not fit into the box.
  const line = isMultiline(field) ? Math.min(18, field.height) : field.height
  const cells = cellsOf(field)
  const place: CSSProperties & Readonly<Record<'--cell', string | undefined>> = {
    '--cell': cells === undefined ? undefined : `${(field.width * scale) / cells}px`,
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
      data-kept-lines={field.multiline || undefined}
      data-align={field.align}
      data-cells={cells}
      data-edge={pageWidth - field.x - field.width < calendarWidth || undefined}
    >
      {isTypedIn(field) ? (
        <Typed {...props} />
      ) : isSigned(field) ? (
        <Adopted {...props} />
      ) : (
        <FixedValue field={field} scale={scale} />
      )}
    </div>
  )
}

function Typed({ field, roomy, onValue, onOpen, onLeave }: FieldBoxProps) {
  const t = useMessages()
  const { fault, leave } = useFieldFault(field)
  const id = controlId(field.id)
  const faultId = `${id}-fault`
  const what = nameWithNeed(field.label, field.required, t)
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
      <button id={id} type="button" aria-label={`${what}: ${fault ?? describeValue(field, t)}`} onClick={onOpen}>
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

function Adopted({ field, scale, onOpen }: FieldBoxProps) {
  const t = useMessages()
  const adopted = useAdopted()
  const isSignature = field.kind === 'signature'
  const text = field.state === 'filled' ? (isSignature ? adopted?.name : adopted?.initials) : undefined
  const what = `${field.label} (${t('fields.required')})`
  const call = isSignature ? t('fields.signHere') : t('fields.initialHere')
  const fitted = callSize(call, field.width, Math.max(13, callLetters.wanted / scale))
  const size = Math.min(fitted, field.height * 0.8) * scale
  // Capitals of the scripts are nearly three times as wide as their small letters.
  const markSize = callSize(text ?? '', field.width, Math.min(field.height * 0.66, 22), isSignature ? 0.5 : 1.5)
  return (
    <button
      id={controlId(field.id)}
      type="button"
      aria-label={`${what}: ${text || call}`}
      style={{ fontSize: markSize * scale }}
      onClick={onOpen}
    >
      {adopted && text ? (
        <SignatureMark text={text} signature={adopted.signature} drawn={isSignature} />
      ) : size < callLetters.least ? (
        <PenIcon />
      ) : (
        <span className={styles.call} style={{ fontSize: size }}>
          {call}
        </span>
      )}
    </button>
  )
}

import type { Language } from '@agency/contract/esign'
import { isIsoDate } from '@agency/contract/field-values'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Translate } from '../../../shared/language.ts'
import { useLanguage, useMessages } from '../../../shared/language.ts'
import { Button, useCloseOnBack } from '../../../shared/shared-ui.tsx'
import { useSettling } from '../reader/use-settling.ts'
import { useAdopted } from '../signature/adopted-signature.ts'
import { SignatureMark } from '../signature/signature-mark.tsx'
import { type DisplayedField, isAdopted, isDate, isRequired } from './displayed-field.ts'
import { dateExample, doubtIn, useFieldFault } from './field-fault.ts'
import { FieldInput } from './field-input.tsx'
import { nameWithNeed } from './field-name.ts'
import { FieldNotes, notesOf } from './field-notes.tsx'
import { SaveState } from './field-progress.tsx'
import styles from './fields.module.css'
import type { FieldGuide } from './use-field-guide.ts'
import { isMultiline } from './written-value.tsx'

interface FieldSheetProps {
  readonly field: DisplayedField
  readonly guide: FieldGuide
}

/** The sheet of one field at the bottom of the screen, while the page above shows its place. Back closes it. */
export function FieldSheet({ field, guide }: FieldSheetProps) {
  useCloseOnBack(true, guide.close)
  return isAdopted(field) ? <SignSheet field={field} guide={guide} /> : <EditSheet field={field} guide={guide} />
}

function EditSheet({ field, guide }: FieldSheetProps) {
  const t = useMessages()
  const { after, open, close, save, type, follows } = guide
  // A double tap on the button that signed the field before leaves this one out otherwise.
  const { isSettling } = useSettling(follows)
  const { fault, leave } = useFieldFault(field)
  const told = useRef(field.state === 'wrong' ? field.value : undefined)

  function goOn() {
    // The first press shows the fault, even if leaving the field has shown it already. The second press goes on.
    if ((field.state === 'wrong' || doubtIn(field)) && told.current !== field.value) {
      told.current = field.value
      leave()
      document.getElementById(editorId(field))?.focus({ preventScroll: true })
      return
    }
    save()
    if (after) open(after)
    else close()
  }

  return (
    <Sheet
      field={field}
      guide={guide}
      isSettling={isSettling}
      foot={
        <Button size="large" aria-disabled={isSettling} onClick={() => !isSettling && goOn()}>
          {t(stepFrom(field, after))}
        </Button>
      }
    >
      <EditorField field={field} fault={fault} guide={guide} onLeave={leave} onEnter={goOn} onValue={type} />
    </Sheet>
  )
}

/** What leaves a required field empty says so: it is asked for again, after the last one. */
function stepFrom(field: DisplayedField, after: DisplayedField | undefined) {
  if (isRequired(field) && field.state === 'open') return 'fields.skip'
  return after ? 'fields.next' : 'fields.done'
}

/** The place of a signature or of initials: one tap puts the adopted one there. */
function SignSheet({ field, guide }: FieldSheetProps) {
  const t = useMessages()
  const adopted = useAdopted()
  // The button of the signature before was in the same place: a double tap signs one field.
  const { isSettling } = useSettling(true)
  const isSignature = field.kind === 'signature'
  return (
    <Sheet
      field={field}
      guide={guide}
      isSettling={isSettling}
      foot={
        <Button size="large" aria-disabled={isSettling} onClick={() => !isSettling && guide.signCurrent()}>
          {isSignature ? t('fields.signHere') : t('fields.initialHere')}
        </Button>
      }
    >
      <div>
        <p className={styles.label}>{nameOf(field, t)}</p>
        <p className="field-hint">
          {t(isSignature ? 'fields.forSignature' : 'fields.forInitials', { number: field.page + 1 })}
        </p>
      </div>
      {adopted && (
        <p className={styles.mark}>
          <SignatureMark
            text={isSignature ? adopted.name : adopted.initials}
            signature={adopted.signature}
            drawn={isSignature}
          />
        </p>
      )}
    </Sheet>
  )
}

interface SheetProps extends FieldSheetProps {
  /** It has come under a finger that may tap again. */
  readonly isSettling: boolean
  /** The button that leads on. */
  readonly foot: ReactNode
  readonly children: ReactNode
}

function Sheet({ field, guide, isSettling, foot, children }: SheetProps) {
  const t = useMessages()
  const sheet = useRef<HTMLFieldSetElement>(null)
  const { before, place, open, close } = guide

  useEffect(() => {
    // Without an input, the button that leads on: it is the last one.
    const buttons = sheet.current?.querySelectorAll<HTMLElement>('[data-size="large"]') ?? []
    const first = sheet.current?.querySelector<HTMLElement>('input, textarea, select') ?? [...buttons].at(-1)
    first?.focus({ preventScroll: true })
  }, [])

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
  }

  return (
    <fieldset ref={sheet} className={styles.editor} data-field-sheet onKeyDown={closeOnEscape}>
      <legend className="visually-hidden">{field.group ?? field.label}</legend>
      <div className={styles.editorHead}>
        <span>{place && t('fields.step', place)}</span>
        <SaveState guide={guide} />
        <button type="button" aria-label={t('close')} onClick={close}>
          ✕
        </button>
      </div>
      {children}
      <div className={styles.editorFoot}>
        {before && (
          <Button
            variant="secondary"
            size="large"
            aria-disabled={isSettling}
            onClick={() => !isSettling && open(before)}
          >
            {t('fields.back')}
          </Button>
        )}
        {foot}
      </div>
    </fieldset>
  )
}

interface EditorFieldProps extends FieldSheetProps {
  readonly fault: string | undefined
  readonly onLeave: () => void
  readonly onEnter: () => void
  readonly onValue: FieldGuide['type']
}

function EditorField({ field, fault, guide, onLeave, onEnter, onValue }: EditorFieldProps) {
  const t = useMessages()
  const language = useLanguage((state) => state.language)
  const id = editorId(field)
  if (field.options) {
    return (
      <div role="radiogroup" aria-label={nameOf(field, t)} className={styles.options}>
        <p className={styles.label}>{nameOf(field, t)}</p>
        {field.options.map((option) => (
          <label key={option.id} className="choice">
            <input type="radio" name={id} checked={option.value === true} onChange={() => onValue(option, true)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    )
  }
  if (field.kind === 'checkbox') {
    const hint = isRequired(field) && field.value !== true ? t('fields.tickNeeded') : undefined
    const notes = { id, fault: undefined, hint }
    return (
      <div className="field">
        <label className="choice">
          <input
            id={id}
            type="checkbox"
            checked={field.value === true}
            aria-required={field.required}
            aria-describedby={notesOf(notes)}
            onChange={(event) => onValue(field, event.target.checked)}
          />
          <span>{nameOf(field, t)}</span>
        </label>
        <FieldNotes {...notes} />
      </div>
    )
  }
  const notes = { id, fault, hint: hintOf(field, t, language) }
  return (
    <div className="field">
      <label htmlFor={id}>{nameOf(field, t)}</label>
      <div className={styles.dated}>
        <FieldInput
          field={field}
          id={id}
          describedBy={notesOf(notes)}
          invalid={fault !== undefined}
          multiline={isMultiline(field)}
          onValue={(value) => onValue(field, value)}
          onLeave={() => {
            onLeave()
            guide.save()
          }}
          onEnter={onEnter}
        />
      </div>
      <FieldNotes {...notes} />
    </div>
  )
}

const editorId = (field: DisplayedField): string => `editor-${field.id}`

const nameOf = (field: DisplayedField, t: Translate): string =>
  nameWithNeed(field.group ?? field.label, isRequired(field), t)

const inWords = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))

/** Characters from which on a text is no code or number. */
const longTexts = 25

/** How to fill in a field, or else what it is for. */
function hintOf(field: DisplayedField, t: Translate, language: Language): string | undefined {
  const { max_length: most = 0, value } = field
  // A longer text was cut here. Codes are as long as their fields.
  if (most >= longTexts && typeof value === 'string' && value.length >= most) return t('fields.full', { count: most })
  if (field.masked) return t('fields.onFile')
  // In words, so that day and month are not taken for each other.
  if (isDate(field) && typeof value === 'string' && isIsoDate(value)) return inWords(value, language)
  if (isDate(field)) return t('fields.dateHint', dateExample(field, t))
  if (field.preset !== undefined && field.preset === field.value) return t('fields.presetHint')
  if (field.binding !== null) return t('fields.forFile')
  return field.max_length === undefined ? undefined : t('fields.longest', { count: field.max_length })
}

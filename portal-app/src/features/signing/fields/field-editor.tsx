import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Translate } from '../../../shared/language.ts'
import { useMessages } from '../../../shared/language.ts'
import { Button } from '../../../shared/shared-ui.tsx'
import type { DisplayedField } from './displayed-field.ts'
import { useFieldFault } from './displayed-field.ts'
import { isMultiline } from './field-box.tsx'
import { FieldInput } from './field-input.tsx'
import { FieldNotes, notesOf } from './field-notes.tsx'
import styles from './fields.module.css'
import type { FieldGuide } from './use-field-guide.ts'

interface FieldEditorProps {
  readonly field: DisplayedField
  readonly guide: FieldGuide
}

/** Edits a field at the bottom of a small screen, while the page shows its place. */
export function FieldEditor({ field, guide }: FieldEditorProps) {
  const t = useMessages()
  const place = useRef<HTMLFieldSetElement>(null)
  const { after, open, close, save, type } = guide
  const { fault, leave } = useFieldFault(field)

  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true })
  }, [])

  function goOn() {
    // Leaving the field shows the error of an incomplete date.
    if (field.state === 'wrong' && fault === undefined) return leave()
    save()
    if (after) open(after)
    else close()
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
  }

  return (
    <fieldset ref={place} className={styles.editor} onKeyDown={closeOnEscape}>
      <legend className="visually-hidden">{field.label}</legend>
      <EditorField field={field} fault={fault} guide={guide} onLeave={leave} onEnter={goOn} onValue={type} />
      <div className={styles.editorFoot}>
        {after && (
          <Button variant="secondary" size="large" onClick={close}>
            {t('fields.done')}
          </Button>
        )}
        <Button size="large" onClick={goOn}>
          {after ? t('fields.next') : t('fields.done')}
        </Button>
      </div>
    </fieldset>
  )
}

interface EditorFieldProps extends FieldEditorProps {
  readonly fault: string | undefined
  readonly onLeave: () => void
  readonly onEnter: () => void
  readonly onValue: FieldGuide['type']
}

function EditorField({ field, fault, guide, onLeave, onEnter, onValue }: EditorFieldProps) {
  const t = useMessages()
  const id = `editor-${field.id}`
  const label = `${field.label} (${field.required ? t('fields.required') : t('fields.optional')})`
  if (field.kind === 'checkbox') {
    return (
      <label className="choice">
        <input
          id={id}
          type="checkbox"
          checked={field.value === true}
          aria-required={field.required}
          onChange={(event) => onValue(field, event.target.checked)}
        />
        {label}
      </label>
    )
  }
  const notes = { id, fault, hint: hintOf(field, t) }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
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
      <FieldNotes {...notes} />
    </div>
  )
}

function hintOf(field: DisplayedField, t: Translate): string | undefined {
  if (field.masked) return t('fields.onFile')
  return field.kind === 'date' ? t('fields.dateHint') : undefined
}

import type { SessionForm } from '@agency/contract/session-forms'
import { useState } from 'react'
import { useRoomy } from '../viewer/use-layout.ts'
import { type DisplayedField, isAdopted } from './displayed-field.ts'
import { controlId } from './field-box.tsx'
import { saveDraft } from './fields-draft.ts'
import { type FormFields, optionalAfter, progressOf, useFormFields, wantedAfter } from './use-form-fields.ts'

export interface FieldGuide extends FormFields {
  /** Fields are edited on the page itself; otherwise at the bottom of the screen. */
  readonly roomy: boolean
  /** The field that is being edited. */
  readonly current: DisplayedField | undefined
  readonly progress: ReturnType<typeof progressOf>
  /** Starts to edit a field. */
  readonly open: (field: DisplayedField) => void
  readonly openNext: () => void
  readonly openOptional: () => void
  /** The field after the current one, if any. */
  readonly after: DisplayedField | undefined
  readonly close: () => void
  readonly save: () => void
}

/** Guides the client through the fields of a document: first the required ones, then the optional ones. */
export function useFieldGuide(form: SessionForm): FieldGuide {
  const formFields = useFormFields(form)
  const { fields } = formFields
  const roomy = useRoomy()
  const [currentId, setCurrentId] = useState<string>()
  const progress = progressOf(fields)
  const current = fields.find(({ id }) => id === currentId)

  function open(field: DisplayedField) {
    setCurrentId(field.id)
    bringIntoView(field.id, roomy && !isAdopted(field))
  }

  function close() {
    setCurrentId(undefined)
    if (current) document.getElementById(controlId(current.id))?.focus({ preventScroll: true })
  }

  return {
    ...formFields,
    roomy,
    current,
    progress,
    open,
    openNext: () => progress.next && open(progress.next),
    openOptional: () => {
      const next = optionalAfter(fields, currentId)
      if (next) open(next)
    },
    after: current && (current.required ? wantedAfter(fields, current.id) : undefined),
    close,
    save: () => void saveDraft(form.id),
  }
}

/** Scrolls a field to the middle of the screen; without animation if reduced motion is set. */
function bringIntoView(fieldId: string, focus: boolean): void {
  const control = document.getElementById(controlId(fieldId))
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  control?.scrollIntoView({ block: 'center', inline: 'center', behavior: calm ? 'auto' : 'smooth' })
  if (focus) control?.focus({ preventScroll: true })
}

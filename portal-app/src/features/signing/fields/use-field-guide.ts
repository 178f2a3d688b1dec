import type { SessionForm } from '@agency/contract/session-forms'
import { useState } from 'react'
import { useRoomy } from '../viewer/use-layout.ts'
import { controlId } from './field-box.tsx'
import { saveDraft } from './fields-draft.ts'
import { isAdopted, type ShownField } from './shown-field.ts'
import { type FormFields, optionalAfter, progressOf, useFormFields, wantedAfter } from './use-form-fields.ts'

export interface FieldGuide extends FormFields {
  /** There is room to type on the page itself; without it a field is filled in beside the page. */
  readonly roomy: boolean
  /** What is being filled in. */
  readonly current: ShownField | undefined
  readonly progress: ReturnType<typeof progressOf>
  /** Begins to fill a field in, wherever that is done. */
  readonly open: (field: ShownField) => void
  readonly openNext: () => void
  readonly openOptional: () => void
  /** What comes after the current field, if anything does. */
  readonly after: ShownField | undefined
  readonly close: () => void
  readonly save: () => void
}

/** Leads through the fields of a document: those that signing waits for first, then, for who wants to, the others. */
export function useFieldGuide(form: SessionForm): FieldGuide {
  const formFields = useFormFields(form)
  const { fields } = formFields
  const roomy = useRoomy()
  const [currentId, setCurrentId] = useState<string>()
  const progress = progressOf(fields)
  const current = fields.find(({ id }) => id === currentId)

  function open(field: ShownField) {
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

/** Brings a field to the middle of the screen; gently, unless the person asks for less motion. */
function bringIntoView(fieldId: string, focus: boolean): void {
  const control = document.getElementById(controlId(fieldId))
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  control?.scrollIntoView({ block: 'center', inline: 'center', behavior: calm ? 'auto' : 'smooth' })
  if (focus) control?.focus({ preventScroll: true })
}

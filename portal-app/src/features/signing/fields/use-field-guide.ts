import type { SessionForm } from '@agency/contract/session-forms'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Adopted, placeSignature, useAdopted } from '../signature/adopted-signature.ts'
import { useRoomy } from '../viewer/use-layout.ts'
import { type DisplayedField, hasAdopted, isAdopted } from './displayed-field.ts'
import { controlId } from './field-box.tsx'
import { saveDraft } from './fields-draft.ts'
import {
  type FormFields,
  fieldBefore,
  openAfter,
  optionalAfter,
  placeOf,
  progressOf,
  useFormFields,
} from './use-form-fields.ts'

interface Place {
  readonly number: number
  readonly of: number
}

export interface FieldGuide extends FormFields {
  /** Fields are edited on the page itself; otherwise in a sheet at the bottom of the screen. */
  readonly roomy: boolean
  readonly current: DisplayedField | undefined
  /** The current field was opened by the press that signed the one before. */
  readonly follows: boolean
  /** A signature is being adopted for the current field. */
  readonly adopting: boolean
  readonly progress: ReturnType<typeof progressOf>
  readonly open: (field: DisplayedField) => void
  /** What a tap on a field of the page does: it signs with the adopted signature, or starts to fill in. */
  readonly tap: (field: DisplayedField) => void
  /** Where the next field stands among those to fill in; undefined when no required one is left. */
  readonly next: Place | undefined
  readonly openNext: () => void
  readonly openOptional: () => void
  /** The field to fill in after the current one, if any. */
  readonly after: DisplayedField | undefined
  readonly before: DisplayedField | undefined
  /** Where the current field stands among those to fill in. */
  readonly place: Place | undefined
  /** Puts the adopted signature into the current field, and leads on. @param made the one that was adopted just now */
  readonly signCurrent: (made?: Adopted) => void
  readonly close: () => void
  readonly save: () => void
}

interface FieldGuideOptions {
  /** The pages of the document, once they are open. */
  readonly pages: readonly PdfPage[]
  /** The sheet has put a signature into the last field that was open. */
  readonly onLastSigned: (adopted: Adopted) => void
  /** The client has opened a field, or changed its value. */
  readonly onEdit: () => void
}

/** Guides the client through the fields of a document, one at a time, in the order of the document. */
export function useFieldGuide(form: SessionForm, { pages, onLastSigned, onEdit }: FieldGuideOptions): FieldGuide {
  const formFields = useFormFields(form, pages)
  const { fields } = formFields
  const adopted = useAdopted()
  const roomy = useRoomy()
  const { current, opened, isChanging, follows, open, close } = useCurrentField(fields, roomy, onEdit)
  const progress = progressOf(fields, opened)
  const { next } = progress
  const after = current && openAfter(fields, current.id, opened)

  function tap(field: DisplayedField) {
    if (!isAdopted(field)) return open(field)
    if (field.state === 'filled' || !hasAdopted(field, adopted)) return open(field, { changing: true })
    placeSignature(form.id, field.id)
    if (current?.id === field.id) close()
  }

  function signCurrent(made = adopted) {
    if (!current) return
    placeSignature(form.id, current.id)
    if (after) return open(after, { follows: true })
    close()
    if (made) onLastSigned(made)
  }

  return {
    ...formFields,
    type: (field, value) => {
      onEdit()
      formFields.type(field, value)
    },
    roomy,
    current,
    follows,
    adopting: current !== undefined && isAdopted(current) && (isChanging || !hasAdopted(current, adopted)),
    progress,
    open: (field) => open(field),
    tap,
    next: next && placeOf(fields, next.id),
    openNext: () => next && open(next),
    openOptional: () => {
      const next = optionalAfter(fields, current?.id)
      if (next) open(next)
    },
    after,
    before: current && fieldBefore(fields, current.id),
    place: current && placeOf(fields, current.id),
    signCurrent,
    close,
    save: () => void saveDraft(form.id),
  }
}

/** The field that is being filled in, in view and with the focus. */
function useCurrentField(fields: readonly DisplayedField[], roomy: boolean, onOpen: () => void) {
  const [step, setStep] = useState<{ readonly id: string; readonly changing: boolean; readonly follows: boolean }>()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const current = fields.find(({ id }) => id === step?.id)
  useFieldInView(current?.id)

  /** @param changing whether another signature is adopted, though there is one */
  function open(field: DisplayedField, { changing = false, follows = false } = {}) {
    // Its page may be too far away to have its fields: they are rendered with this, in time for the focus.
    flushSync(() => {
      onOpen()
      setStep({ id: field.id, changing, follows })
      setOpened((before) => new Set(before).add(field.id))
    })
    const control = document.getElementById(controlId(field.id))
    if (control) bringIntoView(control)
    if (roomy && !isAdopted(field)) control?.focus({ preventScroll: true })
  }

  function close() {
    setStep(undefined)
    const control = current && document.getElementById(controlId(current.id))
    control?.focus({ preventScroll: true })
    // Without the sheet the page is smaller again: the same scroll offset shows another part of it.
    if (control && !roomy) requestAnimationFrame(() => bringIntoView(control))
  }

  return { current, opened, isChanging: step?.changing === true, follows: step?.follows === true, open, close }
}

/** Keeps a field in the middle of what the sheet and the keyboard leave of the pages. */
function useFieldInView(fieldId: string | undefined): void {
  useEffect(() => {
    const control = fieldId === undefined ? null : document.getElementById(controlId(fieldId))
    const scroller = control?.closest('[data-pdf-scroller]')
    const page = control?.closest('section')
    if (!control || !scroller || !page) return
    const observer = new ResizeObserver(() => bringIntoView(control))
    observer.observe(scroller)
    // The zoom changes the page alone.
    observer.observe(page)
    return () => observer.disconnect()
  }, [fieldId])
}

/** Distance of a field from the edge of the view, in CSS pixels. */
const margin = 16

/** Scrolls to a field and, as far as there is room, to the text printed left of it, which usually names the field. */
function bringIntoView(control: HTMLElement): void {
  control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const scroller = control.closest('[data-pdf-scroller]')
  // Beside a box to tick the text is on either side.
  if (!scroller || control instanceof HTMLInputElement) return
  const box = control.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  scroller.scrollLeft += Math.min(box.right - view.right, box.left - view.left - 2 * margin) + margin
}

import { type FormFieldKind, formFieldKinds } from '@agency/contract/form-fields'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CaseUpper from 'lucide-react/icons/case-upper'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleDot from 'lucide-react/icons/circle-dot'
import Signature from 'lucide-react/icons/signature'
import SquareCheck from 'lucide-react/icons/square-check'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '../../../shared/shared-ui'
import { fieldKinds } from '../field-kinds'
import type { Point } from '../page/field-box'
import styles from './field-palette.module.css'

const icons = {
  signature: Signature,
  initials: CaseUpper,
  date: CalendarCheck,
  entered_date: CalendarDays,
  text: TextCursorInput,
  checkbox: SquareCheck,
  radio: CircleDot,
  choice: ChevronDown,
} as const

/** Drag threshold in CSS px. */
const threshold = 6

interface FieldPaletteProps {
  readonly armed: FormFieldKind | null
  /** Called when a kind is chosen with the pointer. The next press on a page places it. */
  readonly onArm: (kind: FormFieldKind | null) => void
  /** Called when a kind is chosen with the keyboard, which gives no position. */
  readonly onPlace: (kind: FormFieldKind) => void
  /** Called with the screen position of a drop. */
  readonly onDrop: (kind: FormFieldKind, at: Point) => void
}

/** The kinds of field: to be chosen, dragged to a page, or placed with the keyboard. */
export function FieldPalette({ armed, onArm, onPlace, onDrop }: FieldPaletteProps) {
  const start = useRef<(Point & { readonly dragged: boolean }) | null>(null)
  const [ghost, setGhost] = useState<(Point & { readonly kind: FormFieldKind }) | null>(null)
  const drag = (kind: FormFieldKind) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY, dragged: false }
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent) => {
      const from = start.current
      if (from === null || (!from.dragged && Math.hypot(x - from.x, y - from.y) < threshold)) return
      start.current = { ...from, dragged: true }
      setGhost({ kind, x, y })
    },
    onPointerUp: ({ clientX: x, clientY: y }: PointerEvent) => {
      // A quick drag can end before React has rendered its ghost.
      if (start.current?.dragged) onDrop(kind, { x, y })
      setGhost(null)
    },
    onPointerCancel: () => {
      start.current = null
      setGhost(null)
    },
  })
  const choose = (kind: FormFieldKind, byKey: boolean) => {
    const dragged = start.current?.dragged === true
    start.current = null
    // The click event after a drag is not a choice.
    if (dragged) return
    if (byKey) onPlace(kind)
    else onArm(armed === kind ? null : kind)
  }
  return (
    <fieldset className={styles.palette}>
      <legend className="visually-hidden">Fields to place</legend>
      {formFieldKinds.map((kind) => {
        const Icon = icons[kind]
        return (
          <Button
            key={kind}
            variant="secondary"
            className={styles.tool}
            aria-pressed={armed === kind}
            {...drag(kind)}
            onClick={({ detail }) => choose(kind, detail === 0)}
          >
            <Icon size={16} /> <span className={styles.label}>{fieldKinds[kind].label}</span>
          </Button>
        )
      })}
      {ghost !== null && (
        <span className={styles.ghost} style={{ left: ghost.x, top: ghost.y }} aria-hidden="true">
          {fieldKinds[ghost.kind].label}
        </span>
      )}
    </fieldset>
  )
}

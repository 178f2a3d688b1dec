import type { FormField } from '@agency/contract/form-fields'
import { type KeyboardEvent, memo, type RefObject, useRef } from 'react'
import { Equal } from 'typebox/value'
import { fieldName, isForClient, isSwitch, roleNames, roleOf } from '../field-kinds'
import { type Box, corners, grownBy, movedBy, type Point, type Size, withCorner, withinPage } from './field-box'
import styles from './field-button.module.css'
import { guidesOf, snapped } from './snap-box'
import { useBoxDrag } from './use-box-drag'

export const fieldButtonId = (id: string): string => `placed-${id}`

/** What is done with a field on its page. */
export interface FieldActions {
  readonly onSelect: (id: string) => void
  /** Called before the focus, when it is pressed with the pointer. */
  readonly onPress: (id: string) => void
  /** Called by Shift and a press, or Shift and Space: it is added to the selection, or taken out. */
  readonly onToggle: (id: string) => void
  /** @param by what changed the box: a drag is one undo step, and so are consecutive key presses of one kind */
  readonly onBox: (field: FormField, box: Box, by: 'pointer' | 'move' | 'size') => void
  /** Called when the button is pressed with the keyboard. */
  readonly onOpen: () => void
  readonly onRemove: (id: string) => void
  readonly othersOf: (field: FormField) => readonly Box[]
}

interface FieldButtonProps {
  readonly field: FormField
  readonly page: Size
  readonly selected: boolean
  readonly faulty: boolean
  /** The id of the element that describes the keys. */
  readonly instructions: string
  /** The latest actions. */
  readonly actions: RefObject<FieldActions>
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Each edit copies all fields of a page, up to a thousand: a button is rendered again only if its field differs. */
export const FieldButton = memo(
  PlacedField,
  (before, now) =>
    before.selected === now.selected &&
    before.faulty === now.faulty &&
    Equal(before.page, now.page) &&
    Equal(before.field, now.field),
)

function PlacedField({ field, page, selected, faulty, instructions, actions }: FieldButtonProps) {
  const { id } = field
  const isToggling = useRef(false)
  const { preview, handlers } = useBoxDrag({
    page,
    boxOf: ({ from, to, corner }) => {
      const by = { x: to.x - from.x, y: to.y - from.y }
      if (corner !== null) return withCorner(field, corner, by)
      return snapped(withinPage(movedBy(field, by), page), actions.current.othersOf(field))
    },
    onDone: (box) => box !== null && actions.current.onBox(field, box, 'pointer'),
  })
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (arrow !== undefined) {
      event.preventDefault()
      const far = event.shiftKey ? 10 : 1
      const by = { x: arrow.x * far, y: arrow.y * far }
      const { onBox } = actions.current
      if (event.altKey) onBox(field, withinPage({ ...grownBy(field, by), x: field.x, y: field.y }, page), 'size')
      else onBox(field, withinPage(movedBy(field, by), page), 'move')
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      actions.current.onRemove(id)
    } else if (event.key === ' ' && event.shiftKey) {
      event.preventDefault()
      isToggling.current = true
      actions.current.onToggle(id)
    }
  }
  const box = preview ?? field
  const guides = preview === null ? null : guidesOf(preview, actions.current.othersOf(field))
  return (
    <>
      <button
        type="button"
        id={fieldButtonId(id)}
        className={styles.field}
        data-kind={field.kind}
        data-for={isForClient(field) ? undefined : 'others'}
        data-faulty={faulty || undefined}
        aria-pressed={selected}
        aria-label={`${fieldName(field)}, page ${field.page + 1}${isForClient(field) ? '' : `, for: ${roleNames[roleOf(field)]}`}`}
        aria-describedby={instructions}
        style={{
          left: `${(box.x / page.width) * 100}%`,
          top: `${(box.y / page.height) * 100}%`,
          width: `${(box.width / page.width) * 100}%`,
          height: `${(box.height / page.height) * 100}%`,
        }}
        onFocus={() => actions.current.onSelect(id)}
        onKeyDown={press}
        onKeyUp={(event) => {
          // The release of Space would press the button.
          if (event.key === ' ' && isToggling.current) event.preventDefault()
          isToggling.current = false
        }}
        onClick={({ detail }) => detail === 0 && actions.current.onOpen()}
        {...handlers}
        onMouseDown={(event) => {
          // The focus would select it again after it was taken out.
          if (event.shiftKey) event.preventDefault()
        }}
        onPointerDown={(event) => {
          if (event.shiftKey) return actions.current.onToggle(id)
          actions.current.onPress(id)
          // Safari does not focus a pressed button.
          event.currentTarget.focus({ preventScroll: true })
          handlers.onPointerDown(event)
        }}
      >
        {!isSwitch(field.kind) && (
          <span className={styles.caption}>
            <span>{field.label}</span>
          </span>
        )}
        {selected && corners.map((corner) => <span key={corner} className={styles.handle} data-corner={corner} />)}
      </button>
      {guides?.x != null && (
        <span className={styles.guide} data-axis="x" style={{ left: `${(guides.x / page.width) * 100}%` }} />
      )}
      {guides?.y != null && (
        <span className={styles.guide} data-axis="y" style={{ top: `${(guides.y / page.height) * 100}%` }} />
      )}
    </>
  )
}

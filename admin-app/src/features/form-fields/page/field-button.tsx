import type { FormField } from '@agency/contract/form-fields'
import { type KeyboardEvent, useRef } from 'react'
import { fieldName, isSwitch } from '../field-kinds'
import { type Box, corners, grownBy, movedBy, type Point, type Size, withCorner, withinPage } from './field-box'
import styles from './field-button.module.css'
import { guidesOf, snapped } from './snap-box'
import { useBoxDrag } from './use-box-drag'

/** The id of a field's button on its page. */
export const fieldButtonId = (id: string): string => `placed-${id}`

interface FieldButtonProps {
  readonly field: FormField
  readonly page: Size
  readonly selected: boolean
  readonly faulty: boolean
  /** The id of the element that describes the keys. */
  readonly instructions: string
  /** The other fields of the page, to whose edges it snaps. */
  readonly others: readonly Box[]
  readonly onSelect: () => void
  /** Called before the focus, when it is pressed with the pointer. */
  readonly onPress: () => void
  /** Called by Shift and a press, or Shift and Space: it is added to the selection, or taken out. */
  readonly onToggle: () => void
  /** @param by what changed the box: a drag is one undo step, and so are consecutive key presses of one kind */
  readonly onBox: (box: Box, by: 'pointer' | 'move' | 'size') => void
  /** Called when the button is pressed with the keyboard. */
  readonly onOpen: () => void
  readonly onRemove: () => void
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** A field on its page: a button that is dragged, or moved and resized with the arrow keys. */
export function FieldButton(props: FieldButtonProps) {
  const { field, page, selected, faulty, instructions, others, onBox, onRemove } = props
  const isToggling = useRef(false)
  const { preview, handlers } = useBoxDrag({
    page,
    boxOf: ({ from, to, corner }) => {
      const by = { x: to.x - from.x, y: to.y - from.y }
      return corner === null ? snapped(withinPage(movedBy(field, by), page), others) : withCorner(field, corner, by)
    },
    onDone: (box) => box !== null && onBox(box, 'pointer'),
  })
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key]
    if (arrow !== undefined) {
      event.preventDefault()
      const far = event.shiftKey ? 10 : 1
      const by = { x: arrow.x * far, y: arrow.y * far }
      if (event.altKey) onBox(withinPage({ ...grownBy(field, by), x: field.x, y: field.y }, page), 'size')
      else onBox(withinPage(movedBy(field, by), page), 'move')
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove()
    } else if (event.key === ' ' && event.shiftKey) {
      event.preventDefault()
      isToggling.current = true
      props.onToggle()
    }
  }
  const box = preview ?? field
  const guides = preview === null ? null : guidesOf(preview, others)
  return (
    <>
      <button
        type="button"
        id={fieldButtonId(field.id)}
        className={styles.field}
        data-kind={field.kind}
        data-faulty={faulty || undefined}
        aria-pressed={selected}
        aria-label={`${fieldName(field)}, page ${field.page + 1}`}
        aria-describedby={instructions}
        style={{
          left: `${(box.x / page.width) * 100}%`,
          top: `${(box.y / page.height) * 100}%`,
          width: `${(box.width / page.width) * 100}%`,
          height: `${(box.height / page.height) * 100}%`,
        }}
        onFocus={props.onSelect}
        onKeyDown={press}
        onKeyUp={(event) => {
          // The release of Space would press the button.
          if (event.key === ' ' && isToggling.current) event.preventDefault()
          isToggling.current = false
        }}
        onClick={({ detail }) => detail === 0 && props.onOpen()}
        {...handlers}
        onMouseDown={(event) => {
          // The focus would select it again after it was taken out.
          if (event.shiftKey) event.preventDefault()
        }}
        onPointerDown={(event) => {
          if (event.shiftKey) return props.onToggle()
          props.onPress()
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

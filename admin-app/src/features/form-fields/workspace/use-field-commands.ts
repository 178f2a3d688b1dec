import type { FormField, FormFieldKind } from '@agency/contract/form-fields'
import { useEffect, useRef, useState } from 'react'
import { fieldKinds, fieldName, newField } from '../field-kinds'
import { around, type Box, type Point, type Size, withinPage } from '../page/field-box'
import { fieldButtonId } from '../page/field-button'
import type { FieldChange } from '../placed-fields'
import { neighbour, reordered, withChange, withField, withoutField } from '../placed-fields'
import type { FieldEdit } from './use-field-edit'

/** The commands of the editor. Each one is announced to screen readers. */
export function useFieldCommands(edit: FieldEdit, sizes: readonly Size[]) {
  const [selected, select] = useState<string | null>(null)
  const [said, say] = useState('')
  const focusSoon = useFocusSoon()
  const place = (kind: FormFieldKind, page: number, box: Box) => {
    const size = sizes[page]
    if (size === undefined) return
    const field: FormField = { ...newField(kind), page, ...withinPage(box, size) }
    edit.apply((fields) => withField(fields, field))
    select(field.id)
    focusSoon(field.id)
    say(`${fieldKinds[kind].label} placed on page ${page + 1}, ${placeText(field)}.`)
  }
  const setBox = (field: FormField, box: Box, by: 'pointer' | 'move' | 'size') => {
    edit.apply((fields) => withChange(fields, field.id, box), by === 'pointer' ? undefined : `${by} ${field.id}`)
    say(by === 'size' ? `${box.width} by ${box.height} points.` : `${placeText(box)}.`)
  }
  const remove = (id: string) => {
    const next = neighbour(edit.fields, id)
    edit.apply((fields) => withoutField(fields, id))
    select(next?.id ?? null)
    focusSoon(next?.id ?? null)
    say('Field removed.')
  }
  const change = (field: FormField, changed: FieldChange, run: string) => {
    const size = sizes[changed.page ?? field.page]
    const whole = { ...field, ...changed }
    const box = size === undefined ? {} : withinPage(whole, size)
    edit.apply((fields) => withChange(fields, field.id, { ...changed, ...box }), `${run} ${field.id}`)
  }
  const move = (field: FormField, steps: 1 | -1) => {
    const next = reordered(edit.fields, field.id, steps)
    edit.apply(() => next)
    say(`${fieldName(field)} is now ${next.findIndex(({ id }) => id === field.id) + 1} of ${next.length}.`)
  }
  const undo = () => {
    if (!edit.canUndo) return
    edit.undo()
    say('Last step undone.')
  }
  const placeAround = (kind: FormFieldKind, page: number, at: Point) =>
    place(kind, page, around(at, fieldKinds[kind].size))
  return { selected, select, said, say, place, placeAround, setBox, remove, change, move, undo }
}

const placeText = ({ x, y }: Point): string => `X ${x}, Y ${y}`

/** Focuses a field after it was rendered, or the pages when there is none. */
function useFocusSoon() {
  const wanted = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const id = wanted.current === null ? pagesId : fieldButtonId(wanted.current)
    wanted.current = undefined
    document.getElementById(id)?.focus()
  })
  return (id: string | null) => {
    wanted.current = id
  }
}

/** The id of the element that scrolls the pages. */
export const pagesId = 'pages-to-place-fields-on'

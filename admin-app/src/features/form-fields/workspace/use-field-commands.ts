import type { FieldRole, FormField, FormFieldKind } from '@agency/contract/form-fields'
import { useEffect, useRef, useState } from 'react'
import { counted } from '../../../shared/formatting'
import { fieldKinds, fieldName, isForClient, newField, roleNames } from '../field-kinds'
import { type Alignment, alignedTo } from '../page/align-boxes'
import { type Box, movedBy, type Point, type Size, withinPage } from '../page/field-box'
import { fieldButtonId } from '../page/field-button'
import type { FieldChange } from '../placed-fields'
import { copiesOf, neighbour, overlapsOf, reordered, withChanges, withField, withoutFields } from '../placed-fields'
import type { FieldEdit } from './use-field-edit'
import { useSelection } from './use-selection'

export function useFieldCommands(edit: FieldEdit, sizes: readonly Size[]) {
  const selection = useSelection(edit.fields)
  const [said, say] = useState('')
  const focusElementSoon = useFocusSoon()
  const focusSoon = (id: string | null) => focusElementSoon(id === null ? pagesId : fieldButtonId(id))
  const place = (kind: FormFieldKind, page: number, box: Box) => {
    const size = sizes[page]
    if (size === undefined) return
    const field: FormField = { ...newField(kind), page, ...withinPage(box, size) }
    edit.apply((fields) => withField(fields, field))
    selection.set([field.id])
    focusSoon(field.id)
    const covered = overlapsOf(edit.fields, field).map((other) => ` It overlaps ${fieldName(other)}.`)
    say(`${fieldKinds[kind].label} placed on page ${page + 1}, ${placeText(field)}.${covered.join('')}`)
  }
  /** Makes fields of the page's own lines and boxes. @param next the id of the element to focus, else the last of them */
  const accept = (proposed: readonly FormField[], next?: string) => {
    const last = proposed.at(-1)
    if (last === undefined) return
    edit.apply((fields) => proposed.reduce<FormField[]>(withField, [...fields]))
    selection.set(proposed.map(({ id }) => id))
    focusElementSoon(next ?? fieldButtonId(last.id))
    say(`${counted(proposed.length, 'field')} accepted.`)
  }
  const dismissed = (count: number, next = pagesId) => {
    focusElementSoon(next)
    say(`${counted(count, 'field')} dismissed.`)
  }
  const remove = (id: string) => {
    const gone = selection.ids.has(id) ? selection.ids : new Set([id])
    const rest = edit.fields.filter((field) => field.id === id || !gone.has(field.id))
    const next = neighbour(rest, id)
    edit.apply((fields) => withoutFields(fields, gone))
    selection.set(next === undefined ? [] : [next.id])
    focusSoon(next?.id ?? null)
    say(gone.size === 1 ? 'Field removed.' : `${counted(gone.size, 'field')} removed.`)
  }
  const change = (field: FormField, changed: FieldChange, run: string) => {
    const size = sizes[changed.page ?? field.page]
    const isMoved = boxProperties.some((name) => changed[name] !== undefined)
    const box = size === undefined || !isMoved ? {} : withinPage({ ...field, ...changed }, size)
    const ids = new Set([field.id])
    edit.apply((fields) => {
      const all = withChanges(fields, ids, () => ({ ...changed, ...box }))
      const moved = all.find(({ id }) => id === field.id)
      // On another page, it comes after the fields there.
      return moved && changed.page !== undefined
        ? withField(
            all.filter(({ id }) => id !== field.id),
            moved,
          )
        : all
    }, `${run} ${field.id}`)
  }
  const changeAll = (ids: ReadonlySet<string>, changeOf: (field: FormField) => FieldChange, what: string) => {
    edit.apply((fields) => withChanges(fields, ids, changeOf))
    say(`${counted(ids.size, 'field')} ${what}.`)
  }
  const give = (ids: ReadonlySet<string>, role: FieldRole) =>
    changeAll(ids, () => ({ for: role === 'client' ? undefined : role }), `now for: ${roleNames[role]}`)
  /** Gives one field to somebody in a list: its row may be gone, so its place on the page has the focus. */
  const giveOne = (id: string, role: FieldRole) => {
    give(new Set([id]), role)
    if (role !== 'client') return
    selection.set([id])
    focusSoon(id)
  }
  const move = (field: FormField, steps: 1 | -1) => {
    const next = reordered(edit.fields, field.id, steps)
    edit.apply(() => next)
    const asked = next.filter(isForClient)
    say(`${fieldName(field)} is now ${asked.findIndex(({ id }) => id === field.id) + 1} of ${asked.length}.`)
  }
  const undo = () => {
    if (!edit.canUndo) return
    edit.undo()
    say('Last step undone.')
  }
  const redo = () => {
    if (!edit.canRedo) return
    edit.redo()
    say('Step done again.')
  }
  const many = useSelectionCommands({ edit, sizes, selection, say, focusSoon })
  return {
    selection,
    said,
    say,
    place,
    accept,
    dismissed,
    remove,
    change,
    changeAll,
    give,
    giveOne,
    move,
    undo,
    redo,
    ...many,
  }
}

/** The properties after whose change a field may lie beyond its page. */
const boxProperties = ['page', 'x', 'y', 'width', 'height'] as const

interface SelectionContext {
  readonly edit: FieldEdit
  readonly sizes: readonly Size[]
  readonly selection: ReturnType<typeof useSelection>
  readonly say: (text: string) => void
  readonly focusSoon: (id: string | null) => void
}

/** The commands on all selected fields. */
function useSelectionCommands({ edit, sizes, selection, say, focusSoon }: SelectionContext) {
  const clipboard = useRef<readonly FormField[]>([])
  const chosen = edit.fields.filter(({ id }) => selection.ids.has(id))
  const onPage = (box: Box, page: number): Box => {
    const size = sizes[page]
    return size === undefined ? box : withinPage(box, size)
  }
  const add = (copies: readonly FormField[], what: string) => {
    if (copies.length === 0) return
    edit.apply((fields) => copies.reduce<FormField[]>(withField, [...fields]))
    selection.set(copies.map(({ id }) => id))
    focusSoon(copies.at(-1)?.id ?? null)
    say(`${counted(copies.length, 'field')} ${what}.`)
  }
  /** Sets the box of one field. The other selected fields move along, but keep their size. */
  const setBox = (field: FormField, box: Box, by: 'pointer' | 'move' | 'size') => {
    const moved = by === 'size' ? new Set<string>() : selection.ids
    const distance = { x: box.x - field.x, y: box.y - field.y }
    edit.apply(
      (fields) =>
        fields.map((other) => {
          if (other.id === field.id) return { ...other, ...box }
          return moved.has(other.id) ? { ...other, ...onPage(movedBy(boxOf(other), distance), other.page) } : other
        }),
      by === 'pointer' ? undefined : `${by} ${field.id}`,
    )
    say(by === 'size' ? `${box.width} by ${box.height} points.` : `${placeText(box)}.`)
  }
  const align = (alignment: Alignment) => {
    const to = alignedTo(chosen, alignment)
    edit.apply((fields) =>
      fields.map((field) =>
        selection.ids.has(field.id) ? { ...field, ...onPage(to(boxOf(field)), field.page) } : field,
      ),
    )
    say(`${counted(chosen.length, 'field')} aligned: ${alignment}.`)
  }
  const copy = () => {
    if (chosen.length === 0) return
    clipboard.current = chosen
    say(`${counted(chosen.length, 'field')} copied.`)
  }
  const paste = (page: number) => add(copiesOf(clipboard.current, edit.fields, sizes, page), 'pasted')
  const duplicate = () => add(copiesOf(chosen, edit.fields, sizes), 'duplicated')
  const selectPage = (page: number) => {
    const ids = edit.fields.filter((field) => field.page === page).map(({ id }) => id)
    selection.set(ids)
    focusSoon(ids.at(-1) ?? null)
    say(`${counted(ids.length, 'field')} selected.`)
  }
  return { chosen, setBox, align, copy, paste, duplicate, selectPage }
}

const boxOf = ({ x, y, width, height }: FormField): Box => ({ x, y, width, height })

const placeText = ({ x, y }: Point): string => `X ${x}, Y ${y}`

/** Focuses an element by its id after it was rendered. */
function useFocusSoon() {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const id = wanted.current
    wanted.current = null
    document.getElementById(id)?.focus()
  })
  return (id: string) => {
    wanted.current = id
  }
}

/** The id of the element that scrolls the pages. */
export const pagesId = 'pages-to-place-fields-on'

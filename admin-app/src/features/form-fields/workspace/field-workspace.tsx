import type { FormFieldKind } from '@agency/contract/form-fields'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { useCallback, useId, useRef, useState } from 'react'
import type { Point } from '../page/field-box'
import { fieldButtonId } from '../page/field-button'
import { FieldPage, sizeOf } from '../page/field-page'
import { droppedOn, pageInView } from '../page/page-in-view'
import { FieldList } from '../panel/field-list'
import { FieldPanel } from '../panel/field-panel'
import { FieldPalette } from './field-palette'
import styles from './field-workspace.module.css'
import { pagesId, useFieldCommands } from './use-field-commands'
import type { FieldEdit } from './use-field-edit'
import { useEscape, useWorkspaceKeys } from './use-workspace-keys'
import { WorkspaceTools } from './workspace-tools'

/** Errors by field id and property. */
export type FieldFaults = ReadonlyMap<string, Readonly<Record<string, string>>>

interface FieldWorkspaceProps {
  readonly pages: readonly PdfPage[]
  readonly edit: FieldEdit
  readonly faults: FieldFaults
}

/** The editor of the fields of a PDF: palette, pages, properties and order. */
export function FieldWorkspace({ pages, edit, faults }: FieldWorkspaceProps) {
  const sizes = pages.map(sizeOf)
  const commands = useFieldCommands(edit, sizes)
  const [armed, setArmed] = useState<FormFieldKind | null>(null)
  const [zoom, setZoom] = useState(1)
  const frame = useRef<HTMLElement>(null)
  const instructions = useId()
  useEscape(
    armed !== null,
    useCallback(() => setArmed(null), []),
  )
  useWorkspaceKeys(frame, commands.undo)
  const chosen = edit.fields.find(({ id }) => id === commands.selected)
  const faulty = new Set(faults.keys())
  const placeInView = (kind: FormFieldKind) => {
    if (frame.current === null) return
    const { page, at } = pageInView(frame.current, sizes)
    commands.placeAround(kind, page, at)
  }
  const drop = (kind: FormFieldKind, at: Point) => {
    const place = frame.current && droppedOn(frame.current, sizes, at)
    if (place !== null) commands.placeAround(kind, place.page, place.at)
  }
  const turn = (by: 1 | -1) => {
    const now = frame.current === null ? 0 : pageInView(frame.current, sizes).page
    const next = Math.max(0, Math.min(now + by, pages.length - 1))
    frame.current?.querySelector(`[data-page="${next}"]`)?.scrollIntoView({ block: 'start' })
    commands.say(`Page ${next + 1} of ${pages.length}.`)
  }
  const selectInList = (id: string) => {
    commands.select(id)
    document.getElementById(fieldButtonId(id))?.scrollIntoView({ block: 'center', inline: 'center' })
  }
  return (
    <div className={styles.workspace}>
      <div className={styles.tools}>
        <FieldPalette armed={armed} onArm={setArmed} onPlace={placeInView} onDrop={drop} />
        <WorkspaceTools
          canUndo={edit.canUndo}
          onUndo={commands.undo}
          zoom={zoom}
          onZoom={setZoom}
          onTurn={pages.length > 1 ? turn : null}
        />
      </div>
      <div className={styles.columns}>
        <section
          ref={frame}
          id={pagesId}
          className={styles.pages}
          aria-label="Pages"
          // Without fields it contains no focusable element from which the keyboard could scroll it.
          tabIndex={edit.fields.length === 0 ? 0 : -1}
        >
          {pages.map((page) => (
            <FieldPage
              key={page.number}
              page={page}
              count={pages.length}
              zoom={zoom}
              fields={edit.fields.filter((field) => field.page === page.number - 1)}
              selected={commands.selected}
              faulty={faulty}
              armed={armed}
              instructions={instructions}
              actions={{
                onPlace: (kind, number, box) => {
                  setArmed(null)
                  commands.place(kind, number, box)
                },
                onSelect: commands.select,
                onBox: commands.setBox,
                onOpen: openDetails,
                onRemove: commands.remove,
              }}
            />
          ))}
        </section>
        <div className={styles.side}>
          {chosen !== undefined && (
            <FieldPanel
              key={chosen.id}
              field={chosen}
              pages={pages.length}
              faults={faults.get(chosen.id) ?? {}}
              onChange={(change, run) => commands.change(chosen, change, run)}
              onRemove={() => commands.remove(chosen.id)}
            />
          )}
          {edit.fields.length === 0 && (
            <p className={styles.none}>No fields placed. The signature appears on the certificate page.</p>
          )}
          <FieldList
            fields={edit.fields}
            selected={commands.selected}
            faulty={faulty}
            onSelect={selectInList}
            onMove={commands.move}
          />
        </div>
      </div>
      <p id={instructions} hidden>
        Arrow keys move it, with Shift by larger steps, with Alt they size it. Enter goes to its details, Delete removes
        it.
      </p>
      <p role="status" className="visually-hidden">
        {commands.said}
      </p>
    </div>
  )
}

/** Focuses the label, the first property of the selected field. */
const openDetails = () => document.querySelector<HTMLElement>('[data-field-label]')?.focus()

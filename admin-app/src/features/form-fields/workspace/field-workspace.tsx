import type { FormFieldKind } from '@agency/contract/form-fields'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { useCallback, useId, useRef, useState } from 'react'
import type { Point } from '../page/field-box'
import { fieldButtonId } from '../page/field-button'
import { FieldPage, sizeOf } from '../page/field-page'
import { droppedOn, pageInView } from '../page/page-in-view'
import { FieldPalette } from './field-palette'
import styles from './field-workspace.module.css'
import { PageThumbnails } from './page-thumbnails'
import { pagesId, useFieldCommands } from './use-field-commands'
import type { FieldEdit } from './use-field-edit'
import { usePageView } from './use-page-view'
import { useEscape, useWorkspaceKeys } from './use-workspace-keys'
import { type FieldFaults, WorkspaceSide } from './workspace-side'
import { WorkspaceTools } from './workspace-tools'
import { pageWidth } from './zoom-steps'

interface FieldWorkspaceProps {
  readonly pages: readonly PdfPage[]
  readonly edit: FieldEdit
  readonly faults: FieldFaults
}

/** The editor of the fields of a PDF: palette, thumbnails, pages, properties and order. */
export function FieldWorkspace({ pages, edit, faults }: FieldWorkspaceProps) {
  const sizes = pages.map(sizeOf)
  const commands = useFieldCommands(edit, sizes)
  const { selection } = commands
  const [armed, setArmed] = useState<FormFieldKind | null>(null)
  const frame = useRef<HTMLElement>(null)
  const view = usePageView(frame, sizes, commands.say)
  const instructions = useId()
  useEscape(
    armed !== null,
    useCallback(() => setArmed(null), []),
  )
  useWorkspaceKeys(frame, {
    ...commands,
    paste: () => commands.paste(view.page),
    selectPage: () => commands.selectPage(view.page),
    zoom: view.zoomBy,
  })
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
  const selectInList = (id: string) => {
    selection.set([id])
    document.getElementById(fieldButtonId(id))?.scrollIntoView({ block: 'center', inline: 'center' })
  }
  return (
    <div className={styles.workspace}>
      <div className={styles.tools}>
        <FieldPalette armed={armed} onArm={setArmed} onPlace={placeInView} onDrop={drop} />
        <WorkspaceTools
          canUndo={edit.canUndo}
          onUndo={commands.undo}
          canRedo={edit.canRedo}
          onRedo={commands.redo}
          zoom={view.zoom}
          onZoom={view.zoomBy}
          page={view.page}
          pages={pages.length}
          onTurn={(by) => view.goTo(view.page + by)}
        />
      </div>
      <div className={styles.columns} data-pages={pages.length > 1 || undefined}>
        {pages.length > 1 && (
          <PageThumbnails
            pages={pages}
            current={view.page}
            countOf={(page) => edit.fields.filter((field) => field.page === page).length}
            onGo={view.goTo}
          />
        )}
        <section
          ref={frame}
          id={pagesId}
          className={styles.pages}
          aria-label="Pages"
          // Without fields it contains no focusable element from which the keyboard could scroll it.
          tabIndex={edit.fields.length === 0 ? 0 : -1}
          onScroll={view.follow}
        >
          {pages.map((page) => (
            <FieldPage
              key={page.number}
              page={page}
              count={pages.length}
              width={pageWidth(page.width, view.zoom)}
              fields={edit.fields.filter((field) => field.page === page.number - 1)}
              selected={selection.ids}
              faulty={faulty}
              armed={armed}
              instructions={instructions}
              actions={{
                onPlace: (kind, number, box) => {
                  setArmed(null)
                  commands.place(kind, number, box)
                },
                onSelect: selection.focus,
                onPress: selection.press,
                onToggle: selection.toggle,
                onClear: () => selection.set([]),
                onBox: commands.setBox,
                onOpen: openDetails,
                onRemove: commands.remove,
              }}
            />
          ))}
        </section>
        <WorkspaceSide edit={edit} commands={commands} faults={faults} pages={pages.length} onSelect={selectInList} />
      </div>
      <p id={instructions} hidden>
        Arrow keys move it, with Shift by larger steps, with Alt they size it. Enter goes to its details, Delete removes
        it. Shift Space adds it to the selection.
      </p>
      <p role="status" className="visually-hidden">
        {commands.said}
      </p>
    </div>
  )
}

/** Focuses the label, the first property of the selected field. */
const openDetails = () => document.querySelector<HTMLElement>('[data-field-label]')?.focus()

import type { FormField, FormFieldKind, ImportNote } from '@agency/contract/form-fields'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { pdfScroller } from '@agency/pdf-viewer/pdf-page'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldKinds } from '../field-kinds'
import { around, type Point, startingAt } from '../page/field-box'
import { type FieldActions, fieldButtonId } from '../page/field-button'
import { FieldPage, sizeOf } from '../page/field-page'
import { droppedOn, pageInView } from '../page/page-in-view'
import type { ListActions } from '../panel/field-list'
import type { ProposalActions } from '../panel/proposal-list'
import { freeBelow } from '../placed-fields'
import { FieldPalette } from './field-palette'
import styles from './field-workspace.module.css'
import { PageThumbnails } from './page-thumbnails'
import { pagesId, useFieldCommands } from './use-field-commands'
import type { FieldEdit } from './use-field-edit'
import { usePageView } from './use-page-view'
import type { Proposals } from './use-proposals'
import { useEscape, useWorkspaceKeys } from './use-workspace-keys'
import { type FieldFaults, WorkspaceSide } from './workspace-side'
import { WorkspaceTools } from './workspace-tools'
import { pageWidth } from './zoom-steps'

interface FieldWorkspaceProps {
  readonly pages: readonly PdfPage[]
  /** The kind that is armed at first, until another one is chosen, or fields that were found are accepted. */
  readonly tool: FormFieldKind | null
  /** What became of the fields of the uploaded PDF. */
  readonly notes: readonly ImportNote[]
  readonly edit: FieldEdit
  readonly proposals: Proposals
  readonly faults: FieldFaults
}

/** The editor of the fields of a PDF: palette, thumbnails, pages, properties and order. */
export function FieldWorkspace({ pages, tool, notes, edit, proposals, faults }: FieldWorkspaceProps) {
  const sizes = pages.map(sizeOf)
  const commands = useFieldCommands(edit, sizes)
  const { selection } = commands
  const [armed, setArmed] = useState(tool)
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
    const box = { ...around(at, fieldKinds[kind].size), page }
    const size = sizes[page]
    if (size !== undefined) commands.place(kind, page, freeBelow(edit.fields, box, size))
  }
  const drop = (kind: FormFieldKind, at: Point) => {
    const place = frame.current && droppedOn(frame.current, sizes, at)
    if (place !== null) commands.place(kind, place.page, startingAt(place.at, fieldKinds[kind].size))
  }
  const selectInList = (id: string) => {
    // Its page may be too far from the view to have its fields: they are rendered with the selection.
    flushSync(() => selection.set([id]))
    document.getElementById(fieldButtonId(id))?.scrollIntoView({ block: 'center', inline: 'center' })
  }
  const actions = useLatest<FieldActions>({
    onSelect: selection.focus,
    onPress: selection.press,
    onToggle: selection.toggle,
    onBox: commands.setBox,
    onOpen: openDetails,
    onRemove: commands.remove,
    othersOf: ({ id, page }) =>
      edit.fields.filter((other) => other.page === page && other.id !== id && !selection.ids.has(other.id)),
  })
  const listActions = useLatest<ListActions>({
    onSelect: selectInList,
    onToggle: selection.toggle,
    onMove: commands.move,
    onGive: commands.giveOne,
    onRename: (field, label) => commands.change(field, { label }, 'label'),
  })
  const onProposals: ProposalActions = {
    onAccept: (fields, next) => {
      setArmed(null)
      commands.accept(fields, next)
    },
    onDismiss: (fields, next) => {
      proposals.dismiss(fields.map(({ id }) => id))
      commands.dismissed(fields.length, next)
    },
  }
  const byPage = fieldsByPage(edit.fields)
  const proposedByPage = fieldsByPage(proposals.open)
  const focusedPage = edit.fields.find(({ id }) => id === selection.focused)?.page
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
            countOf={(page) => byPage.get(page)?.length ?? 0}
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
          {...pdfScroller}
        >
          {pages.map((page) => (
            <FieldPage
              key={page.number}
              page={page}
              count={pages.length}
              width={pageWidth(page.width, view.zoom)}
              fields={byPage.get(page.number - 1) ?? noFields}
              proposals={proposedByPage.get(page.number - 1) ?? noFields}
              onProposals={onProposals}
              selected={selection.ids}
              hasFocused={focusedPage === page.number - 1}
              faulty={faulty}
              armed={armed}
              instructions={instructions}
              actions={actions}
              onPlace={commands.place}
              onClear={() => selection.set([])}
            />
          ))}
        </section>
        <WorkspaceSide
          edit={edit}
          commands={commands}
          armed={armed}
          proposals={proposals}
          onProposals={onProposals}
          notes={notes}
          faults={faults}
          pages={pages.length}
          listActions={listActions}
        />
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

const noFields: readonly FormField[] = []

function fieldsByPage(fields: readonly FormField[]): ReadonlyMap<number, readonly FormField[]> {
  const pages = new Map<number, FormField[]>()
  for (const field of fields) {
    const known = pages.get(field.page)
    if (known === undefined) pages.set(field.page, [field])
    else known.push(field)
  }
  return pages
}

/** The latest of values that change with each rendering, for components that are not rendered again for them. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

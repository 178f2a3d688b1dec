import type { FormField, FormFieldKind } from '@agency/contract/form-fields'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { useNear } from '@agency/pdf-viewer/pdf-page'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { PdfPageView } from '../../../shared/pdf-preview/pdf-page-view'
import { fieldKinds } from '../field-kinds'
import type { ProposalActions } from '../panel/proposal-list'
import { type Box, besideWords, type Size, spanning, startingAt } from './field-box'
import { type FieldActions, FieldButton } from './field-button'
import styles from './field-page.module.css'
import { ProposalButton } from './proposal-button'
import { useBoxDrag } from './use-box-drag'

/** The size of a rotated page, in points. */
export const sizeOf = ({ width, ratio }: PdfPage): Size => ({ width, height: width * ratio })

interface FieldPageProps {
  readonly page: PdfPage
  readonly count: number
  /** CSS px; null fits the page into the frame. */
  readonly width: number | null
  readonly fields: readonly FormField[]
  /** Fields that were found on the page, to be accepted. */
  readonly proposals: readonly FormField[]
  readonly onProposals: ProposalActions
  readonly selected: ReadonlySet<string>
  /** Whether one of its fields is the one whose properties are shown. Its fields are rendered also out of view. */
  readonly hasFocused: boolean
  readonly faulty: ReadonlySet<string>
  /** The kind that a press or drag on the page places. */
  readonly armed: FormFieldKind | null
  readonly instructions: string
  readonly actions: RefObject<FieldActions>
  readonly onPlace: (kind: FormFieldKind, page: number, box: Box) => void
  /** Called when the page is pressed beside its fields. */
  readonly onClear: () => void
}

/** A page with its fields. While a kind is armed, a press or a drag places a field. */
export function FieldPage({ page, count, width, fields, armed, actions, onPlace, onClear, ...shown }: FieldPageProps) {
  const size = sizeOf(page)
  const surface = useRef<HTMLDivElement>(null)
  const isNear = useNear(surface)
  const words = useWords(page, armed !== null && isNear)
  const { preview, handlers } = useBoxDrag({
    page: size,
    disabled: armed === null,
    boxOf: ({ from, to }) => spanning(from, to),
    onDone: (box, at) => {
      if (armed !== null)
        onPlace(armed, page.number - 1, box ?? besideWords(startingAt(at, fieldKinds[armed].size), words))
    },
  })
  return (
    <PdfPageView page={page} label={`Page ${page.number} of ${count}`} width={width}>
      <div
        ref={surface}
        className={styles.surface}
        data-page={page.number - 1}
        data-armed={armed !== null || undefined}
        {...handlers}
        onPointerDown={(event) => {
          if (armed !== null && event.target !== event.currentTarget) return
          // The mouse events that follow a tap would take the focus from the field that it has placed.
          if (armed !== null) event.preventDefault()
          else if (event.target === event.currentTarget) onClear()
          handlers.onPointerDown(event)
        }}
      >
        {isNear &&
          shown.proposals.map((field) => (
            <ProposalButton key={field.id} field={field} page={size} {...shown.onProposals} />
          ))}
        {(isNear || shown.hasFocused) &&
          fields.map((field) => (
            <FieldButton
              key={field.id}
              field={field}
              page={size}
              selected={shown.selected.has(field.id)}
              faulty={shown.faulty.has(field.id)}
              instructions={shown.instructions}
              actions={actions}
            />
          ))}
        {preview !== null && (
          <span
            className={styles.preview}
            style={{
              left: `${(preview.x / size.width) * 100}%`,
              top: `${(preview.y / size.height) * 100}%`,
              width: `${(preview.width / size.width) * 100}%`,
              height: `${(preview.height / size.height) * 100}%`,
            }}
          />
        )}
      </div>
    </PdfPageView>
  )
}

/** Where words are printed on the page, once they are wanted. Without them, a field is placed where it was pressed. */
function useWords(page: PdfPage, wanted: boolean): readonly Box[] {
  const [words, setWords] = useState<readonly Box[]>([])
  useEffect(() => {
    if (wanted) page.words().then(setWords, () => undefined)
  }, [page, wanted])
  return words
}

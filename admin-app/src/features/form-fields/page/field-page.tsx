import type { FormField, FormFieldKind } from '@agency/contract/form-fields'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { PdfPageView } from '../../../shared/pdf-preview/pdf-page-view'
import { fieldKinds } from '../field-kinds'
import { around, type Box, type Size, spanning } from './field-box'
import { FieldButton } from './field-button'
import styles from './field-page.module.css'
import { useBoxDrag } from './use-box-drag'

/** The size of a rotated page, in points. */
export const sizeOf = ({ width, ratio }: PdfPage): Size => ({ width, height: width * ratio })

/** The actions on the fields of a page. */
interface FieldActions {
  readonly onPlace: (kind: FormFieldKind, page: number, box: Box) => void
  readonly onSelect: (id: string) => void
  readonly onPress: (id: string) => void
  readonly onToggle: (id: string) => void
  /** Called when the page is pressed beside its fields. */
  readonly onClear: () => void
  readonly onBox: (field: FormField, box: Box, by: 'pointer' | 'move' | 'size') => void
  /** Focuses the properties of the selected field. */
  readonly onOpen: () => void
  readonly onRemove: (id: string) => void
}

interface FieldPageProps {
  readonly page: PdfPage
  readonly count: number
  /** CSS px; null fits the page into the frame. */
  readonly width: number | null
  readonly fields: readonly FormField[]
  readonly selected: ReadonlySet<string>
  readonly faulty: ReadonlySet<string>
  /** The kind that a press or drag on the page places. */
  readonly armed: FormFieldKind | null
  readonly instructions: string
  readonly actions: FieldActions
}

/** A page with its fields. While a kind is armed, a press or a drag places a field. */
export function FieldPage({ page, count, width, fields, armed, actions, ...shown }: FieldPageProps) {
  const size = sizeOf(page)
  const { preview, handlers } = useBoxDrag({
    page: size,
    disabled: armed === null,
    boxOf: ({ from, to }) => spanning(from, to),
    onDone: (box, at) => {
      if (armed !== null) actions.onPlace(armed, page.number - 1, box ?? around(at, fieldKinds[armed].size))
    },
  })
  return (
    <PdfPageView page={page} label={`Page ${page.number} of ${count}`} width={width}>
      <div
        className={styles.surface}
        data-page={page.number - 1}
        data-armed={armed !== null || undefined}
        {...handlers}
        onPointerDown={(event) => {
          if (armed === null && event.target === event.currentTarget) actions.onClear()
          handlers.onPointerDown(event)
        }}
      >
        {fields.map((field) => (
          <FieldButton
            key={field.id}
            field={field}
            page={size}
            selected={shown.selected.has(field.id)}
            others={fields.filter(({ id }) => id !== field.id && !shown.selected.has(id))}
            faulty={shown.faulty.has(field.id)}
            instructions={shown.instructions}
            onSelect={() => actions.onSelect(field.id)}
            onPress={() => actions.onPress(field.id)}
            onToggle={() => actions.onToggle(field.id)}
            onBox={(box, by) => actions.onBox(field, box, by)}
            onOpen={actions.onOpen}
            onRemove={() => actions.onRemove(field.id)}
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

import { type FormField, mostFormFields, narrowestDate, smallestSide } from '@agency/contract/form-fields'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { v7 as uuid } from 'uuid'
import { isInitials, soundsLikeDate, suggestBinding } from './field-names.ts'
import { type FormWidget, readWidgets } from './form-widgets.ts'
import type { Box } from './page-canvas.ts'
import { openForReading } from './pdfjs.ts'

/**
 * The empty fields of a PDF's own form (AcroForm, ISO 32000-2, 12.7), in the order of its pages, each widget as a field
 * of its own. What has a value already is part of the page; radio buttons and push buttons are left out.
 */
export async function takeFormFields(bytes: Uint8Array): Promise<FormField[]> {
  const document = await openForReading(bytes)
  try {
    const fields: FormField[] = []
    for (let index = 0; index < document.numPages && fields.length < mostFormFields; index += 1) {
      const page = await document.getPage(index + 1)
      const widgets = await readWidgets(page)
      fields.push(...widgets.flatMap((widget) => fieldOf(widget, page, index)))
      page.cleanup()
    }
    return fields.slice(0, mostFormFields)
  } finally {
    await document.loadingTask.destroy()
  }
}

function fieldOf(widget: FormWidget, page: PDFPageProxy, index: number): FormField[] {
  const box = seenBox(widget, page)
  if (box.width < smallestSide || box.height < smallestSide) return []
  const kind = kindOf(widget, box)
  const label = labelOf(widget, kind)
  const binding = kind === 'text' || kind === 'date' ? suggestBinding([widget.tooltip, widget.name], kind) : null
  const { required, readOnly } = widget
  return [{ id: uuid(), kind, page: index, ...box, label, binding, required, editable: !readOnly }]
}

/** Where a person sees the widget: what reaches over the page's edge is cut off. In hundredths of a point. */
function seenBox({ rect }: FormWidget, page: PDFPageProxy): Box {
  const viewport = page.getViewport({ scale: 1 })
  const [ax, ay] = viewport.convertToViewportPoint(rect[0], rect[1])
  const [bx, by] = viewport.convertToViewportPoint(rect[2], rect[3])
  const within = (value: unknown, most: number) => rounded(Math.min(Math.max(Number(value), 0), most))
  const [x, right] = [within(ax, viewport.width), within(bx, viewport.width)].sort((a, b) => a - b)
  const [y, bottom] = [within(ay, viewport.height), within(by, viewport.height)].sort((a, b) => a - b)
  return { x: x ?? 0, y: y ?? 0, width: rounded((right ?? 0) - (x ?? 0)), height: rounded((bottom ?? 0) - (y ?? 0)) }
}

const rounded = (points: number): number => Math.round(points * 100) / 100

function kindOf({ kind, name, tooltip, isDate }: FormWidget, { width }: Box): FormField['kind'] {
  if (kind === 'signature') return isInitials([tooltip, name]) ? 'initials' : 'signature'
  if (kind !== 'text') return kind
  return width >= narrowestDate && (isDate || soundsLikeDate([tooltip, name])) ? 'date' : 'text'
}

const kindNames: Record<FormField['kind'], string> = {
  signature: 'Signature',
  initials: 'Initials',
  date: 'Date',
  text: 'Text',
  checkbox: 'Checkbox',
}

/** What a reader of the PDF would be told, else its name in the form (its last part), else what it is. */
function labelOf({ tooltip, name }: FormWidget, kind: FormField['kind']): string {
  const plain = (text: string) =>
    text
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 120)
      .trim()
  const last = name.split('.').at(-1) ?? ''
  return plain(tooltip) || plain(last.replaceAll(/\[\d+\]$/g, '').replaceAll('_', ' ')) || kindNames[kind]
}

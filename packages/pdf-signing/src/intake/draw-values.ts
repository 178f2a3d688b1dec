import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as Type from 'typebox'
import { Value } from 'typebox/value'
import { PdfRefused } from '../pdf-errors.ts'
import { openForReading } from '../reading/open-pdf.ts'
import type { Box } from '../reading/page-geometry.ts'
import { findForm } from './find-form.ts'

type PageBox = Box & { page: number }

export type DrawnForm = { bytes: Uint8Array; fields: PageBox[] }

const Widget = Type.Object({
  id: Type.String(),
  subtype: Type.Literal('Widget'),
  fieldType: Type.Union([Type.Literal('Tx'), Type.Literal('Ch'), Type.Literal('Btn')]),
  rect: Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
  rotation: Type.Optional(Type.Number()),
  fieldValue: Type.Optional(Type.Unknown()),
  hasAppearance: Type.Optional(Type.Boolean()),
  combo: Type.Optional(Type.Boolean()),
  password: Type.Optional(Type.Boolean()),
})
type Widget = Type.Static<typeof Widget>

/** pdf.js draws values without an appearance, or all with /NeedAppearances. @param bytes without encryption */
export async function drawValues(bytes: Uint8Array): Promise<DrawnForm> {
  const form = await findForm(bytes)
  if (!form) return { bytes, fields: [] }
  const { fields, drawn } = await readFields(bytes, form.drawsAll)
  if (!form.drawsAll && drawn.length === 0) return { bytes, fields }
  const prepared = await form.prepare()
  const saved = drawn.length === 0 ? prepared : await draw(prepared, drawn)
  // Their fonts lack characters of their values. What the program has drawn that filled them in is kept.
  const undrawn = new Set((await readFields(saved, false)).drawn.map(({ id }) => id))
  const drawable = drawn.filter(({ id }) => !undrawn.has(id))
  return { bytes: drawable.length === drawn.length ? saved : await draw(prepared, drawable), fields }
}

async function readFields(bytes: Uint8Array, drawsAll: boolean): Promise<{ fields: PageBox[]; drawn: Widget[] }> {
  const document = await openForReading(bytes)
  try {
    const fields: PageBox[] = []
    const drawn: Widget[] = []
    for (let index = 0; index < document.numPages; index += 1) {
      const page = await document.getPage(index + 1)
      for (const widget of await widgetsOf(page)) {
        fields.push({ page: index, ...boxOf(widget, page) })
        if (isDrawn(widget, drawsAll)) drawn.push(widget)
      }
      page.cleanup()
    }
    return { fields, drawn }
  } finally {
    await document.loadingTask.destroy()
  }
}

async function draw(bytes: Uint8Array, widgets: readonly Widget[]): Promise<Uint8Array> {
  const document = await openForReading(bytes)
  try {
    for (const widget of widgets) {
      // The rotation makes pdf.js write an appearance, although the value is the same.
      document.annotationStorage.setValue(widget.id, { value: textOf(widget), rotation: widget.rotation ?? 0 })
    }
    return await document.saveDocument()
  } catch (cause) {
    throw new PdfRefused('PDF_CONTENT_LOST', { cause })
  } finally {
    await document.loadingTask.destroy()
  }
}

async function widgetsOf(page: PDFPageProxy): Promise<Widget[]> {
  const annotations: unknown[] = await page.getAnnotations()
  return annotations.filter((annotation) => Value.Check(Widget, annotation))
}

/** Marks of check boxes are drawn when the annotations are flattened, and passwords are never shown. */
function isDrawn(widget: Widget, drawsAll: boolean): boolean {
  if (widget.fieldType === 'Btn' || widget.password) return false
  return drawsAll || (textOf(widget).length > 0 && !widget.hasAppearance)
}

/** The value as pdf.js takes it: one text, or the choices of a list. */
function textOf({ fieldValue, combo }: Widget): string | string[] {
  if (!Array.isArray(fieldValue)) return typeof fieldValue === 'string' ? fieldValue : ''
  const chosen: string[] = fieldValue.filter((choice) => typeof choice === 'string')
  return combo || chosen.length === 0 ? (chosen[0] ?? '') : chosen
}

/** Rounded outwards by the comparison, see `stampMask`. */
function boxOf({ rect }: Widget, page: PDFPageProxy): Box {
  const viewport = page.getViewport({ scale: 1 })
  const [ax = 0, ay = 0]: number[] = viewport.convertToViewportPoint(rect[0], rect[1])
  const [bx = 0, by = 0]: number[] = viewport.convertToViewportPoint(rect[2], rect[3])
  return { x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by) }
}

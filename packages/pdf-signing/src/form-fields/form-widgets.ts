import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as Type from 'typebox'
import { Value } from 'typebox/value'

/** An empty widget of a PDF's form. */
export interface FormWidget {
  kind: 'text' | 'checkbox' | 'radio' | 'signature'
  /** In the page's user space: two opposite corners. */
  rect: [number, number, number, number]
  name: string
  tooltip: string
  required: boolean
  readOnly: boolean
  /** Whether the form formats it as a date. */
  isDate: boolean
  /** What a radio button stands for in the form's data; empty for other kinds. */
  choice: string
}

/** The properties of a pdf.js annotation that are used here. */
const Widget = Type.Object({
  subtype: Type.Literal('Widget'),
  fieldType: Type.Union([Type.Literal('Tx'), Type.Literal('Btn'), Type.Literal('Ch'), Type.Literal('Sig')]),
  rect: Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
  fieldName: Type.Optional(Type.String()),
  alternativeText: Type.Optional(Type.String()),
  fieldValue: Type.Optional(Type.Unknown()),
  required: Type.Optional(Type.Boolean()),
  readOnly: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
  checkBox: Type.Optional(Type.Boolean()),
  radioButton: Type.Optional(Type.Boolean()),
  buttonValue: Type.Optional(Type.Unknown()),
  datetimeFormat: Type.Optional(Type.String()),
})
type Widget = Type.Static<typeof Widget>

/** The empty widgets of a page that can be filled in, in page order. */
export async function readWidgets(page: PDFPageProxy): Promise<FormWidget[]> {
  const annotations: unknown[] = await page.getAnnotations()
  return annotations.flatMap((annotation) => {
    if (!Value.Check(Widget, annotation) || annotation.hidden) return []
    const kind = kindOf(annotation)
    return kind && isEmpty(annotation) ? [widgetOf(annotation, kind)] : []
  })
}

function kindOf({ fieldType, checkBox, radioButton, buttonValue }: Widget): FormWidget['kind'] | undefined {
  if (fieldType === 'Sig') return 'signature'
  // Without a value, a radio button cannot be chosen.
  if (fieldType === 'Btn' && radioButton) return typeof buttonValue === 'string' ? 'radio' : undefined
  if (fieldType === 'Btn') return checkBox ? 'checkbox' : undefined
  return 'text'
}

function isEmpty({ fieldType, fieldValue }: Widget): boolean {
  if (fieldType === 'Btn' && fieldValue === 'Off') return true
  if (Array.isArray(fieldValue)) return fieldValue.every((value) => value === '' || value === null)
  return fieldValue === undefined || fieldValue === null || fieldValue === ''
}

const widgetOf = (widget: Widget, kind: FormWidget['kind']): FormWidget => ({
  kind,
  rect: widget.rect,
  name: widget.fieldName ?? '',
  tooltip: widget.alternativeText ?? '',
  required: widget.required ?? false,
  readOnly: widget.readOnly ?? false,
  // A format of only a time has no year.
  isDate: widget.datetimeFormat?.includes('y') ?? false,
  choice: kind === 'radio' && typeof widget.buttonValue === 'string' ? widget.buttonValue : '',
})

import type { FieldChoice } from '@agency/contract/form-fields'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as Type from 'typebox'
import { Value } from 'typebox/value'
import { type FieldScripts, readScripts } from './field-scripts.ts'

export interface FormWidget {
  /** As pdf.js names the annotation: object and generation of an indirect object, such as `12R`. */
  id: string
  kind: 'text' | 'choice' | 'checkbox' | 'radio' | 'signature'
  /** In the page's user space: two opposite corners. */
  rect: [number, number, number, number]
  name: string
  tooltip: string
  required: boolean
  readOnly: boolean
  /** The text in it, or whether it is on. */
  value: string | boolean
  /** What a checkbox or radio button stands for in the form's data; empty for other kinds. */
  choice: string
  choices: FieldChoice[]
  takesOwnText: boolean
  maxLength: number | undefined
  isComb: boolean
  isMultiline: boolean
  align: 'left' | 'center' | 'right'
  /** The form's own format of a date. */
  dateFormat: string | undefined
  scripts: FieldScripts
}

const Widget = Type.Object({
  id: Type.String(),
  subtype: Type.Literal('Widget'),
  fieldType: Type.Union([Type.Literal('Tx'), Type.Literal('Btn'), Type.Literal('Ch'), Type.Literal('Sig')]),
  rect: Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
  fieldName: Type.Optional(Type.String()),
  fieldFlags: Type.Optional(Type.Number()),
  alternativeText: Type.Optional(Type.String()),
  fieldValue: Type.Optional(Type.Unknown()),
  required: Type.Optional(Type.Boolean()),
  readOnly: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
  checkBox: Type.Optional(Type.Boolean()),
  radioButton: Type.Optional(Type.Boolean()),
  buttonValue: Type.Optional(Type.Unknown()),
  exportValue: Type.Optional(Type.Unknown()),
  options: Type.Optional(Type.Array(Type.Unknown())),
  combo: Type.Optional(Type.Boolean()),
  maxLen: Type.Optional(Type.Unknown()),
  comb: Type.Optional(Type.Boolean()),
  multiLine: Type.Optional(Type.Boolean()),
  textAlignment: Type.Optional(Type.Unknown()),
  datetimeFormat: Type.Optional(Type.String()),
  actions: Type.Optional(Type.Unknown()),
})
type Widget = Type.Static<typeof Widget>

const Option = Type.Object({ exportValue: Type.String(), displayValue: Type.String() })
/** The flag `Edit` of a combo box (ISO 32000-2, table 233). */
const editFlag = 1 << 18
const longestChoice = 200
const mostChoices = 500

/** The widgets of a page that a viewer shows and that can be filled in, in the order of the page's annotations. */
export async function readWidgets(page: PDFPageProxy): Promise<FormWidget[]> {
  const annotations: unknown[] = await page.getAnnotations()
  return annotations.flatMap((annotation) => {
    if (!Value.Check(Widget, annotation) || annotation.hidden) return []
    const kind = kindOf(annotation)
    return kind ? [widgetOf(annotation, kind)] : []
  })
}

function kindOf({ fieldType, checkBox, radioButton, buttonValue, options }: Widget): FormWidget['kind'] | undefined {
  if (fieldType === 'Sig') return 'signature'
  // Without a value, a radio button cannot be chosen.
  if (fieldType === 'Btn' && radioButton) return typeof buttonValue === 'string' ? 'radio' : undefined
  if (fieldType === 'Btn') return checkBox ? 'checkbox' : undefined
  return fieldType === 'Ch' && choicesOf(options).length > 0 ? 'choice' : 'text'
}

/** What stands for no choice at all, such as `-- Select --`. */
const placeholder =
  /^[\W_]*$|^\W*(?:please )?(?:select|choose|pick)(?: (?:one|an? \w+|from list|below))?\W*$|^\W*(?:por favor )?(?:seleccione|elija|escoja|selecione|escolha)(?: (?:uno|una|um|uma))?\W*$/iu
/** Choices by the text that is shown, as a viewer prints it. */
function choicesOf(options: readonly unknown[] = []): FieldChoice[] {
  const texts = options.flatMap((option) =>
    Value.Check(Option, option) ? [option.displayValue || option.exportValue] : [],
  )
  const shown = texts.map((text) => cut(text)).filter((text) => !isPlaceholder(text))
  return [...new Set(shown)].slice(0, mostChoices).map((text) => ({ value: text, label: text }))
}
const cut = (text: string) =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestChoice)
    .replaceAll(/\p{Cs}/gu, '')
const isPlaceholder = (text: string) => !/[\p{L}\p{N}]/u.test(text) || placeholder.test(text)

function readValue({ fieldValue, options = [], buttonValue, exportValue }: Widget, kind: FormWidget['kind']) {
  if (kind === 'radio') return fieldValue === buttonValue
  if (kind === 'checkbox') return isOn(fieldValue) && (typeof exportValue !== 'string' || fieldValue === exportValue)
  const value: unknown = Array.isArray(fieldValue) ? fieldValue[0] : fieldValue
  if (typeof value !== 'string') return ''
  if (kind !== 'choice') return value
  const chosen = options.find((option) => Value.Check(Option, option) && option.exportValue === value)
  const text = cut(Value.Check(Option, chosen) ? chosen.displayValue || value : value)
  return isPlaceholder(text) ? '' : text
}

/** What stands in a list is one of its choices. */
const withValue = (choices: FieldChoice[], value: string | boolean): FieldChoice[] =>
  typeof value !== 'string' || value === '' || choices.some((choice) => choice.value === value)
    ? choices
    : [...choices.slice(0, mostChoices - 1), { value, label: value }]

const isOn = (value: unknown) => typeof value === 'string' && value !== '' && value !== 'Off'
const alignments: readonly FormWidget['align'][] = ['left', 'center', 'right']

function widgetOf(widget: Widget, kind: FormWidget['kind']): FormWidget {
  const { buttonValue, exportValue, maxLen, fieldFlags = 0 } = widget
  const choice = kind === 'radio' ? buttonValue : kind === 'checkbox' ? exportValue : ''
  const value = readValue(widget, kind)
  return {
    id: widget.id,
    kind,
    rect: widget.rect,
    name: widget.fieldName ?? '',
    tooltip: widget.alternativeText ?? '',
    required: widget.required ?? false,
    readOnly: widget.readOnly ?? false,
    value,
    choice: typeof choice === 'string' ? choice : '',
    choices: kind === 'choice' ? withValue(choicesOf(widget.options), value) : [],
    takesOwnText: kind === 'choice' && widget.combo === true && (fieldFlags & editFlag) !== 0,
    maxLength: typeof maxLen === 'number' && maxLen > 0 ? Math.floor(maxLen) : undefined,
    isComb: widget.comb ?? false,
    isMultiline: widget.multiLine ?? false,
    align: alignments[Number(widget.textAlignment ?? 0)] ?? 'left',
    dateFormat: widget.datetimeFormat,
    scripts: readScripts(widget.actions),
  }
}

import { type FormField, mostFormFields, narrowestDate, smallestSide } from '@agency/contract/form-fields'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { v7 as uuid } from 'uuid'
import { openForReading } from '../reading/open-pdf.ts'
import type { Box } from '../reading/page-geometry.ts'
import { isInitials, soundsLikeDate, suggestBinding } from './field-names.ts'
import { type FormWidget, readWidgets } from './form-widgets.ts'

/**
 * The empty fields of a PDF's own form (AcroForm, ISO 32000-2, 12.7), in page order, one field for each widget. Fields
 * with a value become page content; push buttons are left out. Each radio button is a field, in the group of its question.
 */
export async function takeFormFields(bytes: Uint8Array): Promise<FormField[]> {
  const document = await openForReading(bytes)
  try {
    const fields: FormField[] = []
    const groups = new RadioGroups()
    for (let index = 0; index < document.numPages && fields.length < mostFormFields; index += 1) {
      const page = await document.getPage(index + 1)
      const widgets = await readWidgets(page)
      fields.push(...widgets.flatMap((widget) => fieldOf(widget, page, index, groups)))
      page.cleanup()
    }
    return fields.slice(0, mostFormFields)
  } finally {
    await document.loadingTask.destroy()
  }
}

function fieldOf(widget: FormWidget, page: PDFPageProxy, index: number, groups: RadioGroups): FormField[] {
  const box = seenBox(widget, page)
  if (box.width < smallestSide || box.height < smallestSide) return []
  const kind = kindOf(widget, box)
  const radio = kind === 'radio' ? groups.add(widget) : undefined
  const label = radio?.label ?? labelOf(widget, kind)
  const binding = kind === 'text' || kind === 'date' ? suggestBinding([widget.tooltip, widget.name], kind) : null
  const { required, readOnly } = widget
  const field = { id: uuid(), kind, page: index, ...box, label, binding, required, editable: !readOnly }
  return [radio ? { ...field, group: radio.group } : field]
}

/** The widget's box on the page as a viewer shows it, cut at the page's edge. Rounded to hundredths of a point. */
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
  radio: 'Choice',
}

/** The tooltip, else the last part of the field's name, else the name of its kind. */
function labelOf({ tooltip, name }: FormWidget, kind: FormField['kind']): string {
  return plainText(tooltip) || nameText(name) || kindNames[kind]
}

/** The last part of a field's name, as words. */
const nameText = (name: string): string =>
  plainText((name.split('.').at(-1) ?? '').replaceAll(/\[\d+\]$/g, '').replaceAll('_', ' '))

/** Without surrogates that stand alone, as in a text that is cut within an emoji: the database refuses them. */
const plainText = (text: string, most = 120): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .replaceAll(/\p{Cs}/gu, '')
    .trim()

/** The questions of a document's radio buttons. Buttons of one field have the same question, others another one. */
class RadioGroups {
  readonly #byField = new Map<string, { group: string; size: number }>()

  /** The question of a button, and its label: its tooltip, else its value if that is a word, else its number. */
  add({ name, tooltip, choice }: FormWidget): { group: string; label: string } {
    const known = this.#byField.get(name) ?? { group: this.#unused(nameText(name) || kindNames.radio), size: 0 }
    known.size += 1
    this.#byField.set(name, known)
    const value = /\p{L}/u.test(choice) ? plainText(choice.replaceAll('_', ' ')) : ''
    return { group: known.group, label: plainText(tooltip) || value || `${kindNames.radio} ${known.size}` }
  }

  #unused(group: string): string {
    const taken = new Set([...this.#byField.values()].map((other) => other.group))
    if (!taken.has(group)) return group
    let number = 2
    while (taken.has(numbered(group, number))) number += 1
    return numbered(group, number)
  }
}

const numbered = (group: string, number: number): string => `${plainText(group, 110)} (${number})`

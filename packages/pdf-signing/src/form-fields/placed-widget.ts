import { smallestSide } from '@agency/contract/form-fields'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box } from '../reading/page-geometry.ts'
import type { FormWidget } from './form-widgets.ts'
import { type FieldWords, isGeneric, lastPart, parentNames, readWords } from './read-name.ts'

export interface PlacedWidget {
  widget: FormWidget
  page: number
  box: Box
  /** Of a run: how many characters it takes, and which cells stay empty between them. */
  cells?: { count: number; gaps: number[] }
  /** What is printed beside a widget whose own names say nothing. */
  printed?: string
  /** What is printed beside a widget whose name is a program's. It says what the field is called, and not whose it is. */
  caption?: string
  /** What a radio button is an answer to, where its name does not say. */
  question?: string
}

/** Whether the names of a widget say nothing but that it is a field, such as `Text12` or `Signature 2`. */
export function isUnnamed({ name, tooltip, kind }: FormWidget): boolean {
  const says = [tooltip, lastPart(name)].filter((text) => text.trim() !== '' && !isGeneric(text))
  return says.every((text) => kind === 'signature' && onlySaysSign(text))
}

/** Whether a text says no more than that somebody signs. */
export const onlySaysSign = (text: string): boolean => emptySignature.test(readWords(text).text)
const emptySignature = /^(?:(?:signature|sign|here|line|digital|electronic|field|block|box|firma|assinatura|x|es) ?)*$/

/** What a field is called, the most telling name first: its tooltip, its name, and what stands above it in the form. */
export const namesOf = ({ name, tooltip }: Pick<FormWidget, 'name' | 'tooltip'>): FieldWords[] =>
  [tooltip, lastPart(name)].filter((text) => text.trim() !== '').map(readWords)

export const groupNamesOf = ({ name }: Pick<FormWidget, 'name'>): FieldWords[] => parentNames(name).map(readWords)

/** The box of a widget on the page as a viewer shows it, cut at the page's edge. Rounded to hundredths of a point. */
export function seenBox({ rect }: FormWidget, page: PDFPageProxy): Box {
  const viewport = page.getViewport({ scale: 1 })
  const [ax, ay] = viewport.convertToViewportPoint(rect[0], rect[1])
  const [bx, by] = viewport.convertToViewportPoint(rect[2], rect[3])
  const within = (value: unknown, most: number) => rounded(Math.min(Math.max(Number(value), 0), most))
  const [x, right] = [within(ax, viewport.width), within(bx, viewport.width)].sort((a, b) => a - b)
  const [y, bottom] = [within(ay, viewport.height), within(by, viewport.height)].sort((a, b) => a - b)
  return { x: x ?? 0, y: y ?? 0, width: rounded((right ?? 0) - (x ?? 0)), height: rounded((bottom ?? 0) - (y ?? 0)) }
}

/** The smallest box to be ticked that a viewer shows, in points; a form marks nothing with a smaller one. */
const smallestMark = 3

/** As `seenBox`; the box of a small check box or radio button is enlarged about its middle, so that it can be tapped. */
export function tappableBox(widget: FormWidget, page: PDFPageProxy): Box {
  const box = seenBox(widget, page)
  const isMark = widget.kind === 'checkbox' || widget.kind === 'radio'
  if (!isMark || Math.min(box.width, box.height) < smallestMark) return box
  const viewport = page.getViewport({ scale: 1 })
  const [x, width] = enlarged(box.x, box.width, viewport.width)
  const [y, height] = enlarged(box.y, box.height, viewport.height)
  return { x, y, width, height }
}

function enlarged(from: number, length: number, most: number): [from: number, length: number] {
  const more = Math.max(0, smallestSide - length)
  return [rounded(Math.min(Math.max(0, from - more / 2), most - length - more)), rounded(length + more)]
}

export const rounded = (points: number): number => Math.round(points * 100) / 100

export function isSameRow(a: Box, b: Box): boolean {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return shared >= Math.min(a.height, b.height) / 2
}

/** The space between two boxes of a row, in points; 0 if they touch or overlap. */
export const gapBetween = (a: Box, b: Box): number => Math.max(0, b.x - (a.x + a.width), a.x - (b.x + b.width))

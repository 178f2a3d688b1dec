import { type FormField, mostFormFields } from '@agency/contract/form-fields'
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { mergeRuns } from '../form-fields/comb-runs.ts'
import { describe } from '../form-fields/field-context.ts'
import { FieldMaker } from '../form-fields/field-maker.ts'
import { type FormWidget, readWidgets } from '../form-fields/form-widgets.ts'
import { type PlacedWidget, rounded, seenBox } from '../form-fields/placed-widget.ts'
import { openForReading } from '../reading/open-pdf.ts'
import type { Box } from '../reading/page-geometry.ts'
import { findBlankLines } from './blank-lines.ts'
import { findCells, findCheckBoxes } from './check-boxes.ts'
import { readShapes } from './drawn-shapes.ts'
import { readPageWords } from './printed-lines.ts'
import { overlap, withoutDoubles } from './rules.ts'
import { type Blank, isOnLine, type Scene } from './scene.ts'
import { saysSigns, saysWhoSigns, titleOf } from './titles.ts'

/** Nothing is proposed where the PDF's own form has a field. */
export async function proposeFields(bytes: Uint8Array): Promise<FormField[]> {
  const document = await openForReading(bytes)
  const placed: PlacedWidget[] = []
  try {
    for (let index = 0; index < document.numPages && placed.length < mostFormFields; index += 1) {
      const page = await document.getPage(index + 1)
      placed.push(...(await placesOf(page, index)))
      page.cleanup()
    }
  } finally {
    await document.loadingTask.destroy()
  }
  const maker = new FieldMaker()
  for (const described of describe(mergeRuns(placed).slice(0, mostFormFields))) maker.add(described)
  // Cells that make no date are parts of one.
  const fields = maker.finish().fields.filter(({ kind, comb }) => kind !== 'text' || comb !== true)
  return fields.map((field) => ({ ...field, required: field.kind === 'signature' && field.for === undefined }))
}

async function placesOf(page: PDFPageProxy, index: number): Promise<PlacedWidget[]> {
  const { width, height } = page.getViewport({ scale: 1 })
  const { squares, ...shapes } = await readShapes(page)
  const { marks, ...words } = await readPageWords(page)
  const scene = { pageWidth: width, ...shapes, ...words, squares: withoutDoubles([...squares, ...marks]) }
  const taken = (await readWidgets(page)).map((widget) => seenBox(widget, page))
  const isFree = ({ box }: PlacedWidget) =>
    box.x >= 0 &&
    box.y >= 0 &&
    box.x + box.width <= width &&
    box.y + box.height <= height &&
    !taken.some((other) => overlap(box, other) > 0)
  const found = [
    ...findCheckBoxes(scene).map((blank) => markAt(blank, index)),
    ...dateCells(scene).map((cells) => placedAt(cells, 'text', index, cells.count)),
    ...findBlankLines(scene).map((blank) => placedAt(blank, kindOf(blank), index)),
  ]
  const placed = withoutLoneAnswers(withoutOverlaps(found.filter(isFree)))
  const printed = [...scene.words, ...scene.squares, ...taken, ...placed.map(({ box }) => box)]
  const rules = scene.rows.map(({ at, from, to }) => ({ x: from, y: at, width: to - from, height: 0 }))
  return placed.map((each) => raised(each, [...printed, ...rules])).toSorted(inReadingOrder)
}

/** Points that a signature by hand takes above its line, where they are empty. */
const signing = 30

/** A signature field as high as a hand writes, where nothing is printed or placed above it. */
function raised(placed: PlacedWidget, others: readonly Box[]): PlacedWidget {
  const { box, widget } = placed
  if (widget.kind !== 'signature' || box.height >= signing) return placed
  const bottom = box.y + box.height
  const above = others.filter(
    (other) => other.x < box.x + box.width && other.x + other.width > box.x && other.y + other.height <= box.y + 2,
  )
  const ceiling = Math.max(0, ...above.map((other) => other.y + other.height + 2))
  const y = rounded(Math.min(box.y, Math.max(ceiling, bottom - signing)))
  return { ...placed, box: { ...box, y, height: rounded(bottom - y) } }
}

function markAt(blank: Blank, page: number): PlacedWidget {
  const { answerTo, isSigned, label } = blank
  if (!answerTo) return placedAt(blank, isSigned ? 'signature' : 'checkbox', page)
  const { widget, ...placed } = placedAt(blank, 'radio', page)
  // No part of the question: who is mentioned in it is not who answers it.
  const name = `answer ${page} ${answerTo.number}`
  return {
    ...placed,
    widget: { ...widget, name, choice: label, value: false },
    question: answerTo.question || 'Choice',
  }
}

/** The other answers of a choice may stand where the form has a field. */
function withoutLoneAnswers(placed: readonly PlacedWidget[]): PlacedWidget[] {
  const sizes = Map.groupBy(placed, ({ widget }) => widget.name)
  return placed.map(({ question, ...each }) => {
    if (each.widget.kind !== 'radio') return each
    const isLone = sizes.get(each.widget.name)?.length === 1
    return isLone
      ? { ...each, widget: { ...each.widget, kind: 'checkbox' } }
      : { ...each, ...(question ? { question } : {}) }
  })
}

const kindOf = ({ label, isSigned }: Blank): FormWidget['kind'] => (saysSigns(label) || isSigned ? 'signature' : 'text')

function dateCells(scene: Scene): (Blank & { count: number })[] {
  return findCells(scene).flatMap(({ box, cells }) => {
    const label = scene.words
      .filter(({ x, y, height }) => {
        const isAbove = y + height <= box.y + 2 && box.y - (y + height) < 14 && x <= box.x + 4 && x > box.x - 130
        return isAbove || (isOnLine({ x, y, width: 0, height }, box.y + box.height) && x < box.x && x > box.x - 200)
      })
      .toSorted((a, b) => b.x - a.x)
      .find(({ text }) => saysWhoSigns(text.replace(/[\s:]+$/, '')))
    return label ? [{ box, label: label.text, count: cells.length }] : []
  })
}

function placedAt({ box, label }: Blank, kind: FormWidget['kind'], page: number, cells?: number): PlacedWidget {
  const widget: FormWidget = {
    id: '0R',
    kind,
    rect: [0, 0, 0, 0],
    name: '',
    tooltip: kind === 'signature' ? titleOf(label) : label,
    required: false,
    readOnly: false,
    value: kind === 'checkbox' ? false : '',
    choice: '',
    choices: [],
    takesOwnText: false,
    maxLength: cells,
    isComb: cells !== undefined,
    isMultiline: false,
    align: 'left',
    dateFormat: undefined,
    scripts: { calculation: undefined, isCalculated: false, isIgnored: false, number: undefined },
  }
  return { widget, page, box: roundedBox(box) }
}

const roundedBox = ({ x, y, width, height }: Box): Box => ({
  x: rounded(x),
  y: rounded(y),
  width: rounded(width),
  height: rounded(height),
})

function withoutOverlaps(placed: readonly PlacedWidget[]): PlacedWidget[] {
  const kept: PlacedWidget[] = []
  for (const each of placed) if (!kept.some(({ box }) => overlap(box, each.box) > 0.15)) kept.push(each)
  return kept
}

/** Fields of a row are seldom at exactly one height. */
const inReadingOrder = (a: PlacedWidget, b: PlacedWidget): number => rowOf(a) - rowOf(b) || a.box.x - b.box.x
const rowOf = ({ box }: PlacedWidget): number => Math.round((box.y + box.height) / 6)

import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { personIn } from './field-people.ts'
import { groupNamesOf, isUnnamed, namesOf, onlySaysSign, type PlacedWidget } from './placed-widget.ts'
import { answersOf, isCode, isCodeName, type Mark, type PrintedAnswer, type Scene, yesOrNo } from './printed-answers.ts'
import { printedLabel, readTexts } from './printed-labels.ts'
import { readWords } from './read-name.ts'

/** Adds what is printed beside the widgets of a page that have no telling name, or one that is a program's. */
export async function withPrinted(page: PDFPageProxy, placed: PlacedWidget[]): Promise<PlacedWidget[]> {
  if (placed.length === 0) return placed
  const texts = await readTexts(page)
  const others = placed.map(({ box }) => box)
  const marks = new Map(
    placed.flatMap((each): [PlacedWidget, Mark][] => {
      const { kind, name, choice } = each.widget
      return kind === 'checkbox' || kind === 'radio' ? [[each, { ...each.box, name, choice }]] : []
    }),
  )
  const scene = { texts, others, marks: [...marks.values()] }
  const answers = answersOfChoices([...marks.keys()], marks, scene)
  return placed.map((each) => {
    const mark = marks.get(each)
    const named = withLabel(each, () => printedLabel({ ...each.box, kind: each.widget.kind }, texts, others))
    if (answers.has(each)) return withAnswer(named, answers.get(each))
    return mark === undefined || each.widget.kind === 'radio' ? named : withQuestion(named, yesOrNo(mark, scene))
  })
}

function withLabel(placed: PlacedWidget, readLabel: () => string): PlacedWidget {
  const { widget } = placed
  const isNamed = !isUnnamed(widget)
  if (isNamed && (widget.kind === 'radio' || widget.kind === 'signature' || !isCoded(placed))) return placed
  const printed = readLabel()
  if (printed === '') return placed
  if (!isNamed) return onlySaysSign(printed) ? placed : { ...placed, printed }
  return namesSomebody(placed) && personIn(readWords(printed)) === undefined ? placed : { ...placed, caption: printed }
}

/** Whether each name of a widget is a program's. */
const isCoded = ({ widget: { name, tooltip } }: PlacedWidget): boolean =>
  isCodeName(name) && (tooltip.trim() === '' || isCodeName(tooltip))

/** `spouse_first_name` says more than the `First name` beside it. */
const namesSomebody = ({ widget }: PlacedWidget): boolean =>
  [...namesOf(widget), ...groupNamesOf(widget)].some((name) => (personIn(name)?.person ?? 'client') !== 'client')

const withQuestion = (placed: PlacedWidget, found: PrintedAnswer | undefined): PlacedWidget =>
  found === undefined || !isCoded(placed)
    ? placed
    : { ...placed, caption: [found.question, found.answer].filter((text) => text !== '').join(' – ') }

/** The printed answers of the boxes that are one choice: those of a name that stand for different values. */
function answersOfChoices(
  boxes: readonly PlacedWidget[],
  marks: ReadonlyMap<PlacedWidget, Mark>,
  scene: Scene,
): Map<PlacedWidget, PrintedAnswer | undefined> {
  const groups = Map.groupBy(boxes, ({ widget }) => widget.name)
  const choices = [...groups.values()].filter(
    (group) => group.some(({ widget }) => widget.kind === 'radio') || isOneChoice(group),
  )
  return new Map(
    choices.flatMap((group) => {
      const answers = answersOf(
        group.flatMap((each) => marks.get(each) ?? []),
        scene,
      )
      return group.map((each, index) => [each, answers[index]] as const)
    }),
  )
}

const isOneChoice = (group: readonly PlacedWidget[]): boolean =>
  group[0]?.widget.name !== '' && new Set(group.map(({ widget }) => widget.choice)).size > 1

/** A button is called by what is printed beside it if its value says nothing, and its choice by what is asked. */
function withAnswer(placed: PlacedWidget, found: PrintedAnswer | undefined): PlacedWidget {
  if (found === undefined) return placed
  const { widget } = placed
  const tooltip = widget.tooltip.trim() === '' && isCode(widget.choice) ? found.answer : widget.tooltip
  const question = isCodeName(widget.name) && found.question !== '' ? { question: found.question } : {}
  return { ...placed, ...question, widget: { ...widget, tooltip } }
}

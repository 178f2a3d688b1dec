import { isTechnicalName } from '@agency/contract/technical-name'
import type { Box } from '../reading/page-geometry.ts'
import type { FormWidget } from './form-widgets.ts'
import { isSameRow } from './placed-widget.ts'
import { asLabel, leftOf, type PrintedText, rightOf, verticalTo } from './printed-labels.ts'
import { isGeneric, lastPart } from './read-name.ts'

/** A box to be ticked. */
export type Mark = Box & Pick<FormWidget, 'name' | 'choice'>

export interface PrintedAnswer {
  answer: string
  question: string
}

/** How far below a box another answer to its question may stand, in points. */
const nextLine = 24
/** The longest question, in characters. */
const longestQuestion = 110

const answerWords = /(?:^|\s)(yes|no|y|n|s[ií]|sim|n[aã]o|n\/a)[\s:.)_]*$/iu
const isAnswer = (text: string): boolean => answerWords.exec(text)?.index === 0

export interface Scene {
  texts: readonly PrintedText[]
  marks: readonly Mark[]
  /** The boxes of all fields. */
  others: readonly Box[]
}

/** `Yes` or `No` beside a box, with the question of its line; undefined if something else is beside it. */
export function yesOrNo(mark: Mark, scene: Scene): PrintedAnswer | undefined {
  const { texts, others } = scene
  const chain = chainOf(mark, scene)
  const [first = mark, last = mark] = [chain[0], chain.at(-1)]
  const start = lineBefore(first, scene)
  const isRight = isAnswer(rightOf(last, texts, others))
  // `Do you smoke? Yes [ ] No [ ]`
  const isLeft = !isRight && chain.length > 1 && answerWords.test(start)
  const answer = isRight ? rightOf(mark, texts, others) : (answerWords.exec(leftOf(mark, texts, others))?.[1] ?? '')
  if (!(isRight || isLeft) || !isAnswer(answer)) return undefined
  const asked = isLeft ? start.replace(answerWords, '') || lineBefore(wordBefore(first, texts), scene) : start
  // The other answer, with more behind it.
  if (/^(?:yes|no|s[ií]|sim|n[aã]o)\b/iu.test(asked)) return undefined
  const question =
    asLabel(asked, longestQuestion) || asLabel(verticalTo(first, texts, -1)) || questionAbove(first, scene)
  return { answer: answer.trim(), question }
}

/** The boxes of a row with nothing but `Yes` or `No` between them. */
function chainOf(mark: Mark, { texts, marks, others }: Scene): Mark[] {
  const row = marks.filter((other) => isSameRow(other, mark)).toSorted((a, b) => a.x - b.x)
  const chains = row.reduce<Mark[][]>((all, each) => {
    const last = all.at(-1)
    const before = last?.at(-1)
    const between = leftOf(each, texts, others)
    const isNext = before !== undefined && neighbourOf(each, others) === before.x
    if (last && isNext && (between === '' || isAnswer(between))) last.push(each)
    else all.push([each])
    return all
  }, [])
  return chains.find((chain) => chain.includes(mark)) ?? [mark]
}

/** Where the nearest field to the left in a row begins. */
const neighbourOf = (box: Box, others: readonly Box[]): number | undefined =>
  others.filter((other) => isSameRow(other, box) && other.x < box.x).toSorted((a, b) => b.x - a.x)[0]?.x

const lineBefore = (box: Box, { texts, others }: Scene): string =>
  leftOf(box, texts, others, { gap: Number.POSITIVE_INFINITY, reach: Number.POSITIVE_INFINITY })

const wordBefore = (box: Box, texts: readonly PrintedText[]): Box =>
  texts.filter((text) => isSameRow(text, box) && text.x + text.width <= box.x + 4).toSorted((a, b) => b.x - a.x)[0] ??
  box

/** `No` below `Yes`. */
function questionAbove(mark: Mark, scene: Scene): string {
  const above = scene.marks.find(({ x, y }) => Math.abs(x - mark.x) < 6 && y < mark.y - 2 && mark.y - y <= nextLine)
  return above === undefined ? '' : (yesOrNo(above, scene)?.question ?? '')
}

/** What is printed right of the buttons of one choice, and before or above the first one; empty if one has no answer. */
export function answersOf(group: readonly Mark[], { texts, marks, others }: Scene): PrintedAnswer[] {
  const answers = group.map((mark) => asLabel(rightOf(mark, texts, others)))
  const isComplete = answers.every((answer, index) => answer !== '' && fits(answer, group[index]?.choice ?? ''))
  const [first] = group.toSorted((a, b) => (isSameRow(a, b) ? a.x - b.x : a.y - b.y))
  if (!isComplete || first === undefined || new Set(answers).size < answers.length) return []
  const question =
    asLabel(lineBefore(first, { texts, marks, others }), longestQuestion) || asLabel(verticalTo(first, texts, -1))
  return answers.map((answer) => ({ answer, question }))
}

/** `M` is not what is printed beside it as `Female`: such a form has its answers to the left. */
const fits = (answer: string, choice: string): boolean =>
  !/^[mfyns]$/i.test(choice) || answer.toLowerCase().startsWith(choice.toLowerCase())

/** Whether the value of a button says nothing to a client: `M`, `0`, `Choice1`. */
export const isCode = (choice: string): boolean => !/\p{L}{3}/u.test(choice) || isTechnicalName(choice)

/** Whether the name of a field is a program's. */
export const isCodeName = (name: string): boolean => {
  const own = lastPart(name).replaceAll(/\[\d+\]/g, '')
  return isGeneric(name) || isTechnicalName(own)
}

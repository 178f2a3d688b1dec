import { isSameRow } from '../form-fields/placed-widget.ts'
import { asLabel } from '../form-fields/printed-labels.ts'
import { type Blank, type Scene, textOf, wordsBefore } from './scene.ts'

const opposites = [
  ['yes', 'no'],
  ['si', 'no'],
  ['sim', 'nao'],
  ['true', 'false'],
  ['male', 'female'],
  ['masculino', 'femenino'],
  ['masculino', 'feminino'],
] as const
/** What may stand behind two of them. */
const neither =
  /^(?:n\/?a|not applicable|unknown|unsure|not sure|don'?t know|other|no se|no aplica|nao sei|nao se aplica)$/
/** How far apart two answers are, beside or below each other. */
const widestGap = 160
const tallestGap = 24
/** How far before its answers a question may end, and how far above them it may stand. */
const farthestQuestion = 420
const farthestAbove = 16

/** Makes one choice of each pair of boxes such as `Yes` and `No`, with what is printed before them as its question. */
export function joinAnswers(blanks: readonly Blank[], scene: Scene): Blank[] {
  const free = new Set(blanks.filter(({ isSigned }) => !isSigned))
  const joined = new Map<Blank, Blank>()
  for (const first of blanks) {
    const second = free.has(first) ? nextOf(first, free, (label) => areOpposites(first.label, label)) : undefined
    if (!second) continue
    const third = nextOf(second, free, (label) => neither.test(answerIn(label)))
    const answerTo = { question: questionOf(first, second, scene), number: joined.size }
    for (const answer of [first, second, ...(third ? [third] : [])]) {
      free.delete(answer)
      joined.set(answer, { ...answer, answerTo })
    }
  }
  return blanks.map((blank) => joined.get(blank) ?? blank)
}

function nextOf({ box }: Blank, free: ReadonlySet<Blank>, fits: (label: string) => boolean): Blank | undefined {
  const others = [...free].flatMap((other) => {
    const [right, down] = [other.box.x - box.x, other.box.y - box.y]
    if (isSameRow(box, other.box) && right > 2 && right <= widestGap) return [{ other, distance: right }]
    const isBelow = Math.abs(right) < 6 && down > 2 && down <= tallestGap
    return isBelow ? [{ other, distance: widestGap + down }] : []
  })
  const nearest = others.toSorted((a, b) => a.distance - b.distance)[0]?.other
  return nearest && fits(nearest.label) ? nearest : undefined
}

/** An answer without what follows it, as in `Yes (explain below)`. */
const answerIn = (label: string): string =>
  label
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s*[(,;:.–—-].*$/u, '')
    .trim()

function areOpposites(one: string, other: string): boolean {
  const [a, b] = [answerIn(one), answerIn(other)]
  return opposites.some(([first, second]) => (a === first && b === second) || (a === second && b === first))
}

/** What stands before the first answer, else above it. */
function questionOf({ box }: Blank, second: Blank, scene: Scene): string {
  const before = asLabel(textOf(wordsBefore(scene, box.x, box.y + box.height - 1, farthestQuestion)))
  if (before !== '') return before
  const top = Math.min(box.y, second.box.y)
  const above = scene.words
    .filter(({ x, y, height }) => y + height <= top + 3 && top - (y + height) <= farthestAbove && x < box.x + 200)
    .toSorted((a, b) => b.y + b.height - (a.y + a.height))
  const row = above.filter((word) => above[0] !== undefined && isSameRow(word, above[0]))
  return asLabel(textOf(row.toSorted((a, b) => a.x - b.x)))
}

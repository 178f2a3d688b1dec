import type { FilledField } from '@agency/contract/form-fields'
import { isTechnicalName } from '@agency/contract/technical-name'
import type { PdfPage, PrintedText } from '@agency/pdf-viewer/pdf-document'
import { useEffect, useState } from 'react'

/** The widest gap between a question and its field, and between the words of a question, in points. */
const gaps = { field: 60, above: 14, words: 10 }

type Box = Pick<FilledField, 'x' | 'y' | 'width' | 'height'>

/** Left of it, or right of a box to tick, or else above it. @param texts those of its page */
export function printedQuestion(
  field: Box & Pick<FilledField, 'kind'>,
  texts: readonly PrintedText[],
): string | undefined {
  const line = texts.filter((text) => isBeside(text, field)).sort((a, b) => a.x - b.x)
  const isTicked = field.kind === 'checkbox' || field.kind === 'radio'
  const left = wordsLeftOf(field.x, line)
  const right = isTicked ? wordsRightOf(field.x + field.width, line) : []
  const above = texts.filter((text) => isAbove(text, field)).sort((a, b) => a.x - b.x)
  const question = inWords([right, left, above].find((found) => found.length > 0) ?? [])
  if (!/\p{L}/u.test(question)) return undefined
  // A box beside `Yes` says nothing without what it is asked, at the start of its line.
  const asked =
    isTicked && isAnswer(question) ? inWords(line.filter(({ x, text }) => x < field.x && !isAnswer(text))) : ''
  return /\p{L}/u.test(asked) ? `${asked} – ${question}` : question
}

const inWords = (words: readonly PrintedText[]): string =>
  words
    .map(({ text }) => text.trim())
    .join(' ')
    .replace(/[\s:_.…]+$/, '')

const isAnswer = (text: string): boolean => /^\W*(?:yes|no|s[ií]|n[aã]o|y|n)\W*$/i.test(text)

const isBeside = ({ y, height }: PrintedText, field: Box): boolean =>
  y + height / 2 > field.y && y + height / 2 < field.y + field.height + 2

const isAbove = ({ x, y, width, height }: PrintedText, field: Box): boolean => {
  const distance = field.y - (y + height)
  return distance > -2 && distance < gaps.above && x < field.x + field.width && x + width > field.x
}

function wordsLeftOf(edge: number, line: readonly PrintedText[]): PrintedText[] {
  const found: PrintedText[] = []
  for (const text of line.filter(({ x, width }) => x + width <= edge + 2).reverse()) {
    const [next] = found
    if ((next?.x ?? edge) - (text.x + text.width) > (next ? gaps.words : gaps.field)) break
    found.unshift(text)
  }
  return found
}

function wordsRightOf(edge: number, line: readonly PrintedText[]): PrintedText[] {
  const found: PrintedText[] = []
  for (const text of line.filter(({ x }) => x >= edge - 2)) {
    const last = found.at(-1)
    if (text.x - (last ? last.x + last.width : edge) > gaps.words * 2) break
    found.push(text)
  }
  return found
}

/** The printed questions of the fields that have a program's name, by id, once they are read. */
export function usePrintedQuestions(
  fields: readonly FilledField[] | undefined,
  pages: readonly PdfPage[],
): ReadonlyMap<string, string> {
  const [questions, setQuestions] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let isShown = true
    const technical = fields?.filter(({ label }) => isTechnicalName(label)) ?? []
    const numbers = new Set(technical.map(({ page }) => page))
    const read = pages
      .filter(({ number }) => numbers.has(number - 1))
      .map(async (page) => [page.number - 1, await page.words()] as const)
    Promise.all(read).then(
      (texts) => {
        const byPage = new Map(texts)
        const found = technical.flatMap((field) => {
          const question = printedQuestion(field, byPage.get(field.page) ?? [])
          return question === undefined ? [] : [[field.id, question] as const]
        })
        if (isShown && found.length > 0) setQuestions(new Map(found))
      },
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [fields, pages])
  return questions
}

import { acceptableLosses, type PdfLoss } from '@agency/contract/pdf-checks'

type Sentence = (pages: string) => string

/** What would be lost of a page, for the refusal `PDF_CONTENT_LOST`. */
const sentences = {
  words: (pages) => `Words on ${pages} of this PDF would be lost or change their place`,
  look: (pages) => `${capitalised(pages)} of this PDF would look different after signing`,
  value: (pages) => `What is filled in on ${pages} of this PDF would be lost: its font lacks the characters`,
  size: (pages) => `${capitalised(pages)} of this PDF would change the size`,
  note: (pages) => `A highlight, a drawing or another note on ${pages} of this PDF would be lost`,
  seal: (pages) => `${capitalised(pages)} of this PDF would look different once it is sealed`,
} as const satisfies Record<PdfLoss | 'size' | 'note' | 'seal', Sentence>

/** A loss on a page, counted from 0. */
export type PageLoss = { what: keyof typeof sentences; page: number }

/** A loss that staff may accept: the plain copy has it, and is sealed as it is. */
export type AcceptableLoss = PageLoss & { what: PdfLoss }

export const isAcceptable = (loss: PageLoss): loss is AcceptableLoss =>
  acceptableLosses.some((acceptable) => acceptable === loss.what)

/** Whether a value from another process is a loss. */
export function isPageLoss(value: unknown): value is PageLoss {
  if (typeof value !== 'object' || value === null || !('what' in value) || !('page' in value)) return false
  const isKnown = typeof value.what === 'string' && Object.hasOwn(sentences, value.what)
  return isKnown && typeof value.page === 'number' && Number.isInteger(value.page) && value.page >= 0
}

export function describeLosses(losses: readonly PageLoss[]): string {
  const kinds = Map.groupBy(losses, ({ what }) => what)
  return [...kinds].map(([what, own]) => `${sentences[what](pagesText(own))}.`).join(' ')
}

const mostNamed = 5

/** `page 3`, `pages 1 and 3`, `pages 1, 2, 3, 4, 5 and 12 more`. */
function pagesText(losses: readonly PageLoss[]): string {
  const numbers = [...new Set(losses.map(({ page }) => page + 1))].sort((a, b) => a - b)
  if (numbers.length === 1) return `page ${numbers.join()}`
  const named = numbers.length > mostNamed ? numbers.slice(0, mostNamed) : numbers.slice(0, -1)
  const rest = numbers.length > mostNamed ? `${numbers.length - mostNamed} more` : numbers.at(-1)
  return `pages ${named.join(', ')} and ${rest}`
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

import { normalForm } from '@agency/contract/normal-form'

export interface Range {
  readonly start: number
  readonly end: number
}

const forms = new Map<string, string>()

/** The normal form of one character; a blank for those that part words. Lists have many, of few kinds. */
function formOf(character: string): string {
  const known = forms.get(character)
  if (known !== undefined) return known
  const form = normalForm(`a${character}a`).slice(1, -1)
  forms.set(character, form)
  return form
}

/** The normal form of a text, with the place in the text of each of its characters. */
function readForm(text: string): { form: string; places: Range[] } {
  let form = ''
  const places: Range[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const last = places.at(-1)
    // An accent that is written apart belongs to its letter.
    if (last !== undefined && last.end === start && /\p{M}/u.test(character))
      places[places.length - 1] = { ...last, end }
    for (const letter of formOf(character)) {
      form += letter
      places.push({ start, end })
    }
    start = end
  }
  return { form, places }
}

function findAll(form: string, places: readonly Range[], word: string): Range[] {
  const found: Range[] = []
  for (let at = form.indexOf(word); at >= 0; at = form.indexOf(word, at + word.length)) {
    const [first, last] = [places[at], places[at + word.length - 1]]
    if (first && last) found.push({ start: first.start, end: last.end })
  }
  return found
}

/** Where the words of a query are in a text, as the search compares them; in order, without overlaps. */
export function matchedRanges(text: string, query: string): Range[] {
  const words = normalForm(query).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const { form, places } = readForm(text)
  const isLetter = (n: number) => form.charAt(n) !== ' '
  const squeezed = { form: form.replaceAll(' ', ''), places: places.filter((_, n) => isLetter(n)) }
  const ranges = words.flatMap((word) => {
    const found = findAll(form, places, word)
    return found.length > 0 ? found : findAll(squeezed.form, squeezed.places, word)
  })
  const merged: Range[] = []
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last === undefined || range.start > last.end) merged.push(range)
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
  }
  return merged
}

/** Whether a text has each word of a query. */
export function hasWords(text: string, query: string): boolean {
  const words = normalForm(query).split(' ').filter(Boolean)
  return words.every((word) => matchedRanges(text, word).length > 0)
}

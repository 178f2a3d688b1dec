import { normalForm, searchedWords, spelledOut } from '@agency/contract/normal-form'

export interface Range {
  readonly start: number
  readonly end: number
}

type ReadForm = (text: string) => string

/** Lists have many characters, of few kinds. */
function rememberForms(read: ReadForm): ReadForm {
  const forms = new Map<string, string>()
  return (character) => {
    const form = forms.get(character) ?? read(`a${character}a`).slice(1, -1)
    forms.set(character, form)
    return form
  }
}

/** The normal form of one character; a blank for those that part words. */
const formOf = rememberForms(normalForm)
const spelledFormOf = rememberForms(spelledOut)

interface Reading {
  form: string
  places: Range[]
}

/** The normal form of a text, with the place in the text of each of its characters. */
function readForm(text: string, formOf: ReadForm): Reading {
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

function squeeze({ form, places }: Reading): Reading {
  return { form: form.replaceAll(' ', ''), places: places.filter((_, n) => form.charAt(n) !== ' ') }
}

/** Finds in a text, as the search compares them, where a word is: in one of its spellings. */
function rangesIn(text: string): (spellings: readonly string[]) => Range[] {
  const [plain, spelled] = [readForm(text, formOf), readForm(text, spelledFormOf)]
  const readings = [plain, squeeze(plain), squeeze(spelled)]
  return (spellings) => {
    for (const { form, places } of readings) {
      const found = spellings.flatMap((word) => findAll(form, places, word))
      if (found.length > 0) return found
    }
    return []
  }
}

/** Where the words of a query are in a text; in order, without overlaps. */
export function matchedRanges(text: string, query: string): Range[] {
  const words = searchedWords(query)
  if (words.length === 0) return []
  const merged: Range[] = []
  for (const range of words.flatMap(rangesIn(text)).toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last === undefined || range.start > last.end) merged.push(range)
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
  }
  return merged
}

/** Whether a text has each word of a query. */
export function hasWords(text: string, query: string): boolean {
  const find = rangesIn(text)
  return searchedWords(query).every((word) => find(word).length > 0)
}

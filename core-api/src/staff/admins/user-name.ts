import unhomoglyph from 'unhomoglyph'
import { InvalidInput } from '../../platform/errors.ts'

/** Controls, characters of no width, the blanks that are letters or symbols to Unicode, and whatever has no meaning yet. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Scripts in everyday use (UAX 31, table 5). */
const scripts =
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'.split(
    ' ',
  )
/** Japanese, Chinese and Korean are written in several scripts, and with Latin letters. */
const written = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul']

const oneOf = (names: string) =>
  new RegExp(`^[${['Common', 'Inherited', ...names.split(' ')].map((name) => `\\p{scx=${name}}`).join('')}]*$`, 'u')

/** A text has letters of one script, or of those of one language: UTS 39, section 5.2, "Highly Restrictive". */
const unmixed = [...scripts, ...written].map(oneOf)

/** Characters after normalisation, which makes several of one. */
const longest = 200

/** A user name as it is stored and compared: NFKC, without spaces around it, and with single ones inside. */
export const normalizeUserName = (typed: string): string => typed.normalize('NFKC').trim().replace(/\s+/g, ' ')

/** UTS 39, section 4. Names are the same in capital letters, so each way of writing it counts. */
const skeletonsOf = (name: string): string[] =>
  [name, name.toLowerCase()].map((text) => unhomoglyph(text.normalize('NFD')).normalize('NFD').toLowerCase())

/** Whether a name is one of the others, or looks like one on a screen: `аna` in Cyrillic beside `ana`, `ana1` beside `anal`. */
export function looksTaken(name: string, others: readonly string[]): boolean {
  const own = skeletonsOf(name)
  return others.some((other) => skeletonsOf(other).some((skeleton) => own.includes(skeleton)))
}

/** @throws InvalidInput for characters that nobody sees, or letters of several scripts */
export function acceptUserName(typed: string): string {
  const name = normalizeUserName(typed)
  const problem = problemOf(name)
  if (problem !== undefined) throw new InvalidInput([{ field: 'username', message: problem }])
  return name
}

function problemOf(name: string): string | undefined {
  if (name === '') return 'must not be empty'
  if (name.length > longest) return `must not have more than ${longest} characters`
  if (invisible.test(name)) return 'has characters that cannot be seen; type it anew'
  if (!unmixed.some((letters) => letters.test(name))) return 'mixes letters of several alphabets; use those of one'
  return undefined
}

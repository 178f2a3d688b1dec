/** The only form in which typed texts are compared. Migration 001 has the same in SQL; a test there compares both. */

// Written as in a bracket expression of a regular expression, so that SQL has the same.
/** Accents that stand alone. Their compatibility decomposition begins with a blank. */
const spacingAccents = String.raw`\u00a8\u00af\u00b4\u00b8\u02d8-\u02dd\u1fbd-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd\u1ffe`
/** Latin, Greek and Cyrillic accents, points of Hebrew and Arabic, variation selectors. */
const marks = String.raw`\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f`
/** Characters that nobody sees: soft hyphen, zero widths, marks of direction. */
export const invisible = String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb`
/** Quotes, apostrophes, primes, and dots. */
const quotes = String.raw`\u0022\u0027\u002e\u0060\u00ab\u00b7\u00bb\u02b9-\u02bf\u02c8\u02ca\u02cb\u02ee\u055a\u05f3\u05f4\u07f4\u07f5\u2018-\u201f\u2027\u2032-\u2037\u2039\u203a\u2057\u2219\u22c5\u275b-\u2760\u301d-\u301f\u30fb\ua78b\ua78c`
export const dashes = String.raw`\u002d\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2053\u207b\u208b\u2212\u2500\u2501\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\ufe31\ufe32\ufe58\ufe63\uff0d`
export const blanks = String.raw`\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000`
/** Commas, slashes, brackets and the like, which part words. */
const separators = String.raw`\u0028\u0029\u002c\u002f\u003a\u003b\u005b\u005c\u005d\u007b\u007c\u007d\u060c\u061b\u2022\u2044\u3001`

const everywhere = (characters: string): RegExp => new RegExp(`[${characters}]+`, 'g')
const accents = everywhere(spacingAccents)
const removed = everywhere(marks + invisible + quotes)
const parting = everywhere(dashes + blanks + separators)

/** Letters that do not decompose, in lower case, by what is written for them. */
const specialLetters = {
  a: 'ⱥɐ',
  b: 'ƀɓƃ',
  c: 'ƈȼɕ',
  d: 'đðɖɗƌ',
  e: 'ɛəǝɇɘ',
  f: 'ƒꞙ',
  g: 'ǥɠɡ',
  h: 'ħ',
  i: 'ıɨɩɪ',
  j: 'ȷɉ',
  k: 'ƙĸ',
  l: 'łƚɫ',
  m: 'ɱ',
  n: 'ŋɲƞɳ',
  o: 'øɔ',
  p: 'ƥᵽ',
  q: 'ɋ',
  r: 'ʀɍ',
  s: 'ʂȿ',
  t: 'ŧƭʈⱦ',
  u: 'ʉʊᵾ',
  v: 'ʋⱴ',
  y: 'ƴɏ',
  z: 'ƶȥʐ',
  σ: 'ς',
  ae: 'æ',
  oe: 'œ',
  ss: 'ß',
  th: 'þ',
}
const plainLetter = new Map(
  Object.entries(specialLetters).flatMap(([plain, letters]) =>
    Array.from(letters, (letter) => [letter, plain] as const),
  ),
)
const special = everywhere([...plainLetter.keys()].join(''))
const written = (letters: string): string => Array.from(letters, (letter) => plainLetter.get(letter) ?? letter).join('')

/** Drops case, accents, quotes and dots: `d’Arcy  L‑Hôpital` is `darcy l hopital`, `Łukasz` is `lukasz`. */
export const normalForm = (text: string): string =>
  text
    .replace(accents, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(removed, '')
    .replace(special, written)
    .replace(parting, ' ')
    .trim()

/** The normal form without blanks: `Mary-Ann`, `Mary  Ann` and `Maryann` are equal. */
export const squeezedForm = (text: string): string => normalForm(text).replaceAll(' ', '')

/** Letters that German and the Nordic languages spell with two, where a keyboard or a passport has no accent. */
const spelledLetters = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['å', 'aa'],
  ['ø', 'oe'],
])
const spelled = everywhere([...spelledLetters.keys()].join(''))

/** The normal form of the other spelling of a name: `Müller` is `mueller`, `Ågård` is `aagaard`. Equal where a name has one. */
export const spelledOut = (text: string): string =>
  normalForm(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(spelled, (letters) => Array.from(letters, (letter) => spelledLetters.get(letter) ?? letter).join('')),
  )

/** A name of Han letters is written in one word, the last name first. */
const hanName = /(?<=\p{Script=Han})(?=\p{Script=Han})/gu

/** The words of a query in the normal form, each with its other spelling if it has one that the word alone does not find. */
export function searchedWords(query: string): string[][] {
  const words = normalForm(query).replace(hanName, ' ').split(' ').filter(Boolean)
  const others = spelledOut(query).replace(hanName, ' ').split(' ')
  return words.map((word, n) => {
    const other = others[n]
    return other === undefined || other.includes(word) ? [word] : [word, other]
  })
}

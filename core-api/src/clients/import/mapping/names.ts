import { normalForm } from '@agency/contract/normal-form'
import { isUsualGivenName } from '../given-names.ts'

const suffixes = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'v', '2nd', '3rd', '4th', 'md', 'phd', 'dds', 'cpa', 'esq'])
const titles = new Set(
  'mr,mrs,ms,miss,dr,dra,drs,sr,sra,srta,sres,sras,srs,prof,rev,lcdo,lcda,licdo,licda,ing'.split(','),
)
/** They belong to the last name that follows. */
const particles = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'da',
  'das',
  'do',
  'dos',
  'van',
  'von',
  'der',
  'den',
  'di',
  'st',
  'al',
  'el',
  'bin',
  'vda',
  'viuda',
])

/** First names without a title before them. `Dona` without its tilde is a name, and `Don` is one. */
export const withoutTitle = (text: string): string => {
  const [first, ...others] = text.split(' ')
  const isTitle = isIn(titles, first) || /^doña$/i.test(first ?? '')
  return others.length > 0 && isTitle ? others.join(' ') : text
}

const prefixes = new Set(['o', 'mc', 'mac', 'saint', 'san', 'santa'])

const isIn = (words: ReadonlySet<string>, word: string | undefined): boolean =>
  word !== undefined && words.has(normalForm(word))

const legalForms = new Set(['inc', 'incorporated', 'llc', 'ltd', 'lp', 'co', 'corp', 'corporation', 'company'])

/** Whether a word behind a comma ends the name before it, of a person or a company. */
export const isNameEnd = (word: string): boolean => isIn(suffixes, word) || isIn(legalForms, word)

/** Of companies and associations; none is a last name. */
const firms = new Set(
  [...legalForms].concat(
    'llp,pllc,plc,partnership,trust,foundation,association,assoc,hoa,ministries,enterprises,holdings,services,solutions,group,partners,associates,properties,investments,logistics,restaurant,bakery,roofing,plumbing,landscaping,construction,trucking,repair'.split(
      ',',
    ),
  ),
)
// People are called Co.
firms.delete('co')
const firmStart =
  /^(?:\S+ )?bank of \w|(?:profit sharing|pension|retirement) plan$|^(?:the )?(?:law offices?|offices?|city|town|village|county|state|estate|church|university|school|friends|iglesia|bank) (?:of|de)\b/i
/** `Lee Family Trust DTD 3/4/2001`, `Trust U/A 1/5/2010` */
const trust = /\btrust\b.*\b(?:dtd|dated|u\/?a\/?d?|u\/?t\/?d|agreement|\d{4})\b|^trust of\b|^tr u\/?w\b|\bilit$/i
const firmEnd = /\b(?:P\.?A\.|Co\.|PA|(?:baptist|methodist|lutheran|catholic|community) church(?: of .*)?)$/
const church = /^(?:st\.?|saint|first|second) .*\bchurch(?: of .*)?$/i

/** Whether a name begins or ends as that of a company does. */
export const isFirm = (name: string): boolean =>
  isIn(firms, name.split(' ').at(-1)) ||
  trust.test(name) ||
  firmStart.test(name) ||
  firmEnd.test(name) ||
  church.test(name)

interface Name {
  first: string
  last: string
}

/** Between the names of two people. A capital E or Y is the initial of a name, unless all letters are capitals. */
const and = / (?:&|[Aa]nd|AND|y|e|JT ?WROS|JT ?TEN) |[&/;+]/
const andOfCapitals = / (?:&|AND|Y|JT ?WROS|JT ?TEN) |[&/;+]/
const andIn = (text: string): RegExp => (text === text.toUpperCase() ? andOfCapitals : and)

/** Without pictures, which some put beside a name. */
const plainName = (text: string): string =>
  text
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()

/** A name without pictures, unless it has nothing else. */
export const withoutPictures = (text: string): string => plainName(text) || text

const remarkWords =
  "deceased|dec(?:'?d)?|died|passed|rip|moved|old|new|dup(?:e|licate)?s?|dnc|do not|don['’]t|no (?:calls?|texts?|contact)|call|vip|see|wife|husband|spouse|son|daughter|mom|dad|mother|father|brother|sister|cousin|friend|ref(?:erred|erral)?|inactive|cancel(?:l?ed)?|term(?:ed|inated)?|lost|lead|prospect|client|needs?|pending|spanish|check|hold|c/o|poa|attn|fallecid[oa]|difunt[oa]|finad[oa]|mudad[oa]|no llamar"
const remarkWord = new RegExp(`\\b(?:${remarkWords}|viud[ao])\\b`, 'i')
/** Longer texts are none: a cell may hold a million characters. */
const longestName = 300
/** In brackets, between asterisks, or behind a dash. */
const remarks = /\s*(?:\(([^()]*)\)|\[([^[\]]*)\]|<([^<>]*)>|\*+([^*]+)\*+|\*{2,}([^*]+)$|\s[-–—]+\s(.+)$)/g
/** Behind a whole name and a comma: `Ann Lee, moved to TX`. */
const behindComma = /(?<=\S \S+),\s*(\p{Ll}[^,()]*)$/u
/** Several words in brackets are no nickname, but `(de los Ángeles)` is a part of the name. */
const isWords = /^(?!(?:de|del|da|das|do|dos)\b)\S.* \S/
/** Words that no name has, behind a dash: `papá de Ana`. */
const saysMore = /(?:^|\s)(?!(?:de|del|la|las|los|da|das|do|dos|van|von|der|den|di|al|el|bin|ibn|y|e)\b)\p{Ll}/u
/** Before a name, and behind one: in capitals, behind a comma or a dash, or another name of the person. */
const marks = [
  /^((?:Mr|Sr|Dr|Mister)\.? ?(?:&|and|y|e|\/|\+) ?(?:Mrs|Ms|Sra|Dra)\.?)\s+(?=\p{L})/iu,
  /^(DNC|DO NOT (?:CALL|CONTACT)|DECEASED|Deceased)(?:\s*[:-]\s*|\s+)(?=\p{L})/u,
  // It puts who is gone at the end of a list.
  /^(zz+)\s+(?=\p{L})/iu,
  /^(cancell?ed|moved|inactive|duplicate|terminated|(?:old|former|lost) client|vip)(?:\s*:\s*|\s*[-–—]\s+)(?=\p{L})/iu,
  /(?:\s*[-/;|]\s*|\s+)(DECEASED|DNC|DO NOT (?:CALL|CONTACT)|VIP|INACTIVE|DUPLICATE|deceased|inactive|do not (?:call|contact))(?=$|,)/,
  /\s?[-/;|]\s?(deceased|dnc|inactive|duplicate|cancell?ed|terminated|moved)(?=$|,)/i,
  /(?:,\s*|-\s+|\s+(?=deceased|cancell?ed))((?:deceased|dnc|vip|inactive|duplicate|cancell?ed|(?:old|new|former|lost) client|do not (?:call|contact))(?: [\d/.-]{4,10})?)$/i,
  // How an account is held.
  /(?<=\S \S+)[\s,-]+(JT ?(?:WROS|TEN(?:ANTS)?)|TEN(?:ANTS)? (?:COM|ENT)|(?:ROTH |SEP |SIMPLE |INHERITED )?IRA|(?:401|403) ?\(?[KB]\)?|INSURED|OWNER|ANNUITANT)$/i,
  // Somebody else, for whom or through whom: `Ann Lee POA: Bob Smith`, `Ann Lee Trustee`.
  /(?<=\S \S+)[\s,]+((?:cust(?:odian)?(?: fbo| for)?|aka|a\/k\/a|fka|f\/k\/a|c\/o|poa|attn|fbo|d\/?b\/?a):? [^,]+|% ?[^,]+|ttee|trustee)$/i,
  /(?<=\S \S+)[\s,]+(RIP|MOVED)$/,
  /[\s,]+\(?(q\.?\s?e\.?\s?p\.?\s?d\.?)\)?$/i,
  // `Ann Lee moved to TX`, but not `ann new`
  new RegExp(`(?<=\\p{Lu}\\S*)\\s((?:${remarkWords})(?:\\s[^,()]+)?)$`, 'u'),
]

/** A name with the last name first, such as `DE LA CRUZ MARIA E`, with a comma behind it; one with a comma as it is. */
export function withComma(text: string): string {
  // `HOLT JR ROBERT` and `HOLT ROBERT JR`
  const all = plainName(text)
    .replace(/ [-–] /g, '-')
    .split(' ')
  const suffix = all.slice(1).find((word) => isIn(suffixes, word))
  const words = all.filter((word) => word !== suffix)
  if (text.includes(',') || words.length < 2) return text
  let at = 0
  while (at < words.length - 2 && (isIn(particles, words[at]) || isIn(prefixes, words[at]))) at += 1
  const last = [...words.slice(0, at + 1), suffix].filter(Boolean).join(' ')
  return `${last}, ${words.slice(at + 1).join(' ')}`
}

/** What stands beside a name and is none: `Lee (deceased)`, `Ann Lee - moved to TX`. A nickname such as `(Bob)` is one. */
export function withoutRemarks(text: string): { name: string; remarks: string[] } {
  if (text.length > longestName) return { name: text, remarks: [] }
  const found: string[] = []
  // A list marks names with an asterisk.
  let rest = text
    .replace(/\s+/g, ' ')
    .replace(/^ ?\*+ ?(?=[^*]+$)/, '')
    .trim()
  for (const mark of [...marks, behindComma]) {
    const [end = '', remark = ''] = mark.exec(rest) ?? []
    if (end === '' || (mark === behindComma && !remarkWord.test(remark))) continue
    found.push(remark)
    rest = rest.replace(end, '').replace(/,$/, '').trim()
  }
  rest = rest.replace(remarks, (whole, ...parts: (string | undefined)[]) => {
    const remark = parts.slice(0, 6).find((part) => part !== undefined) ?? ''
    const isSeveral = parts[5] === undefined ? isWords.test(remark.trim()) : saysMore.test(remark)
    const isRemark = isSeveral || remarkWord.test(remark) || /@|^\s*$/.test(remark)
    if (!isRemark && !whole.includes('**')) return whole
    if (remark.trim() !== '') found.push(remark.trim())
    return ' '
  })
  const name = rest.replace(/\s+/g, ' ').trim()
  return name === '' ? { name: text, remarks: [] } : { name, remarks: found }
}

/** Behind two names or more, `e Souza` belongs to a last name. No-break spaces keep the words of one together. */
const joinLast = (plain: string): string =>
  plain.includes(',') ? plain : plain.replace(/(?<=^\S+ .*\S) (y|e) (\S+)$/u, '\u{A0}$1\u{A0}$2')
const parted = (text: string): string => text.replaceAll('\u{A0}', ' ')

/** Whether the last name of a text may be that of another person: `João Lee e Souza`. */
export const mayBeTwo = (text: string): boolean => joinLast(plainName(text)).includes('\u{A0}')

/** The names of a couple, such as `John & Mary Smith`, `Smith, John and Mary` or `Smith, John & Lee, Ann`; undefined for any other text. */
export function splitCouple(text: string): [Name, Name] | undefined {
  const plain = joinLast(plainName(text))
  const people = plain.split(andIn(plain))
  if (people.length === 2 && people.every((each) => each.includes(', '))) {
    const [one, other] = people.map((each) => splitName(each))
    if (one && other) return [one, other]
  }
  const [before = '', after] = plain.split(', ')
  const [one, other, ...more] = (after ?? before).split(andIn(plain)).map((part) => part.trim())
  if (!one || !other || more.length > 0) return undefined
  if (after !== undefined) {
    return [
      { first: withoutTitle(one), last: before },
      { first: withoutTitle(other), last: before },
    ]
  }
  const [first, second] = [splitName(one), splitName(other)]
  if (!first || !second?.last) return undefined
  return [first.last === '' ? { ...first, last: second.last } : first, second]
}

/**
 * The names of a couple whose first names and last names are in two columns: `José y Ana` and `Rivera Ortiz`, or
 * `Rivera / Ortiz`, one of each; undefined if only one is named.
 */
export function splitColumns(first: string, last: string): [Name, Name] | undefined {
  const given = plainName(first)
    .split(andIn(plainName(first)))
    .map((name) => withoutTitle(name.trim()))
  const [own = '', their = own, ...more] = last.split(/\s*[/;]\s*/)
  const [one = '', other = ''] = given
  const isCouple =
    given.length === 2 ? one !== '' && other !== '' : given.length === 1 && their !== own && their.includes(' ')
  if (!isCouple || own === '' || more.length > 0 || last.includes(',')) return undefined
  return [
    { first: one, last: own },
    { first: other, last: their },
  ]
}

/** First and last name of a person; undefined for a text with two people. */
export function splitName(text: string): Name | undefined {
  const name = partsOf(joinLast(plainName(text)).replace(/ [-–] /g, '-'))
  return name && { first: parted(name.first), last: parted(name.last) }
}

/** Second given names that are no last names, beside the usual ones. */
const secondNames = new Set(
  'alejandra,alejandro,andres,angel,angeles,antonia,beatriz,carmen,cesar,cristina,esther,eugenia,fernanda,fernando,gabriela,hugo,ines,isabel,javier,laura,lucia,luisa,luz,mario,paula,pilar,raul,rosa,sofia,teresa'.split(
    ',',
  ),
)

/** The same under a heading that says two last names, as `Nombre y Apellidos` does: `Ana María Peña López`, `Ana Peña López`. */
export function splitTwoLast(text: string): Name | undefined {
  const name = splitName(text)
  const words = name?.first.split(' ') ?? []
  const moved = words.at(-1)
  const isGiven = moved === undefined || isUsualGivenName(moved) || isIn(secondNames, moved)
  if (!name || words.length < 2 || name.last === '' || text.includes(',') || isGiven) return name
  const at = withParticles(words, words.length - 1)
  return { first: words.slice(0, at).join(' '), last: [...words.slice(at), name.last].join(' ') }
}

/** Where a last name begins whose last word stands at a place. The first word is no part of it. */
function withParticles(words: readonly string[], last: number): number {
  let at = last
  while (at > 1 && isIn(particles, words[at - 1])) at -= 1
  return at
}

function partsOf(plain: string): Name | undefined {
  const [before = '', after = '', ...more] = plain.split(',').map((part) => part.trim())
  // `Ortega y Gasset, José`
  const isOneLast =
    after !== '' && / (?:y|e) /.test(before) && !andIn(plain).test(before.replace(/ (?:y|e) /, ' ') + after)
  if (andIn(plain).test(plain) && !isOneLast) return undefined
  if (more.length > 1) return undefined
  // `Smith, Jr., John`, but not `John Smith, Jr., CPA`
  const areEnds = isIn(suffixes, after) && isIn(suffixes, more[0])
  if (more[0] && isIn(suffixes, after) && !areEnds) return { first: more[0], last: `${before} ${after}` }
  if (after !== '' && !isIn(suffixes, after)) {
    const [third = ''] = more
    const given = withoutTitle(after)
    // `SMITH, JOHN A JR`
    const [, start = '', end] = third === '' ? (/^(\S.*) (\S{2,})$/.exec(given) ?? []) : []
    if (isIn(suffixes, end)) return { first: start, last: `${before} ${end}` }
    // A suffix, or a middle name.
    return isIn(suffixes, third)
      ? { first: given, last: `${before} ${third}` }
      : { first: `${given} ${third}`.trim(), last: before }
  }
  const words = before.split(' ')
  if (words.length > 2 && isIn(titles, words[0])) words.shift()
  const ending = [after, ...more].filter(Boolean)
  // `Ann Lee (Annie)`
  const nickname = words.length > 2 && /^\(.*\)$/.test(words.at(-1) ?? '') ? [words.pop()] : []
  while (words.length > 2 && isIn(suffixes, words.at(-1))) ending.unshift(words.pop() ?? '')
  if (words.length === 1) return { first: before, last: ending.join(' ') }
  let at = words.length - 1
  // The initial of a second last name: `Ana Lima R.`
  if (at > 1 && /^\p{Lu}\.$/u.test(words[at] ?? '')) at -= 1
  at = withParticles(words, at)
  return { first: [...words.slice(0, at), ...nickname].join(' '), last: [...words.slice(at), ...ending].join(' ') }
}

/** A name such as `Smith, John` in the order of `John Smith`; any other text as it is. */
export function firstNameFirst(text: string): string {
  const { first, last } = (text.includes(',') && splitName(text)) || {}
  return first && last ? `${first} ${last}` : text
}

/** A name of a field as words: lower case, without accents, signs, numbering in front and the number behind. */
export interface FieldWords {
  text: string
  aside: string
  /** The number behind, as in `Name 2`. */
  number: number | undefined
  /** Whether the number is one that form editors append to a second field of a name: `Name_2`. */
  isCopy: boolean
}

/** `f1_01`, `3a.` or `Q12` before words. */
const numbering =
  /^(?:(?:[a-z]|item|line|question|field|text|box|fill|page|section|part) )?(?:\d+ )+(?:[a-h] )?(?=\p{L}{2})/u
/** What form editors append to a name that stands for a date or a picture. */
const editorSuffix = /(?<=\d ?)af (?:date|image|number)$/

export function readWords(name: string): FieldWords {
  const aside = [...name.matchAll(/\(([^)]*)\)?/g)].map(([, inside]) => inside ?? '').join(' ')
  const outside = name.replaceAll(/\([^)]*\)?/g, ' ')
  const words = plainWords(/\p{L}/u.test(outside) ? outside : name)
    .replace(editorSuffix, '')
    .trim()
  const [, text = '', digits] = /^(.*?)(?: (\d{1,3}))?$/.exec(words.replace(numbering, '')) ?? []
  const number = digits === undefined ? undefined : Number(digits)
  return { text: text.trim(), aside: plainWords(aside), number, isCopy: /_\d+(?:\[\d+\])?$/.test(name) }
}

/** A dot within a path of names, and not one of a sentence such as `1. Your name`. */
const pathDot = /\.(?=\S)/
/** The last part of a path such as `form1[0].Page1[0].Date[0]`. */
export const lastPart = (name: string): string => name.split(pathDot).at(-1) || name

/** The parts of a path above the last one that say something, the nearest first: not `topmostSubform` or `Page1`. */
export function parentNames(name: string): string[] {
  const parts = name.split(pathDot).slice(0, -1)
  return parts.filter((part) => !isGeneric(part) && !/\s/.test(part.trim())).reverse()
}

const genericName =
  /^(?:topmost ?subform|subform|form|page|pg|body|content|untitled|undefined|field|text ?(?:field|box)?|fill|check ?box|chk|cbx|txt|fld|rdo|opt|btn|radio ?button|button|group|table|row|cell|col(?:umn)?|signature|date|number|numeric|[a-z]{1,2}|read ?order)?(?: ?\d+)*(?: af (?:date|image|number))?$/

/** Whether a name says nothing about the field: `Text12`, `f1_01[0]`. */
export function isGeneric(name: string): boolean {
  const words = plainWords(lastPart(name))
  return genericName.test(words)
}

/** Between words that are written together in lower case: `witnesssignature`, `dateofbirth`. */
const joined = new RegExp(
  [
    '(?<=\\b(?:witness|agent|producer|broker|spouse|applicant|client|insured|guardian|parent|preparer|notary|employer))' +
      '(?=(?:signature|sig|sign|initials?|name|date|dob|ssn|phone|address|first|last|printed))',
    '(?<=\\b(?:signature|sign|sig|today|todays))(?=date\\b)',
    '(?<=\\bdate)(?=(?:signed|of))',
    '(?<=\\bof)(?=(?:birth|signature))',
  ].join('|'),
  'g',
)

function plainWords(name: string): string {
  return (
    name
      .replaceAll(/\[\d+\]/g, '')
      // `Applicant/Representative` is either of them.
      .replaceAll(/(?<=\p{L}{3})\s*\/\s*(?=\p{L}{3})/gu, ' or ')
      .replaceAll(/\b1st\b/gi, 'first')
      .replaceAll(/\b2nd\b/gi, 'second')
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replaceAll(/(\p{L})(\d)/gu, '$1 $2')
      .replaceAll(/(\d)(\p{L})/gu, '$1 $2')
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .replaceAll(joined, ' ')
      .trim()
  )
}

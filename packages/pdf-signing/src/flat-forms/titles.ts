import { dateMeaning, saysSignature } from '../form-fields/field-dates.ts'
import { personIn, withoutPeople } from '../form-fields/field-people.ts'
import { readWords } from '../form-fields/read-name.ts'

const longestTitle = 60
const mostWords = 9

export const saysWhoSigns = (label: string): boolean => saysSigns(label) || saysDay(label)

export function saysSigns(label: string): boolean {
  const names = [readWords(titleOf(label))]
  return isTitle(label) && saysSignature(names) && !/\b(?:middle|name)\b.*\binitial/i.test(label)
}

function saysDay(label: string): boolean {
  return isTitle(label) && dateMeaning([readWords(titleOf(label))], false) !== undefined
}

/** The first sentence: `Spouse's signature. If a joint return, both must sign.` */
export const titleOf = (label: string): string =>
  /^.{4,}?\p{Ll}{2}(?=[.;] )/u.exec(label)?.[0] ?? label.replace(/\.$/, '')

/** Not a time of day, a sign or code. */
export const isWord = (label: string): boolean => /\p{L}{3}|^\p{Lu}{2}$/u.test(label) && !/[=<>{}|]/.test(label)

/** Whether a text is short enough to be a label, and no note or point of a list. */
export const isTitle = (label: string): boolean => {
  const title = titleOf(label)
  return title.length <= longestTitle && title.split(' ').length <= mostWords && !/^[(•·*-]/.test(title)
}

/** Whether a text is nothing but who signs: `Witness` below a line. */
export function namesPerson(label: string): boolean {
  const words = readWords(label)
  return (
    personIn(words) !== undefined &&
    withoutPeople(words.text)
      .replaceAll(/\b(?:or|and|of|the|public|legal|licensed|s)\b/g, '')
      .trim() === ''
  )
}

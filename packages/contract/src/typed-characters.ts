import { blanks, dashes, invisible } from './normal-form.ts'

const unseen = new RegExp(`[${invisible}]+`, 'g')
const dash = new RegExp(`[${dashes}]`, 'g')
const blank = new RegExp(`[${blanks}]`, 'g')
/** Digits and signs of full width. */
const wide = /[\uff01-\uff5e]/g

/** Writes it as a keyboard does: without invisible characters, with plain hyphens, blanks and digits, and trimmed. */
export const plainCharacters = (text: string): string =>
  text
    .replace(unseen, '')
    .replace(wide, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(dash, '-')
    .replace(blank, ' ')
    .trim()

const ends = new RegExp(`^[${blanks}${invisible}]+|[${blanks}${invisible}]+$`, 'g')

/** A name as it is stored: in composed form (NFC), without blanks and invisible characters at its ends, else as typed. */
export const trimmedName = (text: string): string => text.normalize('NFC').replace(ends, '')

import type { ClientStatus } from '@agency/contract/client-fields'
import type { ClientListQuery, FollowUp } from '@agency/contract/clients'

/** Which clients a list is about. */
export interface ClientFilter {
  /** Each of them is in the first name, the last name or the health plan's name; without case and accents. */
  words: string[]
  status: ClientStatus | undefined
  /** Only those with a proposal that nobody has decided on. */
  proposing: boolean
  followUp: { which: FollowUp; date: string } | undefined
}

/** As the column is made that is searched: letters are taken apart, and their accents left out. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

export function readFilter({ q, status, follow_up, date, proposals }: ClientListQuery): ClientFilter {
  return {
    words: plain(q ?? '')
      .split(/\s+/)
      .filter(Boolean),
    status,
    proposing: proposals === 'open',
    followUp: follow_up && { which: follow_up, date: date ?? new Date().toISOString().slice(0, 10) },
  }
}

/** Whether an index can tell the matches. Of a single letter it knows no more than that most clients have it. */
export const isSelective = ({ words, proposing }: ClientFilter): boolean =>
  proposing || words.some((word) => Array.from(word).length > 1)

/** The neighbouring characters of a word for which the trigram index, which needs three letters in a row, is no help. */
export function pairsOf(word: string): string[] {
  if (/[\p{L}\p{N}]{3}/u.test(word)) return []
  const characters = Array.from(word)
  return characters.slice(1).map((character, n) => `${characters[n]}${character}`)
}

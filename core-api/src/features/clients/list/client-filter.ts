import type { ClientStatus } from '@agency/contract/client-fields'
import type { ClientListQuery, FollowUp } from '@agency/contract/clients'

/** Which clients a list contains. */
export interface ClientFilter {
  /** Each word occurs in the first name, the last name or the name of the health plan, ignoring case and accents. */
  words: string[]
  status: ClientStatus | undefined
  /** Only clients with an undecided proposal. */
  proposing: boolean
  followUp: { which: FollowUp; date: string } | undefined
}

/** Normalizes a text as the searched column does: without accents and case. */
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

/** Whether an index finds the matches. A single letter matches most clients. */
export const isSelective = ({ words, proposing }: ClientFilter): boolean =>
  proposing || words.some((word) => Array.from(word).length > 1)

/** The pairs of neighbouring characters of a word that is too short for the trigram index. */
export function pairsOf(word: string): string[] {
  if (/[\p{L}\p{N}]{3}/u.test(word)) return []
  const characters = Array.from(word)
  return characters.slice(1).map((character, n) => `${characters[n]}${character}`)
}

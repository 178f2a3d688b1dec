import type { ClientStatus } from '@agency/contract/client-fields'
import type { ClientListQuery, FollowUp } from '@agency/contract/clients'
import type { Where } from '@agency/contract/conditions'
import { clientFilterFields } from '@agency/contract/filter-fields'
import { searchedWords } from '@agency/contract/normal-form'
import { readPhoneDigits } from '@agency/contract/phone'
import { readSessionCode } from '@agency/contract/session-code'
import { plainCharacters } from '@agency/contract/typed-characters'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { askedInputs, isDigested } from './field-keys.ts'
import { emailAddress, searchValue } from './search-values.ts'
import { readWhereFilter, type WhereFilter } from './where-filter.ts'

/** The filter of a client list. */
export interface ClientFilter {
  /** Each word, in one of its spellings, occurs in the first name, the last name or the name of the health plan; in the normal form of texts. */
  words: string[][]
  /** Other ways in which the search finds a client. */
  identifier: Identifier
  /** The archived clients, or the others; `either` for a part of another query. */
  archived: boolean | 'either'
  status: ClientStatus | undefined
  /** Only clients with an undecided proposal. */
  proposing: boolean
  followUp: { which: FollowUp; date: string } | undefined
  where: WhereFilter | undefined
  /** Whose clients the caller sees; undefined for all clients. */
  scope: Exclude<ClientScope, 'all'> | undefined
}

/** The search text as an identifier, in place of names. It is matched as a whole, never word by word. */
export interface Identifier {
  /** The first or last digits of the phone number: at least those of a local number. */
  phone: string | undefined
  /** Occurs in the e-mail address or in the digits of the phone number; `prefix`: the address starts with it. */
  contact: { text: string; prefix: boolean } | undefined
  /** A session code, normalised. */
  sessionCode: string | undefined
  /** Search keys of a whole encrypted value, in hex. */
  keys: string[]
  /** Those of the last four digits of a social security number, in hex. */
  ssnKeys: string[]
}

type SearchKeys = Pick<FieldCipher, 'searchKeys'>

/** The shortest beginning of an e-mail address that is looked for: a trigram. */
const shortestAddress = 3
/** The digits of a local phone number. Fewer are looked for anywhere in a number. */
const localNumber = 7

/** The words that are searched for. A text of quotes or hyphens alone is searched for as it is, and finds nobody. */
function wordsOf(text: string): string[][] {
  const words = searchedWords(text)
  return words.length === 0 && text !== '' ? [[text]] : words
}

/** A query of an address, or the same with conditions of a body. */
export type SentFilter = Omit<ClientListQuery, 'where'> & { where?: string | Where | undefined }

/** @param sensitive whether conditions on sensitive fields are taken @throws InvalidInput and NotAllowed as `readWhereFilter` */
export function readFilter(
  { q = '', archived = false, status, follow_up, date, proposals, where }: SentFilter,
  cipher: SearchKeys,
  scope: ClientScope,
  sensitive: Parameters<typeof readWhereFilter>[1]['sensitive'] = 'refused',
): ClientFilter {
  const today = date ?? new Date().toISOString().slice(0, 10)
  return {
    words: wordsOf(plainCharacters(q)),
    identifier: readIdentifier(plainCharacters(q), cipher),
    archived,
    status,
    proposing: proposals === 'open',
    scope: scope === 'all' ? undefined : scope,
    followUp: follow_up && { which: follow_up, date: today },
    where: readWhereFilter(where, {
      fields: clientFilterFields,
      today,
      sensitive,
      keysOf: ({ field, operator, values }) => {
        if (!isDigested(field)) return undefined
        const { inputs, isNot } = askedInputs(field, operator, values, today)
        return { any: inputs.flatMap((input) => cipher.searchKeys(input)).map((key) => key.toString('hex')), isNot }
      },
    }),
  }
}

function readIdentifier(text: string, cipher: SearchKeys): Identifier {
  const phone = readPhoneDigits(text)
  const email = emailAddress(text)
  const keysOf = (...given: Parameters<typeof searchValue>) =>
    cipher.searchKeys(searchValue(...given)).map((key) => key.toString('hex'))
  const isNumber = phone !== undefined && phone.length >= localNumber
  return {
    phone: isNumber ? phone : undefined,
    contact: isNumber ? undefined : readContact(text, phone),
    sessionCode: readSessionCode(text),
    keys: [...(phone ? keysOf('phone', phone) : []), ...(email ? keysOf('email', email) : [])],
    ssnKeys: /^\d{4}$/.test(text) ? keysOf('ssn-last-four', text) : [],
  }
}

function readContact(text: string, phone: string | undefined): Identifier['contact'] {
  if (phone !== undefined) return { text: phone, prefix: false }
  if (/\s/.test(text) || Array.from(text).length < shortestAddress) return undefined
  return { text: text.toLowerCase(), prefix: !text.includes('@') }
}

/** Whether the trigram index finds a word. */
export const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/** What the index of short terms finds a word by: its pairs of neighbouring characters, or its only character. */
export function shortTermsOf(word: string): string[] {
  const characters = Array.from(word)
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, n) => `${characters[n]}${character}`)
}

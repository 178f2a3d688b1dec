import type { FollowUp } from '@agency/contract/clients'
import { type RawBuilder, sql } from 'kysely'
import { clientInScope } from '../../platform/database/client-scope.ts'
import { escaped } from '../../platform/database/like-pattern.ts'
import { clientArchived, clientNotArchived, sessionNotArchived } from '../../platform/database/not-archived.ts'
import { type ClientFilter, hasTrigram, type Identifier, shortTermsOf } from './client-filter.ts'
import { clientsWhere } from './where-conditions.ts'

/**
 * The filter of the client list as conditions on rows of `clients`. Searched texts are in sub-selects, so that the planner
 * does not see them: it would misjudge how many rows they match, and not use their index.
 */

type Contact = NonNullable<Identifier['contact']>

const hiddenText = (text: string) => sql`(SELECT ${text}::text)`
const contains = (word: string) => sql`search_text LIKE ${hiddenText(`%${escaped(word)}%`)}`
const hasContact = ({ text, prefix }: Contact) =>
  sql`contact_text LIKE ${hiddenText(`${prefix ? '' : '%'}${escaped(text)}%`)}`

/** The filter as a scan of `clients` checks it on each row. */
export const matching = (filter: ClientFilter) => allOf(filter, contains, hasContact)

/** The same filter for finding the matches by an index, for words of any length. */
export const indexed = (filter: ClientFilter) => allOf(filter, containsIndexed(filter), hasContactIndexed)

/** The same for a search of people, whose health plan says nothing about what they have. */
export function indexedByName(filter: ClientFilter) {
  const named = containsIndexed(filter)
  return allOf(
    filter,
    (word) => sql`(${named(word)} AND ${inNames(sql`search_text`, `%${escaped(word)}%`)})`,
    hasContactIndexed,
  )
}

/** Whether a name in a search text matches: its first two words are the names, and what follows two blanks their other spelling. */
export const inNames = (searchText: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> =>
  sql`(split_part(${searchText}, ' ', 1) LIKE ${pattern} OR split_part(${searchText}, ' ', 2) LIKE ${pattern}
    OR split_part(${searchText}, '  ', 2) LIKE ${pattern})`

/** Words without a trigram are not looked up in its index, which would be read as a whole. */
function containsIndexed({ words, status }: ClientFilter) {
  const isFoundByOthers = words.some((spellings) => spellings.every(hasTrigram))
  return (word: string) => {
    if (hasTrigram(word)) return contains(word)
    const checked = sql`search_text || '' LIKE ${hiddenText(`%${escaped(word)}%`)}`
    if (isFoundByOthers) return checked
    const terms = shortTermsOf(word)
    // With the status in the same index, it is never read for all clients with a frequent letter.
    const hasTerms = sql`short_terms(search_text, status) @> (SELECT ${status ? [...terms, `=${status}`] : terms}::text[])`
    // One term is the whole word. Several may be apart.
    return terms.length === 1 ? hasTerms : sql`${hasTerms} AND ${checked}`
  }
}

/** How much of the contact text is in the index of its starts. */
const indexedStart = 60
const lastCharacter = '\u{10FFFF}'

/** A start is a range of a B-tree. The trigrams of it are those of many more clients. */
function hasContactIndexed(contact: Contact) {
  if (!contact.prefix) return containsContact(contact)
  const characters = Array.from(contact.text)
  const first = characters.slice(0, indexedStart).join('')
  const start = startsWith(sql`left(contact_text, ${sql.lit(indexedStart)})`, first)
  return characters.length > indexedStart ? sql`(${start} AND ${hasContact(contact)})` : start
}

/** Only what is before the @ is looked up: the trigrams of a domain are those of most clients. */
function containsContact(contact: Contact) {
  const local = contact.text.slice(0, contact.text.indexOf('@') + 1)
  if (!hasTrigram(local)) return hasContact(contact)
  return sql`(contact_text LIKE ${hiddenText(`%${escaped(local)}%`)}
    AND contact_text || '' LIKE ${hiddenText(`%${escaped(contact.text)}%`)})`
}

const startsWith = (column: RawBuilder<unknown>, start: string) =>
  sql`(${column} ~>=~ ${hiddenText(start)} AND ${column} ~<~ ${hiddenText(start + lastCharacter)})`

function allOf(
  { words, identifier, archived, status, proposing, followUp: when, where, scope }: ClientFilter,
  named: (word: string) => RawBuilder<unknown>,
  contacted: (contact: Contact) => RawBuilder<unknown>,
) {
  const byName = words.map((spellings) => sql`(${sql.join(spellings.map(named), sql` OR `)})`)
  const identified = identifiedBy(identifier, contacted)
  const conditions =
    byName.length > 0 && identified.length > 0
      ? [sql`((${sql.join(byName, sql` AND `)}) OR ${sql.join(identified, sql` OR `)})`]
      : byName
  if (archived !== 'either') conditions.push(inArchive(archived))
  // In the text of the statement: how many clients have a status differs so much that its plan depends on it.
  if (status) conditions.push(sql`status = ${sql.lit(status)}`)
  if (proposing) conditions.push(sql`clients.id IN (${clientsOfProposals})`)
  if (when) conditions.push(followUp(when.which, when.date))
  if (where) conditions.push(clientsWhere(where))
  if (scope) conditions.push(clientInScope(scope))
  return conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``
}

/** The clients with undecided proposals, of changes and of policies; some are in it more than once. */
export const clientsOfProposals = sql`SELECT client_id FROM proposals WHERE decision IS NULL
  UNION ALL SELECT client_id FROM policy_proposals WHERE decision IS NULL`

/**
 * Condition: a client's follow-up is overdue, unless the client has cancelled, or is due today or within the next seven days.
 * @param date today, `YYYY-MM-DD`
 */
export function followUp(which: FollowUp, date: string) {
  if (which === 'overdue') return sql<boolean>`next_f_u_date < ${date}::date AND status <> 'cancelled'`
  return sql<boolean>`next_f_u_date BETWEEN ${date}::date AND ${date}::date + 7`
}

/** The archived clients, or the others. */
export const inArchive = (archived: boolean) => (archived ? clientArchived : clientNotArchived)

/** Conditions by identifier (phone, e-mail, session code, search key). Each can use its own index. */
function identifiedBy(
  { phone, contact, sessionCode, keys, ssnKeys }: Identifier,
  contacted: (contact: Contact) => RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (phone !== undefined) conditions.push(hasPhone(phone))
  if (contact) conditions.push(contacted(contact))
  if (keys.length + ssnKeys.length > 0) conditions.push(hasKey([...keys, ...ssnKeys]))
  if (sessionCode)
    conditions.push(
      sql`clients.id = (SELECT client_id FROM sessions WHERE session_code = ${sessionCode} AND ${sessionNotArchived})`,
    )
  return conditions
}

/** The number starts or ends with these digits. Trigrams would be those of nearly all numbers. */
const hasPhone = (digits: string) => sql`(${startsWith(sql`phone_digits(primary_phone)`, digits)}
  OR ${startsWith(sql`reverse(phone_digits(primary_phone))`, Array.from(digits).reverse().join(''))})`

/** @param keys in hex */
export const hasKey = (keys: string[]) => sql`search_keys && ${keys.map((key) => Buffer.from(key, 'hex'))}::bytea[]`

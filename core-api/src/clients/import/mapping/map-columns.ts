import { clientFields } from '@agency/contract/client-fields'
import { type ImportTarget, isJoined } from '@agency/contract/client-imports'
import { isUuid } from '@agency/contract/common'
import { isEmailAddress } from '@agency/contract/email-address'
import { isUsualGivenName } from '../given-names.ts'
import { kinReader } from '../policies/kin.ts'
import { policyColumns } from '../policies/policy-columns.ts'
import { hasDates, isDate, readChoice, readDate } from './cell-values.ts'
import { headingKey, targetOfHeading } from './column-names.ts'
import { contactPlaces } from './contacts.ts'

/** A column as the file shows it. */
export interface Column {
  readonly heading: string
  /** Some of its values, none empty. */
  readonly values: readonly string[]
  /** All its different values, if they are few; an empty one if rows, other than lines of the report, have none. */
  readonly words?: readonly string[]
}

const most = (values: readonly string[], fits: (text: string) => unknown): boolean =>
  values.length > 0 && values.filter((text) => fits(text.trim())).length >= values.length * 0.8

/** What the values are, where that is unmistakable. */
function targetOfValues(values: readonly string[]): ImportTarget | undefined {
  if (most(values, isEmailAddress)) return 'primary_email'
  if (most(values, (text) => /^\d{3}-\d{2}-\d{4}$/.test(text))) return 'ssn'
  return most(values, (text) => /^(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}$/.test(text))
    ? 'primary_phone'
    : undefined
}

/** Whether values are choices of a field; another system's are not. */
function areChoices(target: ImportTarget | undefined, { values, words = values }: Column, refersTo = false): boolean {
  if (target === 'relationship') {
    const readKin = kinReader(words)
    // Beside the subscribers of policies, or what names them; else it is that of a contact to somebody.
    return most(values, readKin) && (refersTo || words.some((text) => readKin(text) === 'self'))
  }
  if (target === 'client_id') return values.length === 0 || values.some(isUuid)
  const field = clientFields.find(({ name }) => name === target)
  // Address books part a birth date into columns.
  if (field?.kind === 'date' && values.length > 0) return hasDates(values)
  // Carriers number the members of a family.
  if (target === 'name_suffix')
    return most(values, (text) => /^\D+$|^[2-5](?:nd|rd|th)$/i.test(text)) || values.length === 0
  const options = field?.kind === 'choice' ? field.options : undefined
  if (!options || values.length === 0) return true
  const read = values.map((text) => readChoice(target ?? '', text))
  return read.filter((text) => options.some((option) => option === text)).length >= values.length / 2
}

const isWord = (text: string): boolean => /^\p{L}[\p{L}'’. -]+$/u.test(text)
const youngest = 15

/** What the values of a file without headings look like. */
const forms: [ImportTarget, (text: string) => boolean][] = [
  ['full_name', (text) => /^\p{L}[\p{L}'’. -]*, ?\p{L}[\p{L}'’. -]*$/u.test(text)],
  ['state', (text) => /^[A-Z]{2}$/.test(text)],
  ['zip', (text) => /^\d{5}(?:-\d{4})?$/.test(text)],
  ['address', (text) => /^\d+[A-Z]? +(?:[NSEW]{1,2} +)?\w*\p{L}/u.test(text) && !isDate(text)],
  [
    'dob',
    (text) =>
      Number(readDate(text, { order: 'mdy', isPast: true })?.slice(0, 4)) <= new Date().getFullYear() - youngest,
  ],
]

/** Fewer names tell no order. */
const enoughNames = 10

/**
 * Whether whole names evidently have the last name first: initials end many and stand in the middle of none, or given names
 * stand second in many and first in few.
 */
function areLastFirst(values: readonly string[]): boolean {
  const names = values.map((text) => text.trim().split(/\s+/)).filter((words) => words.length > 1)
  const count = (fits: (words: string[]) => boolean) => names.filter(fits).length
  if (names.length < enoughNames || count((words) => words[0]?.endsWith(',') ?? false) > 0) return false
  const isInitial = (word = '') => /^\p{L}\.?$/u.test(word)
  const [ending, between] = [-1, -2].map((at) => count((words) => words.length > 2 && isInitial(words.at(at))))
  const [first = 0, second = 0] = [0, 1].map((at) => count((words) => isUsualGivenName(words[at] ?? '')))
  // In other lists, the initial is that of a second last name: `Ana Lima R.`
  const isInCapitals = names.flat().every((word) => word === word.toUpperCase() && !word.endsWith('.'))
  const isByInitials =
    isInCapitals &&
    (ending ?? 0) >= names.length / 5 &&
    between === 0 &&
    second >= names.length / 10 &&
    second > first * 2
  return isByInitials || (second >= names.length * 0.4 && second > first * 8)
}

/** Proposals for a file without headings. Names are beside each other, a city before its state. */
function withoutHeadings(columns: readonly Column[]): (ImportTarget | undefined)[] {
  const found = columns.map(({ values }) => forms.find(([, fits]) => most(values, fits))?.[0])
  const isFree = (at: number) => found[at] === undefined && most(columns[at]?.values ?? [], isWord)
  const city = found.indexOf('state') - 1
  if (isFree(city)) found[city] = 'city'
  const shares = columns.map(({ values }, at) =>
    isFree(at) ? values.filter((text) => isUsualGivenName(text.trim().split(' ')[0] ?? '')).length / values.length : 0,
  )
  const first = shares.indexOf(Math.max(...shares, 0.1))
  if (first < 0 || found.includes('full_name')) return found
  const last = [first + 1, first - 1].find(isFree)
  const isWhole = most(columns[first]?.values ?? [], (text) => text.includes(' '))
  found[first] = isWhole || last === undefined ? 'full_name' : 'client_first_name'
  if (!isWhole && last !== undefined) found[last] = 'client_last_name'
  return found
}

/** Each takes the place of the one before it, if that is free. */
const places: readonly (readonly ImportTarget[])[] = contactPlaces

const isOfWork = (heading: string): boolean => /work|business|office|trabajo|oficina|trabalho/.test(headingKey(heading))
const isMobile = (heading: string): boolean => /mobile|cell|celular|movil/.test(headingKey(heading))

/** Another system has ids of its own under the heading of those of an export. */
const otherIdOf = (target: ImportTarget | undefined, column: Column): ImportTarget | undefined =>
  target === 'client_id' && column.values.length > 0 && !column.values.some(isUuid) ? 'other_id' : target

/** Words of a heading of phones, addresses or SSNs that name nobody but the client. */
const ofClient =
  /^(?:phone|phones|telephone|tel|cell|cellular|mobile|landline|email|e|mail|mails|address|ssn|social|security|number|numbers|no|num|nr|text|sms|home|work|office|business|day|daytime|evening|night|personal|primary|secondary|main|first|second|third|best|preferred|alt|alternate|alternative|additional|other|contact|client|customer|insured|member|subscriber|applicant|enrollee|policyholder|patient|consumer|person|individual|lead|prospect|resident|residence|household|account|billing|mailing|permanent|current|new|value|full|the|of|s|\d+)$/
const isOfContact = /phone|\btel\b|cell|mobile|mail|ssn|social sec/i

/** Whether a heading of phones, addresses or SSNs may be somebody else's: they would get messages, or all would have one number. */
const isOfAnother = (heading: string): boolean => {
  const words = heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
  return isOfContact.test(heading) && !words.every((word) => ofClient.test(word))
}

/** Whose numbers and addresses are not the client's, and a number that takes no calls. */
const isOfOthers = (heading: string): boolean =>
  /agent|agency|broker|producer|csr|advisor|pcp|doctor|physician|provider|pharmacy|caregiver|emergency|spouse|partner|beneficiar|owner|payor|payer|trustee|guardian|mortgagee|lender|employer|referr|attorney|fax|opt ?out|agente|corredor|conyuge|medico|farmacia/i.test(
    heading.replace(/_/g, ' '),
  )

/** The column behind which another table stands: an empty one, behind which a heading of the first table comes again. */
function endOfTable(columns: readonly Column[]): number {
  const keys = columns.map(({ heading }) => headingKey(heading))
  const isAgain = (at: number) => keys.slice(at).some((key) => key !== '' && keys.slice(0, at).includes(key))
  const end = columns.findIndex(({ heading, values }, at) => heading === '' && values.length === 0 && isAgain(at))
  return end < 0 ? columns.length : end
}

/** Proposes what each column holds: by its heading, else by its values. Nothing is proposed twice. */
export function mapColumns(columns: readonly Column[]): (ImportTarget | null)[] {
  const mapping: (ImportTarget | null)[] = policyColumns(columns)
  const isFree = (target: ImportTarget) => isJoined(target) || !mapping.includes(target)
  const take = (at: number, target: ImportTarget | undefined): void => {
    const chain = places.find((each) => target && each.includes(target)) ?? []
    const free = target && [target, ...chain.slice(chain.indexOf(target) + 1)].find(isFree)
    if (free && mapping[at] === null) mapping[at] = free
  }
  const refersTo =
    mapping.includes('policy.number') ||
    mapping.includes('policy.member_id') ||
    columns.some((column) => otherIdOf(targetOfHeading(column.heading), column) === 'other_id')
  const named = columns.map((column) => {
    const named = otherIdOf(targetOfHeading(column.heading), column)
    const isOfMember = named === 'ben1_relationship' && areChoices('relationship', column)
    // `Estado` is both.
    const isStatus = named === 'state' && column.values.length > 0 && areChoices('status', column)
    const target = isOfMember ? 'relationship' : isStatus ? 'status' : named
    return areChoices(target, column, refersTo) ? target : undefined
  })
  // A mobile phone gets texts, so it is the first of several numbers; one at work is the last. An empty column takes the place of none.
  const rank = (at: number) =>
    Number(columns[at]?.values.length === 0) * 2 -
    Number(isMobile(columns[at]?.heading ?? '')) +
    Number(isOfWork(columns[at]?.heading ?? '')) / 2
  const order = [...columns.keys()].sort((one, other) => rank(one) - rank(other))
  for (const at of order) take(at, named[at])
  for (const at of columns.keys()) {
    const heading = columns[at]?.heading ?? ''
    if (!named[at] && !isOfOthers(heading) && !isOfAnother(heading)) take(at, targetOfValues(columns[at]?.values ?? []))
  }
  for (const chain of places) {
    for (const [n, target] of chain.entries()) {
      const at = chain
        .slice(n + 1)
        .map((each) => mapping.indexOf(each))
        .find((each) => each >= 0)
      if (at !== undefined && isFree(target)) mapping[at] = target
    }
  }
  for (const at of order) if (mapping[at] === null) take(at, named[at])
  if (columns.every(({ heading }) => heading === ''))
    for (const [at, target] of withoutHeadings(columns).entries()) take(at, target)
  const end = endOfTable(columns)
  return withoutDoubt(mapping, columns).map((target, at) =>
    at > end ? null : target === 'full_name' && areLastFirst(columns[at]?.values ?? []) ? 'last_first_name' : target,
  )
}

/** A column of whole names beside those of their parts: it is read in rows that have no parts. */
const isWholeName = (column: Column | undefined): boolean =>
  /^(?:e?mail)?displayname$|^fileas$|^(?:full)?name$|^nombrecompleto$/.test(headingKey(column?.heading ?? ''))

/** In a carrier's book, the number of an account and the status are the policy's: the one without a bank, the other beside a policy's number. */
function withoutDoubt(mapping: (ImportTarget | null)[], columns: readonly Column[]): (ImportTarget | null)[] {
  const hasBank = mapping.includes('routing_number') || mapping.includes('bank_name')
  const isVague = (at: number, target: ImportTarget | null) =>
    !hasBank &&
    (target === 'account_number' || target === 'account_name') &&
    /^account(?:number|no|name)?$/.test(headingKey(columns[at]?.heading ?? ''))
  const hasPolicies = columns.some(({ heading }) => /^policy(?:number|no|num|id)?$/.test(headingKey(heading)))
  const isPolicys = (at: number, target: ImportTarget | null) =>
    hasPolicies && target === 'status' && headingKey(columns[at]?.heading ?? '') === 'status'
  const hasNames = mapping.includes('client_first_name') && mapping.includes('client_last_name')
  // Of Medicare, the beneficiary is the client.
  const isNameless =
    !mapping.includes('full_name') && !mapping.includes('last_first_name') && !mapping.includes('client_last_name')
  return mapping.map((target, at) => {
    // The account of a household or a firm.
    if (target === 'account_name' && isVague(at, target) && isNameless) return 'full_name'
    if (
      isVague(at, target) ||
      isPolicys(at, target) ||
      (target === 'full_name' && hasNames && !isWholeName(columns[at]))
    )
      return null
    return isNameless && target === 'ben1_name' ? 'full_name' : target
  })
}

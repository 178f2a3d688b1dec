import type { ImportKey } from '@agency/contract/client-imports'
import type { ClientRecord } from '@agency/contract/clients'
import { normalForm, spelledOut } from '@agency/contract/normal-form'
import { readPhoneDigits } from '@agency/contract/phone'
import { emailAddress } from '../list/search-values.ts'
import { comparedCode } from '../policies/policy-values.ts'
import { areLikeNames, areOneName, isSlipOf } from './given-names.ts'
import { isFirm } from './mapping/names.ts'
import type { BroughtPolicy } from './policies/read-policy.ts'

/** What two people are compared by; each is normalised. */
export interface Identity {
  /** First names as `normalForm` and `spelledOut` write them. */
  first: string[]
  /** The same of last names. */
  last: string[]
  dob: string | undefined
  /** Nine digits. */
  ssn: string | undefined
  medicare: string | undefined
  /** House number and the start of the street. */
  street: string | undefined
  emails: string[]
  phones: string[]
  /** Numbers of policies and members, as they are compared. */
  codes: string[]
}

export type Values = Partial<Record<keyof ClientRecord, string | number | null>>
const textOf = (value: string | number | null | undefined): string => (typeof value === 'string' ? value : '')
const known = <Value>(values: (Value | undefined)[]): Value[] => values.filter((value) => value !== undefined)

/** Names as they are compared: what is no letter of them, such as an emoji, does not count. */
function formsOf(name: string): string[] {
  const plain = name.replace(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, '')
  return [...new Set([normalForm(plain), spelledOut(plain)])]
}
export const squeezed = (form: string): string => form.replaceAll(' ', '')
export const withoutSuffix = (form: string): string => form.replace(/ (?:jr|sr|ii|iii|iv)$/, '')

/** The numbers of a policy that nobody else has: not those of a few digits. */
export const codesOf = (policy: BroughtPolicy = {}): string[] =>
  [policy['policy.number'], policy['policy.member_id']]
    .map((text) => comparedCode(text ?? ''))
    .filter((code) => code.length >= 5 && /\d/.test(code))

export function identityOf(values: Values, codes: string[] = []): Identity {
  const ssn = textOf(values.ssn).replace(/\D/g, '')
  const medicare = comparedCode(textOf(values.medicarenumber))
  const phones = [values.primary_phone, values.secondary_phone].map((phone) => readPhoneDigits(textOf(phone)))
  return {
    first: formsOf(textOf(values.client_first_name)),
    last: formsOf(textOf(values.client_last_name)),
    dob: textOf(values.dob) || undefined,
    ssn: ssn.length === 9 ? ssn : undefined,
    medicare: /^(?=.*\d)[A-Z\d]{9,12}$/.test(medicare) ? medicare : undefined,
    codes,
    street: /^\d+\w* \w+/.exec(normalForm(textOf(values.address)))?.[0],
    emails: known([values.primary_email, values.secondary_email].map((email) => emailAddress(textOf(email)))),
    phones: known(phones).filter((digits) => digits.length >= 7),
  }
}

const words: Record<ImportKey, string> = {
  ssn: 'Medicare number',
  email: 'e-mail address',
  phone: 'phone number',
  name_dob: 'name',
}

/** How far two people are one: surely, perhaps and why, or not at all. */
export type Likeness = 'same' | 'other' | { reason: string; isNameAlone?: boolean }

const differ = (one: string | undefined, other: string | undefined): boolean =>
  Boolean(one) && Boolean(other) && one !== other

/** Whether one has the first names of the other or their initials, as `Ann M` and `Ann`, but for the first of them. */
function areAlike(one: string, other: string): boolean {
  const [names, others] = [one.split(' '), other.split(' ')]
  return (
    names[0] === others[0] &&
    names.every((name, at) => name.startsWith(others[at] ?? '') || (others[at] ?? '').startsWith(name))
  )
}

/** `Daniel A` and `Daniel` are one on one policy. */
const withoutInitials = (names: string): string =>
  names
    .split(' ')
    .filter((name, at) => at === 0 || name.length > 1)
    .join(' ')

/** Whether two days differ in one of year, month and day alone, or have month and day changed about. */
function areLikeDays(one = '', other = ''): boolean {
  const [days, others] = [one.split('-'), other.split('-')]
  const left = days.filter((part) => !others.includes(part)).length
  return left === 0 || days.filter((part, at) => part === others[at]).length === 2
}

const haveLikeNames = (one: Identity, other: Identity): boolean =>
  one.first.some((name) => [...other.first, ...other.last].some((their) => areLikeNames(name, their))) ||
  one.last.some((name) => other.first.some((their) => areLikeNames(name, their)))

export const isNamed = ({ first, last }: Identity): boolean => first[0] !== '' && last[0] !== ''

const isAnyNamed = ({ first, last }: Identity): boolean => first[0] !== '' || last[0] !== ''

/** A business has its name as the last one. */
export const hasLastAlone = ({ first, last }: Identity): boolean => first[0] === '' && last[0] !== ''

/**
 * Compares two people by the chosen keys. Who shares an address or a number is of the family, if the first name is no
 * spelling of the other's.
 */
export function compare(one: Identity, other: Identity, by: readonly ImportKey[]): Likeness {
  const sameBirth = one.dob !== undefined && one.dob === other.dob
  const anyOf = (mine: string[], theirs: string[], fits: (mine: string, their: string) => boolean) =>
    mine.some((name) => theirs.some((their) => fits(name, their)))
  const isOne = (mine: string, their: string) => squeezed(mine) === squeezed(their)
  const isSwapped = anyOf(one.first, other.last, isOne) && anyOf(one.last, other.first, isOne)
  const shares = (mine: string[], theirs: string[]) => mine.some((value) => theirs.includes(value))
  const [sharesEmail, sharesPhone] = [shares(one.emails, other.emails), shares(one.phones, other.phones)]
  const sameFirst = anyOf(
    one.first,
    other.first,
    sameBirth || (sharesEmail && sharesPhone) ? (mine, their) => isOne(mine, their) || areAlike(mine, their) : isOne,
  )
  const sharesCode = shares(one.codes, other.codes)
  const areBothSuffixed = [one, other].every(({ last }) => last.some((name) => name !== withoutSuffix(name)))
  const isSuffixFree = sameBirth || (sharesCode && sharesEmail && !areBothSuffixed)
  const lastOf = ({ last }: Identity) => (isSuffixFree ? last.map(withoutSuffix) : last)
  const wholeOf = ({ first, last }: Identity) => first.flatMap((given) => last.map((name) => given + name))
  // The names of `Ana Lima Reyes` may be parted in two ways.
  const isWhole = anyOf(wholeOf(one), wholeOf(other), isOne)
  const sameName = isSwapped || isWhole || (sameFirst && anyOf(lastOf(one), lastOf(other), isOne))
  const bothNamed = isNamed(one) && isNamed(other)
  // A list may lack last names, or the second one.
  const begins = anyOf(
    one.last,
    other.last,
    (mine, their) =>
      isFirm(mine) === isFirm(their) && (`${mine} `.startsWith(`${their} `) || `${their} `.startsWith(`${mine} `)),
  )
  // `Mary Ann` without a last name was parted.
  const isFirst = anyOf(wholeOf(one), other.first, isOne) || anyOf(one.first, wholeOf(other), isOne)
  const isLastLess = sameFirst && (one.last[0] === '' || other.last[0] === '' || begins)
  const isPartOfName = sameBirth && one.first[0] !== '' && (isLastLess || isFirst)
  const sameLast = anyOf(lastOf(one), lastOf(other), isOne)
  const areBusinesses = hasLastAlone(one) && hasLastAlone(other) && sameLast
  const sharesSsn = one.ssn !== undefined && one.ssn === other.ssn
  const agreed: Record<ImportKey, boolean> = {
    ssn: sharesSsn || (one.medicare !== undefined && one.medicare === other.medicare),
    email: sharesEmail,
    phone: sharesPhone,
    name_dob: (bothNamed && sameName) || isPartOfName || areBusinesses,
  }
  const keys = by.filter((key) => agreed[key])
  const [key] = keys
  if (key === undefined) {
    // `William` and `Bill`
    const isShort = by.includes('name_dob') && sameBirth && sameLast && anyOf(one.first, other.first, areOneName)
    if (isShort) return { reason: 'same last name and birth date, and a first name that may be short for it' }
    if (!by.includes('name_dob') || !sharesCode) return 'other'
    // Twins may be on one policy.
    if (sameBirth && sameLast && anyOf(one.first, other.first, areLikeNames))
      return { reason: 'same policy number, last name and birth date, like first name' }
    if (sameBirth && sameFirst) return { reason: 'same policy number, first name and birth date, other last name' }
    // Others of the family may be on the policy, with names of their own, and another carrier may have its number.
    const sameStreet = one.street !== undefined && one.street === other.street
    const sameEnd = anyOf(one.last.map(withoutSuffix), other.last.map(withoutSuffix), isOne)
    const isSlip = anyOf(one.last, other.last, isSlipOf)
    const isLikeName =
      (sameFirst && (sameEnd || sameStreet || isSlip)) || (sameLast && anyOf(one.first, other.first, areLikeNames))
    const isUndated = isLikeName && !differ(one.dob, other.dob)
    const isByInitials =
      sameLast && anyOf(one.first, other.first, (mine, their) => withoutInitials(mine) === withoutInitials(their))
    if (isUndated && isByInitials) return 'same'
    return isUndated ? { reason: 'same policy number, like name, no birth date to compare' } : 'other'
  }
  const otherBirth = differ(one.dob, other.dob)
  const [hasOtherSsn, hasOtherMedicare] = [differ(one.ssn, other.ssn), differ(one.medicare, other.medicare)]
  const otherSsn = hasOtherSsn || hasOtherMedicare
  const otherNumber = (isBirth: boolean) => (isBirth ? 'birth date' : hasOtherSsn ? 'SSN' : 'Medicare number')
  const otherName = bothNamed ? !sameName : haveOtherParts()
  const says = (doubt: string) => ({ reason: `same ${sharesSsn ? 'SSN' : words[key]}, ${doubt}` })
  /** What both have of a name differs, or they have nothing of it in common. */
  function haveOtherParts(): boolean {
    const both = (mine: string[], theirs: string[]) => mine[0] !== '' && theirs[0] !== ''
    const [first, last] = [both(one.first, other.first), both(one.last, other.last)]
    const isUnlike = (first && !sameFirst) || (last && !sameLast && !begins)
    const isElse = !first && !last && [one, other].every((each) => isAnyNamed(each))
    return (isUnlike && !isFirst && !isWhole) || isElse
  }
  if (key === 'ssn') {
    // Who was born on one day and has one of the names has got another one.
    const isLike = sameFirst || (sameLast && anyOf(one.first, other.first, areLikeNames))
    const isRenamed = sameBirth && !otherSsn && isLike
    if ((!otherName && !otherBirth && !otherSsn) || isRenamed) return 'same'
    return says(`other ${otherName ? 'name' : otherNumber(otherBirth)}`)
  }
  const sharesContact = sharesEmail || sharesPhone
  const isNickname = sameLast && anyOf(one.first, other.first, areOneName)
  // Two slips in one row. Others of the family have names and birth dates that are unlike.
  const isSlip = sharesCode ? anyOf(one.first, other.first, areLikeNames) : sharesContact && isNickname
  if (otherName && otherBirth && isSlip && areLikeDays(one.dob, other.dob) && !otherSsn)
    return says(`other name and birth date, ${sharesCode ? 'same policy number' : 'like both'}`)
  if (otherName && (otherBirth || otherSsn)) return 'other'
  if (otherName && sameBirth && sharesContact && (isNickname || (sameFirst && sharesCode))) return 'same'
  // Twins, or one person with two names.
  if (otherName && sameBirth && sameLast && keys.length > 0) return says('same birth date, other first name')
  if (otherName && bothNamed && !haveLikeNames(one, other)) return 'other'
  if (otherName) return says('other name')
  if (otherBirth || otherSsn) {
    const isNamesake = keys.every((each) => each === 'name_dob') && !sameBirth && !sharesCode
    return isNamesake ? 'other' : says(`other ${otherNumber(otherBirth)}`)
  }
  // Father and son have one name and one landline.
  const areOthersPolicies = one.codes.length > 0 && other.codes.length > 0 && !sharesCode
  if (!sameBirth && !sharesEmail && areOthersPolicies && differ(one.emails[0], other.emails[0]))
    return says('other e-mail address and policy')
  if (keys.some((each) => each !== 'name_dob'))
    return isSwapped && !isWhole && !sameBirth ? says('names in the other order') : 'same'
  if (!sameName && !areBusinesses) return says('but for the last name')
  const hasOtherContact = differ(one.phones[0], other.phones[0]) || differ(one.emails[0], other.emails[0])
  // `Juan` may be `Juan Pablo` or `Juan Carlos`, who are twins.
  if (sameBirth && hasOtherContact && !isWhole && !anyOf(one.first, other.first, isOne))
    return says('same birth date, like first name, other number or address')
  // Many programs write it where they know no day.
  if (sameBirth && one.dob?.endsWith('-01-01') && hasOtherContact && !sharesCode)
    return says('birth date of 1 January, other number or address')
  const isElsewhere = hasOtherContact || differ(one.street, other.street)
  return sameBirth || sharesCode ? 'same' : { ...says('no birth date to compare'), isNameAlone: !isElsewhere }
}

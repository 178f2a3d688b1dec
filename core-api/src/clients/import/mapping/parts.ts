import { type ImportTarget, importLabel } from '@agency/contract/client-imports'
import { isEmailAddress } from '@agency/contract/email-address'
import { normalForm } from '@agency/contract/normal-form'
import type { Problem } from '../../../platform/errors.ts'
import { isDate, withoutFraction } from './cell-values.ts'
import { contactPlaces } from './contacts.ts'
import {
  firstNameFirst,
  isFirm,
  isNameEnd,
  mayBeTwo,
  splitColumns,
  splitCouple,
  splitName,
  splitTwoLast,
  withComma,
  withoutPictures,
  withoutRemarks,
  withoutTitle,
} from './names.ts'

type Texts = Map<ImportTarget, string[]>

/** Columns of names, which may have a remark beside them. */
export const nameTargets = ['full_name', 'last_first_name', 'client_first_name', 'client_last_name'] as const

const nameParts = ['client_first_name', 'client_last_name'] as const

const optOut = /\b(?:dnc|do not (?:call|contact|text)|no (?:calls|texts|contact))\b/i

/** Moves what stands beside names to the notes. */
function moveRemarks(texts: Texts): Problem[] {
  return nameTargets.flatMap((target) => {
    const [text] = texts.get(target) ?? []
    if (text === undefined) return []
    const { name, remarks: all } = withoutRemarks(text)
    // Programs write the address behind a name.
    const [emails, remarks] = [all.filter(isEmailAddress), all.filter((remark) => !remark.includes('@'))]
    if (emails.length > 0 && !texts.has('primary_email')) texts.set('primary_email', emails)
    // Some programs write the e-mail address where they know no name, or behind it.
    const [address = ''] = /[^\s<>()]+@[^\s<>()]+/.exec(name) ?? []
    const plain = name.replace(address, '').replace(/[\s,;/-]+$/, '')
    if (isEmailAddress(address) && !texts.has('primary_email')) texts.set('primary_email', [address])
    if (plain === '' || plain.includes('@')) texts.delete(target)
    else texts.set(target, [withoutPictures(plain)])
    if (remarks.length === 0) return []
    addNote(texts, `${importLabel(target)}: ${remarks.join(', ')}`)
    return [{ field: target, message: 'had a remark beside it, which goes to the notes' }]
  })
}

/** The whole name of a row: of its own column, or of one of the two others, if that holds two people or the other name too. */
function wholeName(texts: Texts): { whole: string | undefined; isInOther: boolean } {
  const [given, lastFirst, first = '', last = ''] = nameTargets.map((target) => texts.get(target)?.[0])
  const whole = given ?? (lastFirst && withComma(lastFirst))
  if (first === '' && last === '') return { whole, isInOther: false }
  const all = last.includes(',') ? last : `${first} ${last}`.trim()
  const isPair = first !== '' && splitCouple(all) !== undefined
  const [, behind] = last.split(',').map(normalForm)
  // `Lee, Ann`, not `Lee, Jr.`
  const isInLast = Boolean(behind) && !isNameEnd(behind ?? '') && ['', behind].includes(normalForm(first))
  const isBoth = isInLast || (last === '' && Boolean(splitName(first)?.last))
  const isInOther = isPair || isBoth
  if (isInOther) return { whole: all, isInOther }
  return { whole: first === '' || last === '' ? whole : undefined, isInOther }
}

export const addNote = (texts: Texts, note: string): void => {
  texts.set('notes', [...(texts.get('notes') ?? []), note])
}

/** Further numbers or addresses take free places; the others go to the notes. */
export function placeOthers(texts: Texts): Problem[] {
  return contactPlaces.flatMap(([primary, secondary, other]) => {
    const given = [...(texts.get(other) ?? [])]
    for (const place of [primary, secondary]) {
      const text = texts.has(place) ? undefined : given.shift()
      if (text !== undefined) texts.set(place, [text])
    }
    if (given.length === 0) return []
    addNote(texts, `${importLabel(other)}: ${given.join(', ')}`)
    return [{ field: other, message: 'is a third one: it goes to the notes' }]
  })
}

/** Two birth dates in one cell, of a couple. */
const twoDates = /^(\S{0,20}\d{4}|\S{1,20}\/\d\d)\s{0,4}(?:&|and|y|e|;|,|\/ |\n)\s{0,4}(\S{4,24})$/i

function partBirths(texts: Texts): void {
  const [, one, other] = twoDates.exec(texts.get('dob')?.[0] ?? '') ?? []
  if (!one || !other || !isDate(one) || !isDate(other)) return
  texts.set('dob', [one])
  if (!texts.has('spouse_dob')) texts.set('spouse_dob', [other])
}

/** A word of digits or signs, or no letter at all. */
const noName = /(?:^| )[^\p{L} ]*[\d#*][^\p{L} ]*(?: |$)|^\P{L}+$/u
/** Three words or more that end with one letter, as `SMITH JOHN A`. */
const endsWithInitial = /^[^,]+ [^,]+ \p{Script=Latin}\.?$/u

interface Composed {
  hasRemark: boolean
  /** A remark says that the person wants no messages. */
  isOptedOut: boolean
  problem?: Problem
  question?: string
  notes: Problem[]
}

/** What the file says of its names. */
interface Naming {
  /** A whole name has two last names. */
  areTwoLast: boolean
  /** A column has first names. */
  hasFirstNames: boolean
}

/** Puts the parts of names into first and last name. */
export function composeNames(texts: Texts, { areTwoLast, hasFirstNames }: Naming): Composed {
  const notes = moveRemarks(texts)
  const hasRemark = notes.length > 0
  const said = { notes, hasRemark, isOptedOut: hasRemark && optOut.test(texts.get('notes')?.at(-1) ?? '') }
  const [given = ''] = texts.get('client_first_name') ?? []
  if (given !== '') texts.set('client_first_name', [withoutTitle(given)])
  const parted = wholeName(texts)
  const { whole } = parted
  const columns = splitColumns(texts.get('client_first_name')?.[0] ?? '', texts.get('client_last_name')?.[0] ?? '')
  const isInOther = parted.isInOther || columns !== undefined
  const couple = whole !== undefined && isFirm(whole) ? undefined : (columns ?? splitCouple(whole ?? ''))
  const named = couple?.[0] ?? (whole === undefined ? undefined : (areTwoLast ? splitTwoLast : splitName)(whole))
  if (couple && !texts.has('spouse_name')) texts.set('spouse_name', [`${couple[1].first} ${couple[1].last}`.trim()])
  if (couple) partBirths(texts)
  if (named) {
    if (isInOther || !texts.has('client_first_name')) texts.set('client_first_name', [named.first])
    if (named.last !== '' && (isInOther || !texts.has('client_last_name'))) texts.set('client_last_name', [named.last])
    else if (!texts.has('client_last_name'))
      notes.push({ field: 'full_name', message: 'is one word: it is taken as the first name' })
  }
  for (const name of ['spouse_name', 'dep1_name', 'dep2_name', 'dep3_name', 'dep4_name'] as const) {
    const parts = texts.get(name)
    if (parts?.length === 1) texts.set(name, parts.map(firstNameFirst))
  }
  const add = (target: ImportTarget, part: ImportTarget) => {
    const [text] = texts.get(target) ?? []
    const [added] = texts.get(part) ?? []
    // Both parents may have one last name; that of both may be in the first column.
    const isIn =
      part === 'second_last_name'
        ? normalForm(text ?? '').endsWith(` ${normalForm(added ?? '')}`)
        : normalForm(text ?? '') === normalForm(added ?? '')
    if (added && !isIn) texts.set(target, [[text, added].filter(Boolean).join(' ')])
  }
  add('client_first_name', 'middle_name')
  add('client_last_name', 'second_last_name')
  add('client_last_name', 'name_suffix')
  if (couple) return { ...said, question: 'is two people: the first is the client, the second the spouse' }
  if (whole !== undefined && mayBeTwo(whole))
    return { ...said, question: 'has a last name of two words, or another person: correct the names if so' }
  if (isInOther) return { ...said, question: 'has first and last name in one column: they are parted' }
  const isInitial = named !== undefined && named.last.length < 3 && endsWithInitial.test(whole ?? '')
  const names = nameParts.map((target) => texts.get(target)?.[0] ?? '')
  const business = whole ?? names.filter(Boolean).join(' ')
  const [firm] = business === '' ? (texts.get('business_name') ?? []) : []
  if (firm) {
    texts.set('client_last_name', [firm])
    return { ...said, question: 'names a business and nobody: new, it is one, with that as its last name' }
  }
  if (isFirm(business)) {
    texts.delete('client_first_name')
    texts.set('client_last_name', [business])
    if (!texts.has('business_name')) texts.set('business_name', [business])
    return { ...said, question: 'is like the name of a business: new, it is one, with that as its last name' }
  }
  if (hasFirstNames && names[0] === '' && names[1] !== '' && texts.has('spouse_name')) {
    takeSpouse(texts)
    return { ...said, question: 'has a spouse, and no first name: new, the spouse is the client' }
  }
  if (isInitial || names.some((name) => noName.test(name)))
    return {
      ...said,
      question: 'has no whole last name: perhaps the last name is first, or something stands beside it',
    }
  const isUnread = whole !== undefined && !named && !texts.has('client_last_name')
  return { ...said, ...(isUnread && { problem: { field: 'full_name', message: 'is not the name of one person' } }) }
}

/** A list of husbands and wives has a widow as the spouse of nobody. */
function takeSpouse(texts: Texts): void {
  const name = splitName(texts.get('spouse_name')?.join(' ') ?? '')
  if (!name) return
  texts.set('client_first_name', [name.first])
  if (name.last !== '') texts.set('client_last_name', [name.last])
  for (const [target, of] of [
    ['dob', 'spouse_dob'],
    ['ssn', 'spouse_ssn'],
  ] as const) {
    const given = texts.get(of)
    if (given && !texts.has(target)) texts.set(target, given)
    texts.delete(of)
  }
  texts.delete('spouse_name')
}

const country = /[\s,]{1,4}(?:us|usa|u\.s\.a?\.|united states(?: of america)?)$/i
const isHome = /^(?:us|usa|u\.s\.(?:a\.)?|united states(?: of america)?|estados unidos|ee\.? ?uu\.?|america|1)$/i

/** Puts an address together: of its parts, or as a whole where its street is not in a column of its own. */
export function composeAddress(texts: Texts): void {
  // Address books put several addresses into one cell.
  const textOf = (target: ImportTarget) => texts.get(target)?.[0]?.split(/\s*:::\s*/)[0]
  // Forms write `Street Address: 12 Oak St, City: Miami`.
  for (const target of ['address', 'full_address'] as const) {
    const [labelled = ''] = texts.get(target) ?? []
    if (/^street address(?: line 1)?:/i.test(labelled))
      texts.set(target, [
        labelled.replace(
          /(^|,\s*|\n)(?:street address(?: line [12])?|city|state|state\/province|zip|postal code|zip code|country)\s*:\s*/gi,
          '$1',
        ),
      ])
  }
  const several = texts.get('full_address')?.[0] ?? texts.get('address')?.[0]
  if (several?.includes(':::')) addNote(texts, `${importLabel('address')}: ${several}`)
  const [given, city, state, zip, land] = (['address_2', 'city', 'state', 'zip', 'country'] as const).map(textOf)
  const [own, whole] = [textOf('address'), textOf('full_address')?.replace(country, '')]
  const street = own ?? whole
  // An address that ends with a ZIP code may be whole already.
  const known = street && (own === undefined || /\d{5}(?:-\d{4})?$/.test(street)) ? normalForm(street).split(' ') : []
  // Beside a street, a short text is a part of the address.
  const second = given ?? (own && whole && !normalForm(whole).includes(normalForm(own)) ? whole : undefined)
  const isNew = (part: string | undefined) =>
    part &&
    !normalForm(part)
      .split(' ')
      .every((word) => known.includes(word))
  const region = [state, zip && zipCode(zip)].filter(isNew).join(' ')
  const place = [city, region].filter(isNew).join(city?.includes(',') ? ' ' : ', ')
  const abroad = land && !isHome.test(land) && isNew(land) ? land : undefined
  const lines = [street, isNew(second) && second, place, (street || place) && abroad].filter(Boolean)
  if (lines.length > 0) texts.set('address', [lines.join('\n')])
}

/** The first ZIP code of all is 00501. */
const firstZip = 501

/** A ZIP code with the zeros at its start, which spreadsheets drop; `0000` behind it says nothing. */
function zipCode(typed: string): string {
  const text = withoutFraction(typed)
  const [, short, more = ''] = /^(\d{3,5})-?(\d{4})?$/.exec(text) ?? []
  return short === undefined || Number(short) < firstZip
    ? text
    : [short.padStart(5, '0'), more.replace('0000', '')].filter(Boolean).join('-')
}

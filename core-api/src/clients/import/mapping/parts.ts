import type { ImportTarget } from '@agency/contract/client-imports'
import { normalForm } from '@agency/contract/normal-form'
import type { Problem } from '../../../platform/errors.ts'
import { withoutFraction } from './cell-values.ts'
import { firstNameFirst, splitCouple, splitName } from './names.ts'

type Texts = Map<ImportTarget, string[]>

/** The whole name of a row: of its own column, or of the first name's, if that holds two people or a last name too. */
function wholeName(texts: Texts): { whole: string | undefined; isInFirst: boolean } {
  const whole = texts.get('full_name')?.[0]
  const [first = ''] = texts.get('client_first_name') ?? []
  const [last = ''] = texts.get('client_last_name') ?? []
  const all = `${first} ${last}`.trim()
  const isInFirst =
    whole === undefined && (splitCouple(all) !== undefined || (last === '' && Boolean(splitName(first)?.last)))
  return { whole: isInFirst ? all : whole, isInFirst }
}

/** Puts the parts of names into first and last name. */
export function composeNames(texts: Texts): { problem?: Problem; question?: string } {
  const { whole, isInFirst } = wholeName(texts)
  const couple = whole === undefined ? undefined : splitCouple(whole)
  const named = whole === undefined ? undefined : (couple?.[0] ?? splitName(whole))
  if (couple && !texts.has('spouse_name')) texts.set('spouse_name', [`${couple[1].first} ${couple[1].last}`])
  if (named) {
    if (isInFirst || !texts.has('client_first_name')) texts.set('client_first_name', [named.first])
    if (!texts.has('client_last_name') && named.last !== '') texts.set('client_last_name', [named.last])
  }
  for (const name of ['spouse_name', 'dep1_name', 'dep2_name', 'dep3_name', 'dep4_name'] as const) {
    const parts = texts.get(name)
    if (parts?.length === 1) texts.set(name, parts.map(firstNameFirst))
  }
  const add = (target: ImportTarget, part: ImportTarget) => {
    const [text] = texts.get(target) ?? []
    const [added] = texts.get(part) ?? []
    if (added && normalForm(text ?? '') !== normalForm(added))
      texts.set(target, [[text, added].filter(Boolean).join(' ')])
  }
  add('client_first_name', 'middle_name')
  add('client_last_name', 'name_suffix')
  if (couple) return { question: 'is two people: the first is the client, the second the spouse' }
  if (isInFirst) return { question: 'has no last name: it is taken from the end of the first name' }
  const isUnread = whole !== undefined && !named && !texts.has('client_last_name')
  return isUnread ? { problem: { field: 'full_name', message: 'is not the name of one person' } } : {}
}

const country = /[\s,]+(?:us|usa|u\.s\.a?\.|united states(?: of america)?)$/i

/** Puts an address together: of its parts, or as a whole where its street is not in a column of its own. */
export function composeAddress(texts: Texts): void {
  const textOf = (target: ImportTarget) => texts.get(target)?.[0]
  const [second, city, state, zip] = (['address_2', 'city', 'state', 'zip'] as const).map(textOf)
  const street = textOf('address') ?? textOf('full_address')?.replace(country, '')
  // An address that ends with a ZIP code may be whole already.
  const known = street && /\d{5}(?:-\d{4})?$/.test(street) ? normalForm(street).split(' ') : []
  const isNew = (part: string | undefined) =>
    part &&
    !normalForm(part)
      .split(' ')
      .every((word) => known.includes(word))
  const region = [state, zip && zipCode(zip)].filter(isNew).join(' ')
  const place = [city, region].filter(isNew).join(city?.includes(',') ? ' ' : ', ')
  const lines = [street, isNew(second) && second, place].filter(Boolean)
  if (lines.length > 0) texts.set('address', [lines.join('\n')])
}

/** A ZIP code with the zeros at its start, which spreadsheets drop; `0000` behind it says nothing. */
function zipCode(typed: string): string {
  const text = withoutFraction(typed)
  const [, short, more = ''] = /^(\d{3,5})-?(\d{4})?$/.exec(text) ?? []
  return short === undefined ? text : [short.padStart(5, '0'), more.replace('0000', '')].filter(Boolean).join('-')
}

import { squeezedForm } from '@agency/contract/normal-form'

/** Who a row is of those whom a policy covers. */
export type Kin = 'self' | 'spouse' | 'dependent'
const kins = ['self', 'spouse', 'dependent'] as const

type Words = ReadonlyMap<string, Kin>
const read = (texts: Partial<Record<Kin, string>>): Words =>
  new Map(kins.flatMap((kin) => (texts[kin]?.split(', ') ?? []).map((word) => [word, kin] as const)))

/** In their normal form without blanks. */
const words = read({
  self: 'self, subscriber, primary, policyholder, insured, primaryinsured, employee, applicant, primaryapplicant, primarysubscriber, primarymember, sub, ee, emp, titular',
  spouse:
    'spouse, sp, husband, h, wife, w, partner, domesticpartner, lifepartner, spousepartner, spousedomesticpartner, conyuge, esposo, esposa, conjuge',
  dependent:
    'dependent, dependant, dep, d, child, ch, chd, c, son, daughter, stepchild, stepson, stepdaughter, adoptedchild, fosterchild, grandchild, disableddependent, otherdependent, ward, hijo, hija, filho, filha, dependiente, dependente',
})
/** Subscribers in files that have no other word for them. */
const vague = ['e', 'p', 'm', 'i', 'a', 'member']
/** Individual relationship code of ASC X12 834 (INS02). A former spouse (25) and relatives have no place on a record. */
const x12 = read({ self: '18', spouse: '1, 53', dependent: '5, 7, 9, 10, 15, 17, 19, 23, 24, 38' })
/** Patient relationship code of NCPDP (306-C6), and the numbers of the people of a policy. */
const ordinal = read({ self: '1', spouse: '2', dependent: '3, 4, 5, 6, 7, 8, 9' })
/** Who follows a subscriber of 0 is not told: 1 may be a spouse or a child. */
const fromZero = read({ self: '0' })

/** Without the number of a person, as in `Child 2`, and without a code before a word, as in `18 - Self`. */
function keyOf(text: string): string {
  const key = squeezedForm(text).replace(/[^\p{L}\p{N}]/gu, '')
  return /^\d+$/.test(key) ? String(Number(key)) : key.replace(/^\d+|\d+$/g, '')
}

/**
 * Reads the words of a column. What a letter or a number means depends on the others of the file: `S` is the spouse beside
 * a word for the subscriber, and the subscriber if every row has a word and none is another one for either.
 * @param texts its different words; an empty one if a row has none
 * @returns undefined for a word that is not known, or that may mean several
 */
export function kinReader(texts: readonly string[]): (text: string) => Kin | undefined {
  const keys = new Set(texts.map(keyOf))
  const numbers = keys.has('18') || keys.has('19') || keys.has('53') ? x12 : keys.has('0') ? fromZero : ordinal
  const has = (kin: Kin) => [...keys].some((key) => (/^\d+$/.test(key) ? numbers : words).get(key) === kin)
  const others = has('self') || keys.has('f') ? [] : vague.filter((key) => keys.has(key))
  const hasSelf = has('self') || others.length === 1
  const ofS = hasSelf ? 'spouse' : keys.has('') || others.length > 1 ? undefined : 'self'
  return (text) => {
    const key = keyOf(text)
    if (key === 's') return has('spouse') && hasSelf ? undefined : ofS
    if (/^\d+$/.test(key)) return numbers.get(key)
    return others.length === 1 && others[0] === key ? 'self' : words.get(key)
  }
}

import type { ImportKey } from '@agency/contract/client-imports'
import { compare, type Identity, isNamed, squeezed } from './match-rows.ts'

/** Rows with one value in common that are compared: a number of a whole company is in many. */
const mostCompared = 20

interface Earlier {
  number: number
  person: Identity
}

/** The people of the rows of a file so far, to find those that are in it twice. */
export class EarlierRows {
  readonly #rows = new Map<string, Earlier[]>()
  readonly #by: readonly ImportKey[]

  constructor(by: readonly ImportKey[]) {
    this.#by = by
  }

  add(number: number, person: Identity): void {
    for (const key of keysOf(person)) {
      const rows = this.#rows.get(key)
      if (!rows) this.#rows.set(key, [{ number, person }])
      else if (rows.length < mostCompared) rows.push({ number, person })
    }
  }

  /** The first row of the same person, or the first of one who may be, and why. */
  find(person: Identity): { same?: number; likely?: { number: number; reason: string } } {
    let likely: { number: number; reason: string } | undefined
    for (const { number, person: earlier } of keysOf(person).flatMap((key) => this.#rows.get(key) ?? [])) {
      const likeness = compare(person, earlier, this.#by)
      if (likeness === 'same') return { same: number }
      // One of the same name is likelier than one with the same number alone.
      if (likeness !== 'other' && (!likely || hasOtherName(likely))) likely = { number, reason: likeness.reason }
    }
    return likely ? { likely } : {}
  }
}

const hasOtherName = ({ reason }: { reason: string }): boolean => reason.endsWith('other name')

function keysOf(person: Identity): string[] {
  const { first, last, dob, ssn, emails, phones } = person
  const values = [
    ...(ssn === undefined ? [] : [`s${ssn}`]),
    ...emails.map((email) => `e${email}`),
    ...phones.map((phone) => `p${phone}`),
  ]
  const names = isNamed(person) ? first.flatMap((given) => last.map((name) => [given, name].map(squeezed))) : []
  return [
    ...values,
    // Sorted, since many people write their last name first.
    ...names.map((each) => `n${each.sort().join(' ')}`),
    // Others write a person's names in more or fewer words.
    ...(dob === undefined || first[0] === '' ? [] : first.map((name) => `b${dob} ${name.slice(0, 2)}`)),
  ]
}

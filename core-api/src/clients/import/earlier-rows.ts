import type { ImportKey } from '@agency/contract/client-imports'
import { compare, hasLastAlone, type Identity, isNamed, squeezed, withoutSuffix } from './compare-people.ts'

/** Rows with one value in common that are compared: a number of a whole company is in many. */
const mostCompared = 20

/** The people of the rows of a file so far, to find those that are in it twice. 100,000 of them take 40 MB. */
export class EarlierRows {
  readonly #people: string[] = []
  /** Positions of people, by the hashes of what they are found by. */
  readonly #found = new Map<number, number | number[]>()
  readonly #by: readonly ImportKey[]

  constructor(by: readonly ImportKey[]) {
    this.#by = by
  }

  add(number: number, person: Identity): void {
    const keys = hashesOf(person)
    if (keys.length === 0) return
    const at = this.#people.push(JSON.stringify([number, person])) - 1
    for (const key of keys) {
      const others = [this.#found.get(key) ?? []].flat()
      if (others.length < mostCompared) this.#found.set(key, others.length === 0 ? at : [...others, at])
    }
  }

  /** The first row of the same person, or the first of one who may be, and why. */
  find(person: Identity): { same?: number; likely?: { number: number; reason: string } } {
    let likely: { number: number; reason: string } | undefined
    for (const at of new Set(hashesOf(person).flatMap((key) => this.#found.get(key) ?? []))) {
      const [number, earlier]: [number, Identity] = JSON.parse(this.#people[at] ?? '')
      const likeness = compare(person, earlier, this.#by)
      if (likeness === 'same') return { same: number }
      // One of the same name is likelier than one with the same number alone.
      if (likeness !== 'other' && (!likely || hasOtherName(likely))) likely = { number, reason: likeness.reason }
    }
    return likely ? { likely } : {}
  }
}

const hasOtherName = ({ reason }: { reason: string }): boolean => reason.endsWith('other name')

/** FNV-1a of 31 bits, which a map holds without an object. Keys that are equal by chance are compared in vain. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return hash >>> 1
}

const hashesOf = (person: Identity): number[] => keysOf(person).map(hashOf)

function keysOf(person: Identity): string[] {
  const { first, last, dob, ssn, medicare, emails, phones, codes } = person
  const values = [
    ...(ssn === undefined ? [] : [`s${ssn}`]),
    ...(medicare === undefined ? [] : [`m${medicare}`]),
    ...codes.map((code) => `c${code}`),
    ...emails.map((email) => `e${email}`),
    ...phones.map((phone) => `p${phone}`),
  ]
  const names =
    isNamed(person) || hasLastAlone(person)
      ? first.flatMap((given) => last.map((name) => [given, name].map(squeezed)))
      : []
  return [
    ...values,
    // Sorted, since many people write their last name first.
    ...names.map((each) => `n${each.sort().join(' ')}`),
    ...(dob === undefined ? [] : last.filter(Boolean).map((name) => `l${dob} ${squeezed(withoutSuffix(name))}`)),
    // Others write a person's names in more or fewer words.
    ...(dob === undefined || first[0] === '' ? [] : first.map((name) => `b${dob} ${name.slice(0, 2)}`)),
  ]
}

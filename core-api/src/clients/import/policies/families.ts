import type { ClientFieldName } from '@agency/contract/client-fields'
import { normalForm, squeezedForm } from '@agency/contract/normal-form'
import type { Covered } from '@agency/contract/policies'
import { comparedCode } from '../../policies/policy-values.ts'
import type { RowValues } from '../mapping/row-values.ts'
import type { BroughtPolicy } from './read-policy.ts'

/** Who a row is of those whom a policy covers. */
type Kin = 'self' | 'spouse' | 'dependent'

/** In their normal form without blanks. A letter or a digit may mean several. */
const words: Readonly<Record<Kin, string>> = {
  self: 'self, subscriber, primary, policyholder, insured, primaryinsured, employee, applicant, primaryapplicant, primarysubscriber, primarymember, sub, titular',
  spouse:
    'spouse, husband, wife, partner, domesticpartner, lifepartner, spousepartner, conyuge, esposo, esposa, conjuge',
  dependent:
    'dependent, dependant, dep, child, son, daughter, stepchild, stepson, stepdaughter, adoptedchild, fosterchild, grandchild, disableddependent, otherdependent, ward, hijo, hija, filho, filha, dependiente, dependente',
}

/** Undefined for a word that is not known. */
export function readKin(text: string): Kin | undefined {
  const key = squeezedForm(text).replace(/[^\p{L}\p{N}]/gu, '')
  return (['self', 'spouse', 'dependent'] as const).find((kin) => words[kin].split(', ').includes(key))
}

/** People of a record beside the client. */
const slots = { spouse: ['spouse'], dependent: ['dep1', 'dep2', 'dep3', 'dep4'] } as const
type FamilyField = `${(typeof slots)['spouse' | 'dependent'][number]}_${'name' | 'dob' | 'ssn'}`
const fieldsOf = (slot: (typeof slots)['spouse' | 'dependent'][number]) =>
  ({ name: `${slot}_name`, dob: `${slot}_dob`, ssn: `${slot}_ssn` }) as const
const familyFields: readonly FamilyField[] = [...slots.spouse, ...slots.dependent].flatMap((slot) =>
  Object.values(fieldsOf(slot)),
)

type Fields = Partial<Record<ClientFieldName, string | number | null>>
type Family = Partial<Record<FamilyField, string | number | null>>

interface Subscriber {
  /** The first row of the person. */
  number: number
  clientId: string | null
  policy: BroughtPolicy
  /** What the record has, or gets from the rows above. */
  family: Family
}

/** A person of another row's record and policy. */
export interface Placed {
  subscriber: Pick<Subscriber, 'number' | 'clientId' | 'policy'>
  kin: Exclude<Kin, 'self'>
  fields: RowValues['fields']
  /** What the record has of them before this row. */
  family: Family
  covered: Covered
}

/** The subscribers of a file so far, whom rows of spouses and dependents belong to. */
export class Families {
  readonly #subscribers = new Map<string, Subscriber[]>()

  /** @param known the record, and what the row brings */
  add(
    policy: BroughtPolicy,
    { number, clientId, known }: { number: number; clientId: string | null; known: readonly Fields[] },
  ) {
    const family = Object.fromEntries(
      familyFields.map((field) => [
        field,
        known.map((each) => each[field] ?? null).find((value) => value !== null) ?? null,
      ]),
    )
    const subscriber = { number, clientId, policy, family }
    for (const code of codesOf(policy)) {
      const others = this.#subscribers.get(code) ?? []
      // The policies of one person are of one family.
      const same = others.find((other) => other.number === number)
      this.#subscribers.set(code, [...others, same ? { ...subscriber, family: same.family } : subscriber])
    }
  }

  /** The place of a row: by the number of the policy, else of the member, and of the same line if there are several. */
  place(policy: BroughtPolicy, kin: Placed['kin'], { fields }: Pick<RowValues, 'fields'>): Placed | undefined {
    const found =
      codesOf(policy)
        .map((code) => this.#subscribers.get(code))
        .find((some) => some !== undefined) ?? []
    const line = policy['policy.line']
    const subscriber = found.find((each) => each.policy['policy.line'] === line) ?? found[0]
    const name = [fields.client_first_name, fields.client_last_name].filter(Boolean).join(' ')
    if (!subscriber || name === '') return undefined
    const { family } = subscriber
    const before = { ...family }
    const dob = typeof fields.dob === 'string' ? fields.dob : null
    const [first] = normalForm(name).split(' ')
    const isSame = (slot: (typeof slots)[typeof kin][number]) => {
      const stored = normalForm(String(family[fieldsOf(slot).name] ?? ''))
      return (
        stored === normalForm(name) ||
        (dob !== null && dob === family[fieldsOf(slot).dob] && stored.split(' ')[0] === first)
      )
    }
    const slot = slots[kin].find(isSame) ?? slots[kin].find((each) => !family[fieldsOf(each).name])
    if (slot === undefined) return { subscriber, kin, fields: {}, family: before, covered: { who: 'other', name, dob } }
    const names = fieldsOf(slot)
    const brought = {
      [names.name]: name,
      ...(dob !== null && { [names.dob]: dob }),
      ...(fields.ssn && { [names.ssn]: fields.ssn }),
    }
    Object.assign(family, { ...brought, ...Object.fromEntries(Object.entries(before).filter(([, value]) => value)) })
    return { subscriber, kin, fields: brought, family: before, covered: { who: slot, name: null, dob: null } }
  }
}

/** What names the policy of a family, the number first; members of one may have a suffix each. */
const codesOf = (policy: BroughtPolicy): string[] =>
  (['policy.number', 'policy.member_id', 'policy.application_id'] as const).flatMap((target) => {
    const text = policy[target] ?? ''
    const codes = [text, text.replace(/[-* ]\d{1,2}$/, '')].map(comparedCode).filter(Boolean)
    return [...new Set(codes)].map((code) => `${target} ${code}`)
  })

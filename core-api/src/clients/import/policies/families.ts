import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { policyTargets } from '@agency/contract/import-policies'
import { normalForm } from '@agency/contract/normal-form'
import type { Covered, Policy } from '@agency/contract/policies'
import type { RowValues } from '../mapping/row-values.ts'
import { isSameValue, type LeftValue } from '../row-changes.ts'
import { fileCode, saysSame } from './find-policy.ts'
import type { Kin } from './kin.ts'
import type { BroughtPolicy } from './read-policy.ts'

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
  /** The row of the policy; null if the subscriber is known from elsewhere. */
  number: number | null
  /** The first row of the person. */
  first: number
  clientId: string | null
  policy: BroughtPolicy
  fields: RowValues['fields']
  /** What the record has, or gets from other rows. */
  family: Family
}

/** A person of another row's record and policy. */
export interface Placed {
  subscriber: Pick<Subscriber, 'number' | 'first' | 'clientId' | 'policy'>
  kin: Exclude<Kin, 'self'>
  fields: RowValues['fields']
  /** What the record has of them before this row. */
  family: Family
  covered: Covered
  /** Values that neither record nor policy takes, without those that equal the subscriber's. */
  left: LeftValue[]
}

interface SubscriberRow extends Pick<Subscriber, 'number' | 'first' | 'clientId'> {
  record: Fields | undefined
}

/** What a row of a family brings. */
interface Member extends Pick<RowValues, 'fields' | 'noTexts' | 'otherId'> {
  policy: BroughtPolicy
}

/** The subscribers of a file, whom rows of spouses and dependents belong to. */
export class Families {
  readonly #subscribers = new Map<string, Subscriber[]>()
  /** By the first row of the person: all policies of one cover one family. */
  readonly #families = new Map<number, Family>()

  /** @param record of the person, if it is known */
  add({ fields, policy, otherId }: Member, { record, ...row }: SubscriberRow, codes = codesOf(policy, otherId)) {
    const earlier = this.#families.get(row.first)
    const stored = (field: FamilyField) => record?.[field] ?? earlier?.[field] ?? fields[field] ?? null
    const family = earlier ?? {}
    Object.assign(family, Object.fromEntries(familyFields.map((field) => [field, stored(field)])))
    this.#families.set(row.first, family)
    const subscriber = { ...row, policy, fields, family }
    for (const code of codes) {
      this.#subscribers.set(code, [...(this.#subscribers.get(code) ?? []), subscriber])
    }
  }

  /** Adds a client whom the file does not have, for the row that names them and others like it. */
  addKnown({ policy, otherId }: Pick<Member, 'policy' | 'otherId'>, record: ClientRecord, of: Policy | undefined) {
    const { id: clientId, version: _version, ...fields } = record
    const own = of ? knownAs(of) : {}
    const row = { number: null, first: -1 - this.#families.size, clientId, record }
    this.add({ fields, policy: own }, row, codesOf(policy, otherId))
  }

  /** The subscriber of a row: by the number of the policy, else of the member, else the id in another system; if there are several, of its line and term. */
  subscriberOf(policy: BroughtPolicy, otherId?: string): Subscriber | undefined {
    const found =
      codesOf(policy, otherId)
        .map((code) => this.#subscribers.get(code))
        .find((some) => some !== undefined) ?? []
    const isAlike = (target: 'policy.line' | 'policy.effective_date', each: Subscriber) =>
      each.policy[target] === policy[target]
    const ofLine = found.filter((each) => isAlike('policy.line', each))
    return ofLine.find((each) => isAlike('policy.effective_date', each)) ?? ofLine[0] ?? found[0]
  }

  /** The place of a row in the family of its subscriber. */
  place(member: Member, kin: Placed['kin']): Placed | undefined {
    const { fields, policy, otherId } = member
    const subscriber = this.subscriberOf(policy, otherId)
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
    const placed = { subscriber, kin, family: before, left: leftOf(member, subscriber, slot !== undefined) }
    if (slot === undefined) return { ...placed, fields: {}, covered: { who: 'other', name, dob } }
    const names = fieldsOf(slot)
    const brought = {
      [names.name]: name,
      ...(dob !== null && { [names.dob]: dob }),
      ...(fields.ssn && { [names.ssn]: fields.ssn }),
    }
    Object.assign(family, { ...brought, ...Object.fromEntries(Object.entries(before).filter(([, value]) => value)) })
    return { ...placed, fields: brought, covered: { who: slot, name: null, dob: null } }
  }
}

const placedFields = ['client_first_name', 'client_last_name', 'dob'] as const

function leftOf({ fields, noTexts, policy }: Member, subscriber: Subscriber, hasSlot: boolean): LeftValue[] {
  const isPlaced = (name: string) => placedFields.some((each) => each === name) || (hasSlot && name === 'ssn')
  const own = clientFields.flatMap((field) => {
    const [value, theirs] = [fields[field.name], subscriber.fields[field.name]]
    const isLeft = value !== undefined && !isPlaced(field.name)
    return isLeft && !(theirs !== undefined && isSameValue(field, String(theirs), String(value)))
      ? [{ field: field.name, value: String(value) }]
      : []
  })
  const ofPolicy = policyTargets.flatMap((target) => {
    const [value, theirs] = [policy[target], subscriber.policy[target]]
    // Dependents pay nothing of their own.
    const isLeft = value !== undefined && !/^[0.]+$/.test(value)
    return isLeft && !saysSame(target, value, theirs ?? '') ? [{ field: target, value }] : []
  })
  return [...own, ...(noTexts ? [{ field: 'no_texts' as const, value: noTexts.since ?? 'yes' }] : []), ...ofPolicy]
}

/** A known policy as a row would bring it, which changes nothing of it. */
function knownAs({ id, carrier_name, ...policy }: Policy): BroughtPolicy {
  const names = [
    'line',
    'status',
    'product',
    'number',
    'member_id',
    'application_id',
    'effective_date',
    'term_date',
  ] as const
  const values = [...names, 'premium' as const].flatMap((name) =>
    policy[name] ? [[`policy.${name}`, policy[name]]] : [],
  )
  return { 'policy.id': id, 'policy.carrier': carrier_name, ...Object.fromEntries(values) }
}

/** What names the policy of a family, the number first; members of one may have a suffix each. */
const codesOf = (policy: BroughtPolicy, otherId: string | undefined): string[] => [
  ...(['policy.number', 'policy.member_id', 'policy.application_id'] as const).flatMap((target) => {
    const text = policy[target] ?? ''
    const codes = [text, text.replace(/[-* ]\d{1,2}$/, '')].map(fileCode).filter(Boolean)
    return [...new Set(codes)].map((code) => `${target} ${code}`)
  }),
  ...(otherId === undefined ? [] : [`id ${fileCode(otherId)}`]),
]

import { clientCards, type FieldDescription } from '@agency/contract/client-fields'
import { bindableFields, type FormField, type FormFieldKind, fullNameBinding } from '@agency/contract/form-fields'
import { policyBindings } from '@agency/contract/policy-proposals'
import { isBindable, isDate, isSigningDate, newField } from '../field-kinds'
import type { FieldChange } from '../placed-fields'

/** A field of the client record, or of a policy, that a form's field can be bound to. */
export interface Binding {
  readonly name: string
  /** The title of its card. */
  readonly card: string
  readonly label: string
}

const fullName: Binding = { name: fullNameBinding, card: clientCards.header, label: 'Client name' }

const bindingOf = ({ name, card, group, label }: FieldDescription): Binding => ({
  name,
  card: clientCards[card],
  label: group === undefined ? label : `${group} ${label}`,
})

const ofPolicies = (kind: 'text' | 'date'): Binding[] =>
  policyBindings
    .filter((bound) => bound.kind === kind)
    .map(({ name, label }) => ({ name, card: 'Policy, proposed when signed', label }))

/** Whether a binding is that of a policy, which fills nothing in. */
export const isOfPolicy = (binding: string | null): boolean => policyBindings.some(({ name }) => name === binding)

const dates = [...bindableFields.filter(({ kind }) => kind === 'date').map(bindingOf), ...ofPolicies('date')]
const texts = [fullName, ...bindableFields.filter(({ kind }) => kind !== 'date').map(bindingOf), ...ofPolicies('text')]

/** The possible bindings of a kind: dates for a date, others for a text, and none for any other kind. */
export function bindingsFor(kind: FormFieldKind): readonly Binding[] {
  if (!isBindable(kind)) return []
  return isDate(kind) ? dates : texts
}

/** A binding's text, such as `Personal Information: City of Birth`. */
export function bindingText(name: string): string {
  const found = [...texts, ...dates].find((binding) => binding.name === name)
  return found === undefined ? name : `${found.card}: ${found.label}`
}

/** Patterns of words on forms, each with the word that the record's labels use. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/\b(e-?mail)( address)?\b/g, 'email'],
  [/\b(social security( number| no)?|soc sec)\b/g, 'ssn'],
  [/\b(dob|birth ?date|birthday|date of birth|born)\b/g, 'date of birth'],
  [/\b(tele)?phone( number| no)?\b|\bmobile\b|\bcell\b/g, 'phone'],
  [/\b(given|fore) ?name\b/g, 'first name'],
  [/\b(sur|family )name\b/g, 'last name'],
  [/\b(driver'?s? licen[sc]e|passport)( number| no)?\b/g, 'dl passport number'],
]

const wordsOf = (text: string): Set<string> => {
  const plain = synonyms.reduce((known, [other, word]) => known.replace(other, word), text.toLowerCase())
  return new Set(plain.match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** Labels that ask for nothing but a field of a policy. */
const policyLabels: Readonly<Record<string, string>> = {
  'insurance carrier': 'policy_carrier',
  'insurance company': 'policy_carrier',
  'policy number': 'policy_number',
  'policy no': 'policy_number',
  'policy effective date': 'policy_effective_date',
  'coverage effective date': 'policy_effective_date',
  'requested effective date': 'policy_effective_date',
  'monthly premium': 'policy_premium',
  'policy premium': 'policy_premium',
  'net premium': 'policy_net_premium',
}

const fullNames = new Set(['name', 'full name', 'client name', 'your name', 'print name', 'printed name'])

/** The binding of the longest record label whose words it all contains; of other persons only when it names them. */
export function suggestBinding(label: string, kind: FormFieldKind): Binding | null {
  if (kind === 'text' && fullNames.has(label.trim().toLowerCase())) return fullName
  const policy =
    policyLabels[
      label
        .trim()
        .toLowerCase()
        .replace(/[.:]+$/, '')
    ]
  if (policy !== undefined) return bindingsFor(kind).find(({ name }) => name === policy) ?? null
  const typed = wordsOf(label)
  const ranked = bindingsFor(kind)
    .filter(({ name }) => !isOfPolicy(name))
    .map((binding) => ({ binding, score: scoreOf(binding, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return ranked[0]?.binding ?? null
}

/** The number of typed words that a field's label consists of; 0 when one of its words was not typed. */
function scoreOf({ label, card }: Binding, typed: ReadonlySet<string>): number {
  const own = wordsOf(label)
  // Forms ask for a phone, not for a primary phone.
  own.delete('primary')
  const owner = card === clientCards.spouse ? 'spouse' : null
  if (owner !== null && !typed.has(owner)) return 0
  return [...own].every((word) => typed.has(word)) ? own.size + (owner === null ? 0 : 1) : 0
}

/** Null unbinds. A default label takes the binding's; a date that is unbound never becomes the day of signing. */
export function boundTo(field: FormField, binding: Binding | null): FieldChange {
  if (binding === null) {
    if (isSigningDate(field)) return {}
    return { binding: null, editable: true, ...(field.kind === 'date' ? { kind: 'entered_date' } : {}) }
  }
  return {
    binding: binding.name,
    editable: field.binding === null ? true : field.editable,
    ...(isOfPolicy(binding.name) ? {} : { preset: undefined }),
    ...(isDate(field.kind) ? { kind: 'date' } : {}),
    ...(field.label === newField(field.kind).label ? { label: binding.label } : {}),
  }
}

import { clientCards, type FieldDescription } from '@agency/contract/client-fields'
import { bindableFields, type FormFieldKind, fullNameBinding } from '@agency/contract/form-fields'
import { isAdopted } from '../field-kinds'

/** Something of the client record that a field can be bound to. */
export interface Binding {
  readonly name: string
  /** The card of the record that it stands in. */
  readonly card: string
  readonly label: string
}

const fullName: Binding = { name: fullNameBinding, card: clientCards.header, label: 'Client name' }

const bindingOf = ({ name, card, group, label }: FieldDescription): Binding => ({
  name,
  card: clientCards[card],
  label: group === undefined ? label : `${group} ${label}`,
})

const dates = bindableFields.filter(({ kind }) => kind === 'date').map(bindingOf)
const texts = [fullName, ...bindableFields.filter(({ kind }) => kind !== 'date').map(bindingOf)]

/** What a field of a kind may be bound to; a date only to dates, and what is adopted or ticked to nothing. */
export function bindingsFor(kind: FormFieldKind): readonly Binding[] {
  if (isAdopted(kind) || kind === 'checkbox') return []
  return kind === 'date' ? dates : texts
}

/** A binding in words, such as `Personal Information: City of Birth`. */
export function bindingText(name: string): string {
  const found = [...texts, ...dates].find((binding) => binding.name === name)
  return found === undefined ? name : `${found.card}: ${found.label}`
}

/** Other words that forms use for what the record calls by the last one. */
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

const fullNames = new Set(['name', 'full name', 'client name', 'your name', 'print name', 'printed name'])

/**
 * What a label most likely asks for: the record's field all of whose words it has, the one with the most of them. Of
 * several that are as good (a name, of whom?) none is guessed but those of the client's own.
 */
export function suggestBinding(label: string, kind: FormFieldKind): Binding | null {
  if (kind === 'text' && fullNames.has(label.trim().toLowerCase())) return fullName
  const typed = wordsOf(label)
  const ranked = bindingsFor(kind)
    .map((binding) => ({ binding, score: scoreOf(binding, typed) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return ranked[0]?.binding ?? null
}

/** How many of the typed words a field's label takes up; 0 when it asks for one that was not typed. */
function scoreOf({ label, card }: Binding, typed: ReadonlySet<string>): number {
  const own = wordsOf(label)
  // `Primary` tells one of the client's two phones from the other; a form asks for a phone.
  own.delete('primary')
  const owner = card === clientCards.spouse ? 'spouse' : null
  if (owner !== null && !typed.has(owner)) return 0
  return [...own].every((word) => typed.has(word)) ? own.size + (owner === null ? 0 : 1) : 0
}

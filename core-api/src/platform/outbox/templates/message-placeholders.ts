import type { MessageTexts } from '@agency/contract/message-templates'
import type { MessageKind } from '@agency/contract/messages'
import { placeholders } from '@agency/messages/placeholders'
import { InvalidInput } from '../../errors.ts'

export class UnknownPlaceholder extends Error {
  override name = 'UnknownPlaceholder'
}

export type PlaceholderValues = Readonly<Record<string, string>>

type TemplatePart = { text: string } | { placeholder: string }

/** Placeholders that a text of their kind must contain. They are refused in subjects, which a lock screen shows. */
const essential: ReadonlySet<string> = new Set(['link', 'passcode', 'code'])

const braces = /\{([^{}]*)\}/

function partsOf(template: string): TemplatePart[] {
  // A pattern with a group gives texts and names in turn.
  return template
    .split(braces)
    .map((part, n) => (n % 2 === 0 ? { text: part } : { placeholder: part }))
    .filter((part) => !('text' in part) || part.text !== '')
}

/** An empty value takes the space before it along: `Hello {name},` is `Hello,`. @throws UnknownPlaceholder */
export function fillTemplate(
  template: string,
  values: PlaceholderValues,
  write: (text: string, placeholder?: string) => string = (text) => text,
): string {
  const parts = partsOf(template)
  return parts
    .map((part, n) => {
      const next = parts[n + 1]
      if ('placeholder' in part) return write(valueFor(values, part.placeholder), part.placeholder)
      const isBeforeEmpty = next && 'placeholder' in next && valueFor(values, next.placeholder) === ''
      return write(isBeforeEmpty ? part.text.replace(/ +$/, '') : part.text)
    })
    .join('')
}

function valueFor(values: PlaceholderValues, name: string): string {
  const value = values[name]
  if (value === undefined) throw new UnknownPlaceholder(`The placeholder ${name} has no value`)
  return value
}

export const placeholdersOf = (kind: MessageKind): readonly string[] => [...placeholders[kind], 'agency']

/** @throws InvalidInput for unknown or missing placeholders, and for `{link}`, `{passcode}`, `{code}` in the subject */
export function requireValidTexts(kind: MessageKind, texts: MessageTexts): void {
  const known = placeholdersOf(kind)
  const problems = Object.entries(texts).flatMap(([field, template]) =>
    problemsOf(field, template, known).map((message) => ({ field, message })),
  )
  if (problems.length > 0) throw new InvalidInput(problems)
}

function problemsOf(field: string, template: string, known: readonly string[]): string[] {
  const used = partsOf(template).flatMap((part) => ('placeholder' in part ? [part.placeholder] : []))
  const unknown = used.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return [`No message of this kind has {${unknown}}. You can use ${known.map((name) => `{${name}}`).join(', ')}.`]
  if (field === 'subject') {
    const secret = used.find((name) => essential.has(name))
    return secret === undefined ? [] : [`The subject can’t have {${secret}}: lock screens show it.`]
  }
  const missing = known.find((name) => essential.has(name) && !used.includes(name))
  return missing === undefined ? [] : [`Please keep {${missing}}: without it, this message is of no use.`]
}

import type { FormField } from '@agency/contract/form-fields'
import type { FormWidget } from './form-widgets.ts'
import { isGeneric, lastPart, parentNames } from './read-name.ts'

const kindNames: Record<FormField['kind'], string> = {
  signature: 'Signature',
  initials: 'Initials',
  date: 'Date',
  entered_date: 'Date',
  text: 'Text',
  checkbox: 'Checkbox',
  radio: 'Choice',
  choice: 'Choice',
}

export const labelOf = (widget: FormWidget, kind: FormField['kind']): string => nameText(widget) || kindNames[kind]

export function nameText({ tooltip, name }: Pick<FormWidget, 'tooltip' | 'name'>): string {
  return plainText(tooltip) || pathText(name)
}

/** The last part of a field's name, or the group it is in if that part is only a number such as `f1_01`. */
function pathText(name: string): string {
  const last = lastPart(name)
  const group = parentNames(name)[0]
  const telling = group !== undefined && /^[a-z]{1,2}\d+_\d+/i.test(last) && isGeneric(last) ? `${group} ${last}` : last
  const words = telling.replaceAll(/\[\d+\]/g, '').replace(/^[a-z]\d+_\d+[\s_]+(?=\p{L}{2})/iu, '')
  return plainText(words.replaceAll('_', ' '))
}

/** Without surrogates that stand alone, as in a text that is cut within an emoji: the database refuses them. */
export const plainText = (text: string, most = 120): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, most)
    .replaceAll(/\p{Cs}/gu, '')
    .trim()

/** The questions of a document's radio buttons. Buttons of one field have the same question, others another one. */
export class RadioGroups {
  readonly #byField = new Map<string, { group: string; labels: string[] }>()

  /** Labels a button by its tooltip if no other has it, else by its value if that is a word, else by its number. */
  add({ name, tooltip, choice }: FormWidget, question?: string): { group: string; label: string } {
    const asked = plainText(question ?? '') || pathText(name) || kindNames.radio
    const { group, labels } = this.#byField.get(name) ?? { group: this.#unused(asked), labels: [] }
    const value = /\p{L}/u.test(choice) ? plainText(choice.replaceAll('_', ' ')) : ''
    const numbered = `${kindNames.radio} ${labels.length + 1}`
    const label = [plainText(tooltip), value].find((text) => text !== '' && !labels.includes(text))
    labels.push(label ?? numbered)
    this.#byField.set(name, { group, labels })
    return { group, label: label ?? numbered }
  }

  #unused(group: string): string {
    const taken = new Set([...this.#byField.values()].map((other) => other.group))
    if (!taken.has(group)) return group
    let number = 2
    while (taken.has(numbered(group, number))) number += 1
    return numbered(group, number)
  }
}

const numbered = (group: string, number: number): string => `${plainText(group, 110)} (${number})`

import { clientCards } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { normalForm, searchedWords, spelledOut, squeezedForm } from '@agency/contract/normal-form'
import { visibleText } from '../../../shared/text/visible-text'
import { fieldText } from '../record/field-text'
import { fieldsOfCard, hasValue, type RecordField } from '../record/record-fields'
import { fieldId, type SectionName, sectionId, sections } from '../record/record-sections'

export interface Place {
  readonly id: string
  readonly card: SectionName
  readonly label: string
  /** Its card, and its group in the card. */
  readonly within: string
  /** The value as its card shows it. */
  readonly text: string
  /** The normal form that queries are matched with. */
  readonly words: string
}

/** Labels, and values as the cards show them: a masked one is found by its mask alone. @param day today */
export function placesOf(client: ClientRecord, day: string): Place[] {
  return sections.flatMap((card) => {
    const title = clientCards[card]
    const whole = { id: sectionId(card), card, label: title, within: '', text: '', words: normalForm(title) }
    return [whole, ...fieldsOfCard(card).map((field) => placeOf(client, card, field, day))]
  })
}

function placeOf(client: ClientRecord, card: SectionName, field: RecordField, day: string): Place {
  const { name, label, group } = field
  const within = [clientCards[card], ...(group === undefined ? [] : [group])].join(', ')
  const text = searchableText(client, field, day)
  const words = `${normalForm(`${label} ${within} ${text}`)} ${squeezedForm(text)} ${spelledOut(text)}`
  return { id: fieldId(name), card, label, within, text, words }
}

function searchableText(client: ClientRecord, field: RecordField, day: string): string {
  if (!hasValue(client, field) || (field.encrypted !== undefined && field.mask === undefined)) return ''
  if (field.kind === 'rich-text') return visibleText(String(client[field.name]))
  return fieldText(client, field, day)
}

/** The places that have all words of a query, in the order of the record. */
export function findPlaces(places: readonly Place[], query: string): Place[] {
  const asked = searchedWords(query)
  if (asked.length === 0) return []
  return places.filter(({ words }) => asked.every((spellings) => spellings.some((word) => words.includes(word))))
}

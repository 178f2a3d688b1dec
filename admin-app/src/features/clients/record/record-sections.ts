import type { CardName, ClientFieldName } from '@agency/contract/client-fields'

/** The cards of a client's page, in order. */
export const sections = [
  'personal',
  'contact',
  'spouse',
  'dependents',
  'beneficiaries',
  'marketplace',
  'medicare',
  'employment',
  'bank',
  'card',
  'notes',
  'sessions',
  'family_history',
  'logins',
  'care_team',
  'documents',
] as const satisfies readonly CardName[]

export type SectionName = (typeof sections)[number]

/** The id of a card's element, and its URL hash. */
export const sectionId = (card: CardName): string => `section-${card.replace('_', '-')}`

/** The id of the element that holds a field's label and value. */
export const fieldId = (name: ClientFieldName): string => `field-${name.replaceAll('_', '-')}`

/** The id of the element after the last card. */
export const recordEnd = 'record-end'

/** The section of a URL hash. */
export const sectionOf = (hash: string): SectionName | undefined =>
  sections.find((section) => `#${sectionId(section)}` === hash)

import { type CardName, type ClientFieldName, clientDialogs, type DialogName } from '@agency/contract/client-fields'

/** The sections of daily work. They are always shown as cards. */
export const workSections = ['notes', 'sessions', 'documents', 'policies'] as const satisfies readonly CardName[]

const people = ['personal', 'contact', 'spouse', 'dependents', 'beneficiaries'] as const satisfies readonly CardName[]
const plansAndMeans = [
  'marketplace',
  'medicare',
  'employment',
  'bank',
  'card',
  'family_history',
  'logins',
  'care_team',
] as const satisfies readonly CardName[]

/** The sections of facts by column of a wide screen: a card is always in the same place. */
export const factColumns = [people, plansAndMeans] as const

/** The sections of facts. Those without a value are shown in one collapsed group. */
export const factSections = [...people, ...plansAndMeans] as const

/** The sections of a client's page, in order. */
export const sections = [...workSections, ...factSections] as const

export type SectionName = (typeof sections)[number]

/** The id of a card's element, and its URL hash. */
export const sectionId = (card: CardName): string => `section-${card.replace('_', '-')}`

/** The id of the element that holds a field's label and value. */
export const fieldId = (name: ClientFieldName): string => `field-${name.replaceAll('_', '-')}`

/** The id of the card with the client's proposals, and its URL hash. */
export const proposalsId = 'proposals'

/** The button that opens a dialog, in the section of its fields; null while that section is folded. */
export const editButton = (dialog: DialogName): HTMLElement | null =>
  document.querySelector(`button[aria-label="${clientDialogs[dialog]}"]`)

/** The id of the element after the last card. */
export const recordEnd = 'record-end'

/** The section of a URL hash. */
export const sectionOf = (hash: string): SectionName | undefined =>
  sections.find((section) => `#${sectionId(section)}` === hash)

import { type CardName, clientCards } from 'contract/client-fields'
import styles from './section-nav.module.css'

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

/** The id of a card's element on the page. */
export const sectionId = (card: CardName): string => `section-${card.replace('_', '-')}`

/** The way to each card, where there is room for it beside them. */
export function SectionNav() {
  return (
    <nav aria-label="Sections" className={styles.nav}>
      <ul>
        {sections.map((card) => (
          <li key={card}>
            <a href={`#${sectionId(card)}`}>{clientCards[card]}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

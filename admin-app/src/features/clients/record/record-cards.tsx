import type { DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { type ReactNode, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { useParts } from '../../../shared/loading/use-parts'
import { useRecordEditing } from '../edit/in-place/record-editing'
import { FindInRecord } from '../find/find-in-record'
import { EmptySections } from './empty-sections'
import styles from './record-cards.module.css'
import { hasValue } from './record-fields'
import { factColumns, factSections, recordEnd, type SectionName, workSections } from './record-sections'
import { isEmptyCard, SectionCard } from './section-card'
import { SectionNav } from './section-nav'
import { type JumpTo, useCurrentSection } from './use-current-section'

interface RecordCardsProps {
  readonly client: ClientRecord
  readonly onEdit: (dialog: DialogName) => void
  /** Content of a card besides its fields. */
  readonly extra: Partial<Record<SectionName, ReactNode>>
  /** What arrives later than the record. It is rendered where no other card is below it. */
  readonly last: ReactNode
  /** Whether the record was loaded for this page: its cards are rendered one after the other then. */
  readonly arriving: boolean
}

/** A record: what is worked on beside the facts, below the search and the links to the sections. */
export function RecordCards({ client, onEdit, extra, last, arriving }: RecordCardsProps) {
  const [open, setOpen] = useState(false)
  /** The empty section of which a field was looked for: its fields are shown. */
  const [found, setFound] = useState<SectionName | null>(null)
  const { isFilled } = useRecordEditing()
  const filled = factSections.filter((card) => !isEmptyCard(card, isFilled))
  const empty = factSections.filter((card) => isEmptyCard(card, isFilled))
  const parts = useParts(filled.length, { atOnce: !arriving })
  const rendered = parts.isWhole ? [...workSections, ...filled, ...(open ? empty : [])] : workSections
  const { current, jumpTo } = useCurrentSection(rendered.join(' '))
  const unfold = useCallback(() => flushSync(() => setOpen(true)), [])
  const isFolded = !open
  const { isWhole, showAll } = parts
  const jumpToCard: JumpTo = useCallback(
    (section, inside) => {
      // All cards must be rendered: the target to be found, and those above it to fix its position.
      flushSync(showAll)
      const isEmpty =
        isEmptyCard(section, (field) => hasValue(client, field)) && factSections.some((card) => card === section)
      if (isEmpty && isFolded) unfold()
      if (isEmpty && inside !== undefined) flushSync(() => setFound(section))
      return jumpTo(section, inside)
    },
    [client, isFolded, showAll, jumpTo, unfold],
  )
  // The last one has the empty sections. Another one without cards would be a hole.
  const columns = factColumns.filter(
    (column: readonly SectionName[], index) =>
      index === factColumns.length - 1 || filled.some((name) => column.includes(name)),
  )
  const card = (name: SectionName) => (
    <SectionCard key={name} card={name} client={client} onEdit={onEdit}>
      {extra[name]}
    </SectionCard>
  )
  return (
    <div className={styles.columns}>
      <div className={styles.tools}>
        <FindInRecord client={client} jumpTo={jumpToCard} />
        <SectionNav current={current} jumpTo={jumpToCard} />
      </div>
      <div className={`${styles.cards} ${styles.work}`}>{workSections.map(card)}</div>
      <div className={styles.facts} data-state={isWhole ? 'whole' : 'arriving'}>
        {columns.map((column: readonly SectionName[], index) => (
          <div key={column[0]} className={styles.cards}>
            {filled
              .slice(0, parts.shown)
              .filter((name) => column.includes(name))
              .map(card)}
            {isWhole && index === columns.length - 1 && (
              <EmptySections
                sections={empty}
                open={open}
                found={found}
                onToggle={() => setOpen(!open)}
                onEdit={onEdit}
              />
            )}
          </div>
        ))}
      </div>
      <div className={`${styles.cards} ${styles.last}`}>{isWhole && last}</div>
      {isWhole && <div id={recordEnd} className={styles.end} />}
    </div>
  )
}

import type { SelectionFilter } from '@agency/contract/client-selections'
import { handOverApi } from '@agency/contract/hand-overs'
import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../shared/call'
import { focusHeading } from '../../../shared/focus-on-page'
import { HandOverDialog } from '../../../shared/hand-over/hand-over-dialog'
import { Button } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import { refetchClients } from '../client-queries'
import { ChangeClientsDialog } from './change-clients'
import styles from './client-selection.module.css'
import { keepLastChange, useLastChange } from './list-place'
import { SelectionProgress, useIsUnfinished } from './selection-progress'

/** The most clients that one call hands over. */
const most = 1_000

interface ClientSelectionProps {
  readonly selected: ReadonlySet<string>
  /** The clients of the page. */
  readonly onPage: readonly string[]
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onDone: () => void
  /** The filter of the list, for all that match it. */
  readonly filter: SelectionFilter
  /** How many match it, in words such as `1,000+`. */
  readonly matches: string
}

/** Those of other pages, and those that a new filter hides, are still selected. */
function countText(selected: ReadonlySet<string>, onPage: readonly string[]): string {
  if (selected.size > most) return `Select at most ${most} clients.`
  const hidden = selected.size - onPage.filter((id) => selected.has(id)).length
  return hidden > 0 ? `${selected.size} selected, ${hidden} not on this page` : `${selected.size} selected`
}

/** What can be done with the selected clients. The selection is kept from page to page. */
export function ClientSelection({ selected, onPage, onSelect, onDone, filter, matches }: ClientSelectionProps) {
  const [asks, setAsks] = useState(false)
  const [changes, setChanges] = useState(false)
  const [isAll, setAll] = useState(false)
  const { id: plannedId } = useLastChange()
  const isUnfinished = useIsUnfinished(plannedId)
  const mayHandOver = usePermission('clients.hand-over')
  const queryClient = useQueryClient()
  const bar = useHandOnFocus<HTMLElement>()
  const changer = useRef<HTMLButtonElement>(null)
  const isPossible = selected.size > 0 && selected.size <= most
  const isWholePage = onPage.every((id) => selected.has(id))
  const togglePage = () => {
    const others = [...selected].filter((id) => !onPage.includes(id))
    onSelect(new Set(isWholePage ? others : [...others, ...onPage]))
  }
  const closeProgress = () => {
    flushSync(() => keepLastChange(null))
    changer.current?.focus()
  }
  return (
    <section ref={bar} className={`${styles.bar} ${styles.selecting}`} aria-label="Selected clients">
      <p role="status">{isAll ? `All ${matches} that match` : countText(selected, onPage)}</p>
      <button type="button" className="chip" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
        All that match
      </button>
      <Button variant="secondary" disabled={isAll || onPage.length === 0} onClick={togglePage}>
        {isWholePage && onPage.length > 0 ? 'Clear this page' : 'Select this page'}
      </Button>
      {mayHandOver && (
        <Button variant="secondary" disabled={isAll || !isPossible} onClick={() => setAsks(true)}>
          Hand over
        </Button>
      )}
      <Button ref={changer} disabled={isUnfinished || (!isAll && !isPossible)} onClick={() => setChanges(true)}>
        Change
      </Button>
      <Button variant="secondary" onClick={onDone}>
        Done
      </Button>
      {plannedId !== null && <SelectionProgress id={plannedId} onClose={closeProgress} />}
      {changes && (
        <ChangeClientsDialog
          of={isAll ? { filter } : { client_ids: [...selected] }}
          onPlanned={keepLastChange}
          onClose={() => setChanges(false)}
        />
      )}
      {asks && (
        <HandOverDialog
          clients={selected.size}
          handOver={(to) => call(handOverApi.some, { body: { client_ids: [...selected], ...to } })}
          onDone={() => {
            onDone()
            return refetchClients(queryClient)
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  )
}

/** What came of the last change, with its Undo, where nothing is selected. */
export function LastChange() {
  const { id } = useLastChange()
  if (id === null) return null
  const close = () => {
    keepLastChange(null)
    focusHeading()
  }
  return (
    <section className={styles.bar} aria-label="Last change">
      <SelectionProgress id={id} onClose={close} />
    </section>
  )
}

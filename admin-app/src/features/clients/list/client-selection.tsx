import { handOverApi } from '@agency/contract/hand-overs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/call'
import { HandOverDialog } from '../../../shared/hand-over/hand-over-dialog'
import { Button } from '../../../shared/shared-ui'
import { refetchClients } from '../client-queries'
import styles from './client-selection.module.css'

/** The most clients that one call hands over. */
const most = 1_000

interface ClientSelectionProps {
  readonly selected: ReadonlySet<string>
  /** The clients of the page. */
  readonly onPage: readonly string[]
  readonly onSelect: (ids: ReadonlySet<string>) => void
  readonly onDone: () => void
}

/** What can be done with the selected clients. The selection is kept from page to page. */
export function ClientSelection({ selected, onPage, onSelect, onDone }: ClientSelectionProps) {
  const [asks, setAsks] = useState(false)
  const queryClient = useQueryClient()
  const isWholePage = onPage.every((id) => selected.has(id))
  const togglePage = () => {
    const others = [...selected].filter((id) => !onPage.includes(id))
    onSelect(new Set(isWholePage ? others : [...others, ...onPage]))
  }
  return (
    <section className={styles.bar} aria-label="Selected clients">
      <p role="status">{selected.size > most ? `Select at most ${most} clients.` : `${selected.size} selected`}</p>
      <Button variant="secondary" disabled={onPage.length === 0} onClick={togglePage}>
        {isWholePage && onPage.length > 0 ? 'Clear this page' : 'Select this page'}
      </Button>
      <Button disabled={selected.size === 0 || selected.size > most} onClick={() => setAsks(true)}>
        Hand over
      </Button>
      <Button variant="secondary" onClick={onDone}>
        Done
      </Button>
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

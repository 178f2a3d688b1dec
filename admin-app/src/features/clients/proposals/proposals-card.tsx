import { clientCards, clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { Proposal } from '@agency/contract/form-fields'
import { pageHeading } from '@agency/shared-ui/host/page-focus'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useReadOnly } from '../../../shared/archive/read-only'
import { sessionsQuery } from '../../../shared/client-queries'
import { useToday } from '../../../shared/dates/today'
import { focusOnPage } from '../../../shared/focus-on-page'
import { dash, formatMoment } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { Button } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import { softWarning } from '../edit/soft-checks'
import { plainText } from '../record/field-text'
import { MaskedValue } from '../record/masked-value'
import { isEditable, type RecordField, spokenLabel } from '../record/record-fields'
import { proposalsId } from '../record/record-sections'
import { useReveals } from '../reveals/use-reveals'
import { acceptedTogether, useDecideProposals } from './decide-proposals'
import styles from './proposals-card.module.css'

interface ProposalsCardProps {
  readonly client: Pick<ClientRecord, 'id' | 'version'>
  readonly proposals: readonly Proposal[]
}

/** A decided one keeps its place until all are, so that a second press there never decides about another. */
export function ProposalsCard({ client, proposals }: ProposalsCardProps) {
  const { busy, accept, dismiss, undo, acceptAll } = useDecideProposals(client)
  const readOnly = useReadOnly()
  const together = acceptedTogether(proposals, usePermission('clients.sensitive'))
  const card = useRef<HTMLElement>(null)
  const entries = useKeptEntries(proposals)
  const open = new Set(proposals.map(({ id }) => id))
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? entries : firstOnes(entries, open)
  const folded = entries.length - shown.length
  const follow = useFocusAfterDecision(card, open)
  useFocusByAddress(card)
  return (
    <section
      ref={card}
      id={proposalsId}
      tabIndex={-1}
      className={`card ${styles.card}`}
      aria-labelledby="proposals-title"
    >
      <header className={styles.header}>
        <div>
          <h2 id="proposals-title">Proposed Changes</h2>
          <p className={styles.lead}>The client entered different information in a document.</p>
        </div>
        {folded > 0 && (
          <Button variant="secondary" onClick={() => setShowsAll(true)}>
            {`Show All ${entries.length}`}
          </Button>
        )}
        {folded === 0 && entries.length > 1 && !readOnly && (
          <Button
            variant="secondary"
            aria-disabled={busy || together.length < 2}
            onClick={() => {
              if (busy || together.length < 2) return
              follow(together.at(-1)?.id ?? '')
              void acceptAll(together, proposals.length - together.length)
            }}
          >
            Accept All
          </Button>
        )}
      </header>
      <ul className={styles.list}>
        {shown.map((proposal) => (
          <Entry
            key={proposal.id}
            client={client}
            proposal={proposal}
            decided={!open.has(proposal.id)}
            busy={busy}
            onAccept={() => {
              follow(proposal.id)
              accept(proposal)
            }}
            onDismiss={() => {
              follow(proposal.id)
              dismiss(proposal)
            }}
            onUndo={() => undo(proposal)}
          />
        ))}
      </ul>
    </section>
  )
}

/** How many open ones are shown before the record, until all are asked for. */
const shownAtFirst = 3

/** The entries up to the last of the first open ones: the record begins close below them. */
function firstOnes(entries: readonly Proposal[], open: ReadonlySet<string>): readonly Proposal[] {
  const next = entries.filter(({ id }) => open.has(id))[shownAtFirst]
  return next === undefined ? entries : entries.slice(0, entries.indexOf(next))
}

/** The proposals in the order in which they were first shown, including decided ones. New ones are last. */
function useKeptEntries(proposals: readonly Proposal[]): readonly Proposal[] {
  const [kept, setKept] = useState({ proposals, entries: proposals })
  if (kept.proposals === proposals) return kept.entries
  const now = new Map(proposals.map((proposal) => [proposal.id, proposal]))
  const known = new Set(kept.entries.map(({ id }) => id))
  const entries = [
    ...kept.entries.map((entry) => now.get(entry.id) ?? entry),
    ...proposals.filter(({ id }) => !known.has(id)),
  ]
  setKept({ proposals, entries })
  return entries
}

/**
 * Focuses the next open proposal after a decision, else the one before, else the page's heading. The function takes the
 * id of the decided one.
 */
function useFocusAfterDecision(card: RefObject<HTMLElement | null>, open: ReadonlySet<string>): (id: string) => void {
  const pressed = useRef<string | null>(null)
  useEffect(() => {
    const id = pressed.current
    if (id === null || open.has(id)) return
    pressed.current = null
    if (document.activeElement !== document.body) return
    const entries = [...(card.current?.querySelectorAll<HTMLElement>('[data-proposal]') ?? [])]
    const place = entries.findIndex(({ dataset }) => dataset.proposal === id)
    const isOpen = ({ dataset }: HTMLElement) => dataset.state === 'open'
    focusOnPage(entries.slice(place).find(isOpen) ?? entries.findLast(isOpen), { preventScroll: true })
  })
  useEffect(
    () => () => {
      if (pressed.current === null || document.activeElement !== document.body) return
      focusOnPage(pageHeading(), { preventScroll: true })
    },
    [],
  )
  return (id) => {
    pressed.current = id
  }
}

/** Shows the card if the address names it. */
function useFocusByAddress(card: RefObject<HTMLElement | null>): void {
  const location = useLocation()
  useEffect(() => {
    if (location.hash !== `#${proposalsId}`) return
    card.current?.scrollIntoView({ block: 'start' })
    focusOnPage(card.current, { preventScroll: true })
  }, [location, card])
}

const described = new Map<string, RecordField>(clientFields.map((field) => [field.name, field]))

interface EntryProps {
  readonly client: Pick<ClientRecord, 'id'>
  readonly proposal: Proposal
  readonly decided: boolean
  readonly busy: boolean
  readonly onAccept: () => void
  readonly onDismiss: () => void
  readonly onUndo: () => void
}

function Entry({ client, proposal, decided, busy, onAccept, onDismiss, onUndo }: EntryProps) {
  const field = described.get(proposal.field)
  const { revealField, revealProposal } = useReveals()
  const readOnly = useReadOnly()
  const maySee = usePermission('clients.sensitive')
  const mayDecide = !readOnly && field !== undefined && isEditable(field, maySee)
  const place = useHeldHeight(decided)
  const day = useToday()
  // The server may know a newer field than this page.
  if (field === undefined) return null
  const name = `${clientCards[field.card]}: ${field.group === undefined ? '' : `${field.group} `}${field.label}`
  const warning = field.mask === undefined ? softWarning(field, String(proposal.proposed ?? ''), day) : undefined
  return (
    <li
      ref={place}
      tabIndex={-1}
      className={styles.entry}
      aria-label={name}
      data-proposal={proposal.id}
      data-state={decided ? 'decided' : 'open'}
    >
      <h3 className={styles.name}>{name}</h3>
      {decided ? (
        <p className={styles.origin}>
          Decided.{' '}
          <button
            type="button"
            className="link-button"
            aria-label={`Undo ${name}`}
            aria-disabled={busy}
            onClick={() => {
              if (busy) return
              place.current?.focus({ preventScroll: true })
              onUndo()
            }}
          >
            Undo
          </button>
        </p>
      ) : (
        <>
          <dl className={styles.values}>
            <div>
              <dt>On record</dt>
              <dd>
                <Value
                  field={field}
                  value={proposal.current}
                  which="on record"
                  fetchValue={() => revealField(client.id, field.name)}
                />
              </dd>
            </div>
            <div>
              <dt>Proposed</dt>
              <dd className={styles.proposed}>
                <Value
                  field={field}
                  value={proposal.proposed}
                  which="proposed"
                  fetchValue={() => revealProposal(client.id, proposal.id)}
                />
              </dd>
            </div>
          </dl>
          {warning !== undefined && <p className="field-warning">{warning}</p>}
          <p className={styles.origin}>
            <Origin clientId={client.id} proposal={proposal} /> · {formatMoment(proposal.created_at)}
          </p>
          {mayDecide && (
            <div className={styles.actions}>
              <Button
                variant="secondary"
                aria-label={`Dismiss ${name}`}
                aria-disabled={busy}
                onClick={() => !busy && onDismiss()}
              >
                Dismiss
              </Button>
              <Button aria-label={`Accept ${name}`} aria-disabled={busy} onClick={() => !busy && onAccept()}>
                Accept
              </Button>
            </div>
          )}
        </>
      )}
    </li>
  )
}

/** Keeps the height that an entry had while it was open. */
function useHeldHeight(decided: boolean): RefObject<HTMLLIElement | null> {
  const element = useRef<HTMLLIElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    if (element.current === null) return
    if (decided) element.current.style.minHeight = `${height.current}px`
    else height.current = element.current.offsetHeight
  })
  return element
}

interface ValueProps {
  readonly field: RecordField
  readonly value: Proposal['current']
  /** Tells the two values of a field apart in accessible names. */
  readonly which: string
  /** Asks the server for the value of a masked field. */
  readonly fetchValue: () => Promise<string | null>
}

function Value({ field, value, which, fetchValue }: ValueProps) {
  const day = useToday()
  if (value === null || value === '') return dash
  if (field.mask === undefined) return plainText(field, String(value), day)
  const label = `${spokenLabel(field)} ${which}`
  return <MaskedValue fetchValue={fetchValue} mask={field.mask} value={String(value)} label={label} />
}

function Origin({ clientId, proposal }: { readonly clientId: string; readonly proposal: Proposal }) {
  const { data: sessions } = useQuery(sessionsQuery(clientId))
  const title = proposal.document || 'Untitled'
  const session = sessions?.find(({ id }) => id === proposal.session_id)
  return session === undefined ? title : <Link to={paths.session(clientId, session.session_code)}>{title}</Link>
}

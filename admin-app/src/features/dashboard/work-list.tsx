import { useQuery } from '@tanstack/react-query'
import { Fragment, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { ReminderOutcome } from '../../shared/desk/reminder-outcome'
import { focusOnPage } from '../../shared/focus-on-page'
import { formatNumber } from '../../shared/formatting'
import { isTyping } from '../../shared/keyboard'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { usePermission } from '../../shared/use-permission'
import { ReadAlerts, readAlertsQuery } from './read-alerts'
import { RevealAlerts, revealAlertsQuery } from './reveal-alerts'
import { type ProposalsDialog, useWork, type Work, type WorkRow } from './use-work'
import styles from './work-list.module.css'

interface WorkSectionsProps {
  readonly proposals: ProposalsDialog
}

/** All at once, when all is answered: what came later would move the links and buttons of the rest. */
export function WorkSections({ proposals }: WorkSectionsProps) {
  const work = useWork(proposals)
  const mayRead = usePermission('alerts.read')
  const reveals = useQuery({ ...revealAlertsQuery, enabled: mayRead })
  const reads = useQuery({ ...readAlertsQuery, enabled: mayRead })
  const waits = [reveals, reads, ...work].some(({ isLoading }) => isLoading)
  // Once there, they stay during a retry of one.
  const [isComplete, setComplete] = useState(false)
  if (!waits && !isComplete) setComplete(true)
  if (!isComplete) return <Loading label="Loading what needs somebody" />
  return (
    <>
      <RevealAlerts answer={reveals} />
      <ReadAlerts answer={reads} />
      {work
        .filter(({ failed }) => failed)
        .map(({ name, retry }) => (
          <LoadFailure key={name} message={`Not loaded: ${name}.`} retry={retry} />
        ))}
      <WorkList work={work} />
      <ReminderOutcome />
    </>
  )
}

function WorkList({ work }: { readonly work: readonly Work[] }) {
  // A session is shown once, with what is most urgent about it.
  const all = work.flatMap((kind) => kind.rows)
  const rows = all.filter((row, place) => all.findIndex(({ id }) => id === row.id) === place)
  const mayWrite = usePermission('clients.write')
  const shown = rows.map(({ id }) => id).join()
  const { list, note } = useFocusInRows(shown)
  const stopStrayPress = useStrayPress(list)
  if (rows.length === 0 && work.every(({ total }) => total === 0)) return null
  return (
    <section className={`card ${styles.work}`} aria-labelledby="work">
      <header>
        <h2 id="work">Needs somebody</h2>
        <p className={styles.keys} id="work-keys">
          In a row: <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>C</kbd> call
          {mayWrite && (
            <>
              , <kbd>R</kbd> remind, <kbd>O</kbd> offer again, <kbd>A</kbd> accept, <kbd>S</kbd> snooze a day,{' '}
              <kbd>W</kbd> a week, <kbd>D</kbd> done
            </>
          )}
          .
        </p>
      </header>
      <ul ref={list} aria-describedby="work-keys" onKeyDown={pressVerb} onFocus={note} onClickCapture={stopStrayPress}>
        {work.map((kind) => (
          <Fragment key={kind.name}>
            {kind.rows.map((row) => rows.includes(row) && <Row key={row.id} row={row} />)}
            {kind.total > kind.rows.length && (
              <li className={styles.more}>
                <Link to={kind.all}>{`All ${kind.name} (${formatNumber(kind.total)})`}</Link>
              </li>
            )}
          </Fragment>
        ))}
      </ul>
    </section>
  )
}

const rowsOf = (list: RefObject<HTMLUListElement | null>): readonly Element[] => [...(list.current?.children ?? [])]

/** Focuses the row in the place of one that went with the focus, else the heading. @param rows changes with them */
function useFocusInRows(rows: string) {
  const list = useRef<HTMLUListElement>(null)
  const place = useRef(-1)
  const note = ({ target }: { readonly target: Element | null }) => {
    const at = rowsOf(list).findIndex((row) => row.contains(target))
    if (at >= 0) place.current = at
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows change
  useEffect(() => {
    const items = rowsOf(list)
    // Rows above it came or went.
    note({ target: document.activeElement })
    if (place.current < 0 || !document.activeElement?.matches('body')) return
    const row = items[Math.min(place.current, items.length - 1)]
    focusOnPage(row?.querySelector('a') ?? document.querySelector<HTMLElement>('main h1'))
  }, [rows])
  return { list, note }
}

/** Milliseconds in which a second press in one place is meant for the row that was there before. */
const settlingTime = 1_000

/** Ignores a second press on the verbs in one place if another row has come there: it would be for the next person. Keys follow the focus. */
function useStrayPress(list: RefObject<HTMLUListElement | null>) {
  const last = useRef({ at: Number.NEGATIVE_INFINITY, place: -1, row: null as Element | null })
  return (event: MouseEvent<HTMLUListElement>) => {
    // A key's click has no detail.
    if (event.detail === 0 || !(event.target instanceof Element)) return
    const verbs = event.target.closest(`.${styles.verbs}`)
    const place = rowsOf(list).findIndex((row) => row.contains(verbs))
    if (place < 0) return
    const before = last.current
    last.current = { at: event.timeStamp, place, row: rowsOf(list)[place] ?? null }
    const isStray = before.place === place && before.row !== last.current.row
    if (!isStray || event.timeStamp - before.at > settlingTime) return
    event.preventDefault()
    event.stopPropagation()
  }
}

function Row({ row: { kind, tone, name, to, what, reason, verbs } }: { readonly row: WorkRow }) {
  return (
    <li className={styles.row}>
      <span className="badge" data-tone={tone}>
        {kind}
      </span>
      <div className={styles.what}>
        <Link to={to} className={styles.name}>
          {name}
        </Link>{' '}
        <span>{what}</span>
        {reason !== undefined && reason !== null && <span className={styles.reason}>Reason: {reason}</span>}
      </div>
      <div className={styles.verbs}>{verbs}</div>
    </li>
  )
}

/** The keys of a row apply only while the focus is in it, so that they take no key of the page. */
function pressVerb(event: KeyboardEvent<HTMLUListElement>): void {
  const { target, currentTarget: list, key, altKey, ctrlKey, metaKey, shiftKey } = event
  // Events of a row's dialog bubble through React, not through the document.
  if (!(target instanceof HTMLElement) || !list.contains(target) || isTyping(event.nativeEvent)) return
  if (altKey || ctrlKey || metaKey || shiftKey) return
  const row = target.closest('li')
  const next = key === 'ArrowDown' ? row?.nextElementSibling : key === 'ArrowUp' ? row?.previousElementSibling : row
  const pressed = next === row
  const element = next?.querySelector<HTMLElement>(pressed ? `[data-key="${CSS.escape(key.toLowerCase())}"]` : 'a')
  if (!element) return
  event.preventDefault()
  if (pressed) element.click()
  else element.focus()
}

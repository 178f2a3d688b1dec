import type { ClientRecord } from '@agency/contract/clients'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useToday } from '../../../shared/dates/today'
import { counted } from '../../../shared/formatting'
import { isApple, isDialogOpen } from '../../../shared/keyboard'
import { Matched } from '../../../shared/text/matched'
import type { JumpTo } from '../record/use-current-section'
import styles from './find-in-record.module.css'
import { findPlaces, type Place, placesOf } from './find-matches'

/** The most matches that are listed. */
const listed = 8

interface FindInRecordProps {
  readonly client: ClientRecord
  readonly jumpTo: JumpTo
}

/** Finds a field by its label or by the text on its card, and scrolls to it. The query is neither sent nor stored. */
export function FindInRecord({ client, jumpTo }: FindInRecordProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const day = useToday()
  const places = useMemo(() => placesOf(client, day), [client, day])
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  useFindShortcut(input)
  const matches = findPlaces(places, query)
  const shown = matches.slice(0, listed)
  const expanded = open && query.trim() !== ''

  const search = (text: string) => {
    setQuery(text)
    setActive(0)
    setOpen(true)
  }
  const choose = (place: Place) => {
    setOpen(false)
    // A field of an empty group has no element: the card is focused instead.
    jumpTo(place.card, place.id)?.focus({ preventScroll: true })
  }
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const place = shown[active]
    if (step !== undefined && shown.length > 0) {
      setOpen(true)
      setActive((active + step + shown.length) % shown.length)
    } else if (event.key === 'Enter' && expanded && place !== undefined) choose(place)
    else if (event.key === 'Escape') search('')
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.find}>
      <Search className={styles.icon} size={16} />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Find in record"
        aria-expanded={expanded}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={expanded && shown.length > 0 ? `${id}${active}` : undefined}
        aria-keyshortcuts="Control+/ Meta+/"
        placeholder="Find in record"
        title={isApple() ? 'Find in record (⌘ /)' : 'Find in record (Ctrl /)'}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={query}
        onChange={({ target }) => search(target.value)}
        onFocus={({ target }) => {
          target.select()
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={steer}
      />
      <div className={styles.results} hidden={!expanded}>
        <div id={`${id}list`} role="listbox" aria-label="Matches in the record">
          {expanded &&
            shown.map((place, index) => (
              <Match
                key={place.id}
                id={`${id}${index}`}
                place={place}
                query={query}
                active={index === active}
                onChoose={() => choose(place)}
              />
            ))}
        </div>
        <p role="status" className={matches.length > 0 && matches.length <= listed ? 'visually-hidden' : styles.note}>
          {expanded && summary(matches.length)}
        </p>
      </div>
    </div>
  )
}

/**
 * Focuses the search on Ctrl+/ or ⌘/. The modifier is required by WCAG 2.1.4: speech input may type single characters.
 */
function useFindShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const find = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || !(event.ctrlKey || event.metaKey) || isDialogOpen()) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', find)
    return () => window.removeEventListener('keydown', find)
  }, [input])
}

function summary(count: number): string {
  if (count === 0) return 'Nothing in this record matches.'
  if (count > listed) return `The first ${listed} of ${count} matches.`
  return `${counted(count, 'match', 'matches')}.`
}

interface MatchProps {
  readonly id: string
  readonly place: Place
  readonly query: string
  readonly active: boolean
  readonly onChoose: () => void
}

function Match({ id, place, query, active, onChoose }: MatchProps) {
  return (
    // The input keeps the focus and handles the keys (aria-activedescendant).
    <button
      type="button"
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={styles.match}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.label}>
        <Matched text={place.label} query={query} />
        {place.within !== '' && <span className={styles.within}>{place.within}</span>}
      </span>
      {place.text !== '' && (
        <span className={styles.text}>
          <Matched text={place.text} query={query} />
        </span>
      )}
    </button>
  )
}

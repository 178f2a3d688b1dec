import { useEffect, useRef, useState } from 'react'
import { isDialogOpen, isTyping } from '../../../shared/shortcuts'
import styles from './client-search.module.css'
import type { ListView, ShowList } from './list-view'

/** Pause in typing after which the list is searched, in milliseconds. */
const pause = 200

interface ClientSearchProps {
  readonly view: ListView
  readonly onShow: ShowList
  /** Called when the person goes on to the rows of a search. */
  readonly onEnterRows: (q: string) => void
}

/** The search box. The list is searched while typing; the whole search is one history entry. */
export function ClientSearch({ view, onShow, onEnterRows }: ClientSearchProps) {
  // The typed text until it is in the address; null when the box shows the address.
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const box = useSlashKey()

  const show = (q: string) => {
    clearTimeout(timer.current)
    setTyped(null)
    onShow({ q, page: 1 }, true)
  }
  const search = (q: string) => {
    clearTimeout(timer.current)
    setTyped(q)
    timer.current = setTimeout(() => show(q), pause)
  }
  // On blur, search at once: a later search would navigate while the person uses another control.
  const leave = () => {
    if (typed !== null) show(typed)
  }
  return (
    <div className={styles.search}>
      <input
        ref={box}
        type="search"
        aria-keyshortcuts="/"
        aria-label="Search clients"
        placeholder="Name, health plan, e-mail, phone, session code or SSN last four"
        autoComplete="off"
        maxLength={200}
        value={typed ?? view.q}
        onChange={(event) => search(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          leave()
          onEnterRows(typed ?? view.q)
        }}
      />
    </div>
  )
}

/** The key `/` focuses the box, except in text controls. */
function useSlashKey() {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event) || isDialogOpen()) return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    window.addEventListener('keydown', find)
    return () => window.removeEventListener('keydown', find)
  }, [])
  return box
}

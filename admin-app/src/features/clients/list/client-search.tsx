import { useEffect, useRef, useState } from 'react'
import { isDialogOpen, isTyping } from '../../../shared/shortcuts'
import styles from './client-search.module.css'
import type { ListView, ShowList } from './list-view'

/** How long typing must rest before the list follows, in milliseconds. */
const pause = 200

interface ClientSearchProps {
  readonly view: ListView
  readonly onShow: ShowList
}

/** The search box. The list follows while typing; the address keeps one entry of the history for the whole search. */
export function ClientSearch({ view, onShow }: ClientSearchProps) {
  // What is typed and has not reached the address yet; otherwise the box shows the address.
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
  // Whoever leaves the box is on the way to something: a search that came later would call them back from there.
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
        placeholder="Search by name or health plan"
        autoComplete="off"
        maxLength={200}
        value={typed ?? view.q}
        onChange={(event) => search(event.target.value)}
        onBlur={leave}
      />
    </div>
  )
}

/** The key `/` leads to the box, from wherever it isn't text. */
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

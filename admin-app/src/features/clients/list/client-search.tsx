import { useEffect, useRef, useState } from 'react'
import { isDialogOpen, isTyping } from '../../../shared/shortcuts'
import styles from './client-search.module.css'
import type { ListView, ShowList } from './list-view'

/** Pause in typing after which the list is searched, in milliseconds. */
const pause = 200

interface ClientSearchProps {
  readonly view: ListView
  readonly onShow: ShowList
}

/** The search box. The list is searched while typing; the whole search is one history entry. */
export function ClientSearch({ view, onShow }: ClientSearchProps) {
  // The typed text until the address has it; null when the box shows the address.
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The address changes later than `onShow` is called. Text that is typed in between must be kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is for each change of the address
  useEffect(() => {
    if (timer.current === undefined) setTyped(null)
  }, [view.q])
  const box = useSlashKey()

  const show = (q: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    onShow({ q, page: 1 }, true)
  }
  const search = (q: string) => {
    clearTimeout(timer.current)
    setTyped(q)
    timer.current = setTimeout(() => show(q), pause)
  }
  // On blur, search at once: a later search would navigate while the person uses another control.
  const leave = () => {
    if (typed !== null && timer.current !== undefined) show(typed)
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

import { useCallback, useEffect, useRef, useState } from 'react'
import { isDialogOpen, isTyping } from '../keyboard'
import styles from './list-search.module.css'

/** Pause in typing after which the list is searched, in milliseconds. */
const pause = 200
/** Milliseconds before old rows are dimmed. A sooner answer is rendered once, not first as outdated rows. */
const dimAfter = 150

interface ListSearchProps {
  readonly label: string
  readonly placeholder: string
  /** The search that the address holds. */
  readonly q: string
  /** Asks the server when typing rests. The promise is fulfilled when it has answered. */
  readonly onAsk: (q: string) => Promise<void>
  /** Shows a search: when its rows are there, or take long. */
  readonly onSearch: (q: string) => void
  /** Called when the person goes on to the rows of a search. */
  readonly onEnterRows: (q: string) => void
}

/** The whole search is one history entry. One that was typed over is not shown, whenever its answer comes. */
export function ListSearch({ label, placeholder, q, onAsk, onSearch, onEnterRows }: ListSearchProps) {
  // The typed text until the address has it; null when the box shows the address.
  const [typed, setTyped] = useState<string | null>(null)
  // Runs until the typed text is shown.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  }, [])
  useEffect(() => stop, [stop])
  // The address changes later than `onSearch` is called. Text that is typed in between must be kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is for each change of the address
  useEffect(() => {
    if (timer.current === undefined) setTyped(null)
  }, [q])
  const box = useSlashKey()

  const show = (text: string) => {
    stop()
    onSearch(text)
  }
  const ask = async (text: string) => {
    const waiting = setTimeout(() => show(text), dimAfter)
    timer.current = waiting
    await onAsk(text)
    if (timer.current === waiting) show(text)
  }
  const search = (text: string) => {
    stop()
    setTyped(text)
    timer.current = setTimeout(() => void ask(text), pause)
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
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={200}
        value={typed ?? q}
        onChange={(event) => search(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          leave()
          onEnterRows(typed ?? q)
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

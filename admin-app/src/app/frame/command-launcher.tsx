import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { CommandPalette } from '../../features/command-palette/command-palette'
import type { Choice } from '../../features/command-palette/commands'
import { alertFailure } from '../../shared/dialogs/dialogs'
import { leavePage } from '../../shared/dialogs/discard-guard'
import { herePath, requestState } from '../../shared/dialogs/requested-dialog'
import { isApple, isDialogOpen } from '../../shared/keyboard'
import styles from './command-launcher.module.css'
import { logOut } from './log-out'

const loadPalette = () => import('../../features/command-palette/command-palette')

export function CommandLauncher() {
  const [Palette, setPalette] = useState<typeof CommandPalette | null>(null)
  const [typed, setTyped] = useState('')
  const [isOpening, setOpening] = useState(false)
  const close = () => {
    setPalette(null)
    setOpening(false)
  }
  const choose = useChoice(Palette === null)
  const toggle = async () => {
    if (Palette !== null || isOpening) return close()
    if (isDialogOpen()) return
    setTyped('')
    setOpening(true)
    try {
      const palette = await loadPalette().catch(loadPalette)
      setPalette(() => palette.CommandPalette)
    } catch (error) {
      setOpening(false)
      await alertFailure('The search could not be loaded. Please try again.', error)
    }
  }
  useShortcut(toggle)
  useEarlyKeys(isOpening, setTyped)
  return (
    <>
      <button
        type="button"
        className={styles.launcher}
        aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
        onClick={toggle}
      >
        <Magnifier />
        <span>Search</span>
        <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {Palette !== null && (
        <Palette
          typed={typed}
          onType={setTyped}
          onClose={close}
          onChoose={(choice) => {
            choose(choice)
            close()
          }}
        />
      )}
    </>
  )
}

/** Inlined, so that the first screen does not load the icon library for one icon. */
function Magnifier() {
  return (
    <svg
      viewBox="0 0 24 24"
      width={18}
      height={18}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      aria-hidden="true"
    >
      <circle cx={11} cy={11} r={8} />
      <path d="m21 21-4.3-4.3" strokeLinecap="round" />
    </svg>
  )
}

function useShortcut(toggle: () => Promise<void>) {
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  }, [toggle])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      void latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** Takes the keys that are typed until the field of the palette, which is loaded on its first use, has the focus. */
function useEarlyKeys(isOpening: boolean, setTyped: (change: (typed: string) => string) => void): void {
  useEffect(() => {
    if (!isOpening) return
    const press = (event: KeyboardEvent) => {
      if (document.activeElement?.matches('[role="combobox"]') || event.ctrlKey || event.metaKey) return
      const isLetter = Array.from(event.key).length === 1
      if (!isLetter && event.key !== 'Backspace') return
      event.preventDefault()
      event.stopPropagation()
      setTyped((typed) => (isLetter ? typed + event.key : typed.slice(0, -1)))
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [isOpening, setTyped])
}

/** Returns a function that takes a choice. The choice is carried out after the palette has closed. */
function useChoice(closed: boolean): (choice: Choice) => void {
  const chosen = useRef<Choice | null>(null)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const choice = chosen.current
    if (!closed || choice === null) return
    chosen.current = null
    const run = () => {
      if (choice.kind === 'log-out') return void leavePage(logOut)
      if (choice.kind === 'run') return choice.run()
      const { to, dialog } = choice
      // A dialog of the current page keeps the page's filters and history entry.
      if (dialog !== undefined && to === pathname) navigate(herePath(), { replace: true, state: requestState(dialog) })
      else void leavePage(() => navigate(to, dialog && { state: requestState(dialog) }))
    }
    // The palette restores the focus one task after it closes. The next page or dialog must move the focus after that.
    setTimeout(run)
  }, [closed, pathname, navigate])
  return (choice) => {
    chosen.current = choice
  }
}

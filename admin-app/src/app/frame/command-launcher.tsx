import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { CommandPalette } from '../../features/command-palette/command-palette'
import type { Choice } from '../../features/command-palette/commands'
import { alertFailure } from '../../shared/dialogs/dialogs'
import { herePath, requestState } from '../../shared/dialogs/requested-dialog'
import { isApple, isDialogOpen } from '../../shared/shortcuts'
import styles from './command-launcher.module.css'
import { logOut } from './log-out'

/** Opens the command palette, by its button or by Ctrl+K (⌘K on Apple's keyboards). */
export function CommandLauncher() {
  const [Palette, setPalette] = useState<typeof CommandPalette | null>(null)
  const close = () => setPalette(null)
  const choose = useChoice(Palette === null)
  const toggle = async () => {
    if (Palette !== null) return close()
    if (isDialogOpen()) return
    try {
      const palette = await import('../../features/command-palette/command-palette')
      setPalette(() => palette.CommandPalette)
    } catch (error) {
      await alertFailure('The search could not be loaded. Please try again.', error)
    }
  }
  useShortcut(toggle)
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

/** Drawn here: the icon library would come with the first screen for this one alone. */
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

/** Takes what was chosen and does it once the palette is gone. */
function useChoice(closed: boolean): (choice: Choice) => void {
  const chosen = useRef<Choice | null>(null)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const choice = chosen.current
    if (!closed || choice === null) return
    chosen.current = null
    const run = () => {
      if (choice.kind === 'log-out') return logOut()
      const { to, dialog } = choice
      // A dialog of the page that is shown already leaves its filters and its place in the history alone.
      if (dialog !== undefined && to === pathname) navigate(herePath(), { replace: true, state: requestState(dialog) })
      else navigate(to, dialog && { state: requestState(dialog) })
    }
    // The palette gives the focus back a turn after it has gone; the page or dialog that comes next takes it from there.
    setTimeout(run)
  }, [closed, pathname, navigate])
  return (choice) => {
    chosen.current = choice
  }
}

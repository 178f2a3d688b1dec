import X from 'lucide-react/icons/x'
import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { isApple, isDialogOpen, isTyping } from '../keyboard'
import styles from './toast-host.module.css'
import { closeToast, type Toast, useToasts } from './toasts'

/** How long a toast is shown, in milliseconds. It stays while the pointer or the focus is on it (WCAG 2.2.1). */
const toastTime = 10_000

/** Shows the newest toast. The live region is always there: screen readers announce only what is added to it. */
export function ToastHost() {
  const toast = useToasts((state) => state.toast)
  return (
    <div className={styles.host} aria-live="polite">
      {toast !== null && <ToastCard toast={toast} />}
    </div>
  )
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const close = () => {
      if (useToasts.getState().toast === toast) closeToast()
    }
    const timer = setTimeout(close, toastTime)
    return () => clearTimeout(timer)
  }, [held, toast])
  const { undo } = toast
  useUndoKey(undo)
  const cameFrom = useRef<HTMLElement | null>(null)
  const hold = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
    setHeld(true)
  }
  /** Closes the toast. The focus on its buttons goes back to where it came from. */
  const close = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const focused = currentTarget === document.activeElement
    closeToast()
    if (focused) cameFrom.current?.focus()
  }
  return (
    <fieldset
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={() => setHeld(false)}
    >
      <legend className="visually-hidden">Message</legend>
      <span>{toast.text}</span>
      {undo !== undefined && (
        <button
          type="button"
          className="link-button"
          aria-keyshortcuts={isApple() ? 'Meta+Z' : 'Control+Z'}
          onClick={(event) => {
            close(event)
            undo()
          }}
        >
          Undo
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Close message" onClick={close}>
        <X size={16} />
      </button>
    </fieldset>
  )
}

/** Ctrl Z (⌘ Z) presses Undo: a long record has more tab stops before it than fit into the time of a toast. */
function useUndoKey(undo: (() => void) | undefined): void {
  useEffect(() => {
    if (undo === undefined) return
    const press = (event: KeyboardEvent) => {
      const isUndo = (isApple() ? event.metaKey : event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || isTyping(event) || isDialogOpen()) return
      event.preventDefault()
      closeToast()
      undo()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [undo])
}

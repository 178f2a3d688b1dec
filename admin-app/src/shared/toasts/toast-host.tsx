import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
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
  return (
    <fieldset
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <legend className="visually-hidden">Message</legend>
      <span>{toast.text}</span>
      {undo !== undefined && (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            closeToast()
            undo()
          }}
        >
          Undo
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Close message" onClick={closeToast}>
        <X size={16} aria-hidden="true" />
      </button>
    </fieldset>
  )
}

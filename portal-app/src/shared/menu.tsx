import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './menu.module.css'
import { MoreIcon } from './portal-icons.tsx'

interface MenuProps {
  readonly label: string
  /** Above this width the entries are shown in a row, without the button. */
  readonly unfolded?: boolean
  readonly children: ReactNode
}

/** WAI-ARIA disclosure pattern. Its links and buttons close it, except inside `data-stay` and aria-disabled ones. */
export function Menu({ label, unfolded = false, children }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false)
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [open])

  function closeAfterChoice({ target }: MouseEvent) {
    if (!(target instanceof Element) || !target.closest('a, button')) return
    if (target.closest('[data-stay], [aria-disabled="true"]')) return
    setOpen(false)
    // The entry is hidden now. A dialog that it opens gives the focus back to this button.
    button.current?.focus()
  }

  return (
    <div ref={place} className={styles.menu} data-unfolded={unfolded}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click bubbles from the entry that was chosen */}
      <div id={id} className={styles.entries} data-open={open} onClick={closeAfterChoice}>
        {children}
      </div>
    </div>
  )
}

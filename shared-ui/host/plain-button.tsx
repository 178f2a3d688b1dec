import type { MouseEvent } from 'react'
import type { ButtonProps } from '../src/button/button.tsx'
import styles from './plain-button.module.css'

/** Stands in for the button until shared-ui is loaded, or if it can't be. Like it, it is aria-disabled while busy. */
export function PlainButton({
  variant = 'primary',
  size,
  busy,
  busyLabel = 'Saving...',
  children,
  type = 'button',
  onClick,
  ...native
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...native}
      type={type}
      className={styles.plain}
      data-variant={variant}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || native['aria-disabled']}
      onClick={handleClick}
    >
      {busy ? busyLabel : children}
    </button>
  )
}

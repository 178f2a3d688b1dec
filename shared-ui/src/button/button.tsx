import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'danger' | 'secondary'
  size?: 'medium' | 'large'
  /** Work is under way: the button keeps its focus and its width, but a click does nothing. */
  busy?: boolean
  /** What the button says while busy. */
  busyLabel?: string
}

/**
 * A button. Its type is 'button' unless told otherwise, so that none submits a form by accident; all other props and
 * the ref reach the native element. While busy it is aria-disabled rather than disabled, because a disabled element
 * drops the focus and with it the place of a person who uses the keyboard.
 */
export function Button({
  variant = 'primary',
  size = 'medium',
  type = 'button',
  busy = false,
  busyLabel = 'Saving...',
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // Prevented too, so that Enter in a field of the same form can't submit a second time.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...props}
      type={type}
      className={className ? `${styles.button} ${className}` : styles.button}
      data-variant={variant}
      data-size={size}
      data-state={busy ? 'busy' : 'idle'}
      aria-busy={busy || undefined}
      aria-disabled={busy || props['aria-disabled']}
      onClick={handleClick}
    >
      {busy ? <BusyLabel idle={children} busy={busyLabel} /> : children}
    </button>
  )
}

function BusyLabel({ idle, busy }: { idle: ButtonProps['children']; busy: string }) {
  return (
    <span className={styles.stack}>
      <span className={styles.ghost} aria-hidden="true">
        {idle}
      </span>
      <span>{busy}</span>
    </span>
  )
}

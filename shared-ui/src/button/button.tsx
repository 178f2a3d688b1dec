import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'danger' | 'secondary'
  size?: 'medium' | 'large'
  busy?: boolean
  busyLabel?: string
}

/** Type 'button' by default. While busy it is aria-disabled, since a disabled element loses the focus. */
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
    // Also prevents the default, so that Enter in a field of the form does not submit it again.
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

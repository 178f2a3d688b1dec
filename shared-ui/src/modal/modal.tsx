import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { useDialogFocus } from '../dialog-focus/dialog-focus.ts'
import { Icon } from '../icons/icons.tsx'
import overlay from '../overlay/overlay.module.css'
import styles from './modal.module.css'

export interface ModalProps {
  open: boolean
  /**
   * Called with false on the close button, Escape and a click outside. The dialog stays open until `open` is false, so
   * that an app with unsaved changes can ask first.
   */
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  size?: 'small' | 'medium' | 'wide' | 'full'
  children: ReactNode
  /** Stays visible below the scrolling body. A submit button here needs the `form` attribute of the body's form. */
  footer?: ReactNode
  /** False disables the close button, Escape and the click outside: only the footer can close the dialog. */
  dismissible?: boolean
  closeLabel?: string
  /** For an urgent message: the role is alertdialog. */
  urgent?: boolean
}

/** A modal dialog. It traps and restores the focus, and has its title as name. On a phone it is at the bottom edge. */
export function Modal({ open, onOpenChange, ...surface }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <div className={`${overlay.overlay} ${styles.overlay}`}>
          <ModalSurface {...surface} />
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ModalSurface({
  title,
  description,
  size = 'medium',
  children,
  footer,
  dismissible = true,
  closeLabel = 'Close',
  urgent = false,
}: Omit<ModalProps, 'open' | 'onOpenChange'>) {
  const surface = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const returnFocus = useDialogFocus(surface)

  return (
    <Dialog.Content
      ref={surface}
      className={`${overlay.surface} ${styles.surface}`}
      data-size={size}
      role={urgent ? 'alertdialog' : 'dialog'}
      aria-modal="true"
      onOpenAutoFocus={(event) => focusFirstField(event, body.current)}
      onCloseAutoFocus={returnFocus}
      onEscapeKeyDown={(event) => !dismissible && event.preventDefault()}
      onInteractOutside={(event) => !dismissible && event.preventDefault()}
    >
      <header className={styles.header}>
        <div>
          <Dialog.Title className={styles.title}>{title}</Dialog.Title>
          {description && <Dialog.Description className={styles.description}>{description}</Dialog.Description>}
        </div>
        {dismissible && (
          <Dialog.Close className={styles.close} aria-label={closeLabel}>
            <Icon name="close" />
          </Dialog.Close>
        )}
      </header>
      <div ref={body} className={styles.body}>
        {children}
      </div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </Dialog.Content>
  )
}

const FIELDS = ':is(input, select, textarea, [contenteditable="true"]):not(:disabled, [hidden], [type="hidden"])'

/**
 * Focuses the first field and not the close button before it. A field that is not displayed, such as a file input behind
 * a button, can't have the focus: then the next field gets it. Without a field, Radix chooses.
 */
function focusFirstField(event: Event, body: HTMLElement | null) {
  for (const field of body?.querySelectorAll<HTMLElement>(FIELDS) ?? []) {
    field.focus()
    if (document.activeElement !== field) continue
    event.preventDefault()
    return
  }
}

import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useRef } from 'react'
import { useDialogFocus } from '../dialog-focus/dialog-focus.ts'
import { Icon } from '../icons/icons.tsx'
import overlay from '../overlay/overlay.module.css'
import styles from './modal.module.css'

export interface ModalProps {
  open: boolean
  /**
   * Called with false when the person asks to close: the close button, Escape, a click beside the dialog. Nothing closes
   * by itself, so an app with unsaved changes asks first and leaves `open` true.
   */
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  size?: 'small' | 'medium' | 'wide' | 'full'
  children: ReactNode
  /** Stays in sight under the scrolling body. A submit button here belongs to a form of the body by its `form` attribute. */
  footer?: ReactNode
  /** False takes away the close button, Escape and the click beside; the footer is then the only way out. */
  dismissible?: boolean
  closeLabel?: string
  /** The dialog interrupts the person with something urgent (role alertdialog). */
  urgent?: boolean
}

/** A modal dialog: traps the focus, is named by its title, gives the focus back; from the bottom edge on a phone. */
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

const FIELDS = 'input:not([type="hidden"], :disabled), select:enabled, textarea:enabled, [contenteditable="true"]'

/** The first field, not the close button that comes before it; Radix's own choice when the body has no field. */
function focusFirstField(event: Event, body: HTMLElement | null) {
  const field = body?.querySelector<HTMLElement>(FIELDS)
  if (!field) return
  event.preventDefault()
  field.focus()
}

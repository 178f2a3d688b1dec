import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useDialogFocus } from '../dialog-focus/dialog-focus.ts'
import { Icon } from '../icons/icons.tsx'
import overlay from '../overlay/overlay.module.css'
import styles from './modal.module.css'

export interface ModalProps {
  open: boolean
  /** The dialog stays open until `open` is false, so that an app with unsaved changes can ask first. */
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
  const takeFocus = useFirstFieldFocus(surface, body)
  const returnFocus = useDialogFocus(surface)

  return (
    <Dialog.Content
      ref={surface}
      className={`${overlay.surface} ${styles.surface}`}
      data-size={size}
      role={urgent ? 'alertdialog' : 'dialog'}
      aria-modal="true"
      onOpenAutoFocus={takeFocus}
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

/** Focuses the dialog until a field is there: on the close button, a typed space would close it. */
function useFirstFieldFocus(surface: RefObject<HTMLElement | null>, body: RefObject<HTMLElement | null>) {
  const arrival = useRef<MutationObserver | null>(null)
  useEffect(() => () => arrival.current?.disconnect(), [])
  return (event: Event) => {
    event.preventDefault()
    if (body.current === null || focusFirstField(body.current)) return
    surface.current?.focus()
    const observer = new MutationObserver(() => {
      const isWaiting = document.activeElement === surface.current
      if (!isWaiting || body.current === null || focusFirstField(body.current)) observer.disconnect()
    })
    observer.observe(body.current, { childList: true, subtree: true, attributeFilter: ['contenteditable', 'disabled'] })
    arrival.current = observer
  }
}

/** Skips one that is not displayed, such as a file input. False if there is none. */
function focusFirstField(body: HTMLElement): boolean {
  return [...body.querySelectorAll<HTMLElement>(FIELDS)].some((field) => {
    field.focus()
    return document.activeElement === field
  })
}

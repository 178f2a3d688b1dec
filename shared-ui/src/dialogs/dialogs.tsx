import * as AlertDialog from '@radix-ui/react-alert-dialog'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '../button/button.tsx'
import { useDialogFocus } from '../dialog-focus/dialog-focus.ts'
import overlay from '../overlay/overlay.module.css'
import type { DialogAnswer, DialogRequest } from './dialog-request.ts'
import styles from './dialogs.module.css'

export type { DialogAnswer, DialogRequest } from './dialog-request.ts'

export interface DialogsProps {
  request: DialogRequest | null
  onAnswer: (answer: DialogAnswer) => void
}

/** The app keeps the queue: a React context does not work across a module that is loaded at run time. */
export function Dialogs({ request, onAnswer }: DialogsProps) {
  const [shown, setShown] = useState({ request, turn: 0 })
  if (shown.request !== request) setShown({ request, turn: shown.turn + 1 })

  return (
    request && (
      <AlertDialog.Root key={shown.turn} open onOpenChange={() => onAnswer(dismissal(request))}>
        <AlertDialog.Portal>
          <div className={overlay.overlay} data-layer="dialog">
            <Question request={request} onAnswer={onAnswer} />
          </div>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    )
  )
}

function Question({ request, onAnswer }: { request: DialogRequest; onAnswer: DialogsProps['onAnswer'] }) {
  const surface = useRef<HTMLDivElement>(null)
  const returnFocus = useDialogFocus(surface)
  const [value, setValue] = useState(request.kind === 'prompt' ? (request.defaultValue ?? '') : '')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // React events bubble through portals: the submit must not reach a form around <Dialogs>.
    event.stopPropagation()
    onAnswer(request.kind === 'prompt' ? value : true)
  }

  return (
    <AlertDialog.Content
      ref={surface}
      className={`${overlay.surface} ${styles.surface}`}
      aria-modal="true"
      onOpenAutoFocus={(event) => focusFirst(event, surface.current)}
      onCloseAutoFocus={returnFocus}
    >
      <form className={styles.form} onSubmit={submit}>
        <Words title={request.title} message={request.message} />
        {request.kind === 'prompt' && <PromptField request={request} value={value} onChange={setValue} />}
        <div className={styles.actions}>
          {request.kind !== 'alert' && (
            <Button
              variant="secondary"
              data-first={(request.kind === 'confirm' && request.danger) || undefined}
              onClick={() => onAnswer(dismissal(request))}
            >
              {request.cancelLabel ?? 'Cancel'}
            </Button>
          )}
          <Button type="submit" variant={request.kind !== 'alert' && request.danger ? 'danger' : 'primary'}>
            {request.confirmLabel ?? 'OK'}
          </Button>
        </div>
      </form>
    </AlertDialog.Content>
  )
}

/** Without a title the message is the dialog's accessible name, so that screen readers say it exactly once. */
function Words({ title, message }: { title: string | undefined; message: string }) {
  if (!title) return <AlertDialog.Title className={styles.message}>{message}</AlertDialog.Title>
  return (
    <div>
      <AlertDialog.Title className={styles.title}>{title}</AlertDialog.Title>
      <AlertDialog.Description className={styles.message}>{message}</AlertDialog.Description>
    </div>
  )
}

interface PromptFieldProps {
  request: Extract<DialogRequest, { kind: 'prompt' }>
  value: string
  onChange: (value: string) => void
}

function PromptField({ request, value, onChange }: PromptFieldProps) {
  const id = useId()
  return (
    <div className="field">
      {request.label && <label htmlFor={id}>{request.label}</label>}
      <input
        id={id}
        data-first
        type={request.password ? 'password' : 'text'}
        autoComplete={request.password ? 'new-password' : 'off'}
        aria-label={request.label ? undefined : request.message}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function dismissal(request: DialogRequest): DialogAnswer {
  if (request.kind === 'alert') return true
  return request.kind === 'confirm' ? false : null
}

/** The element to focus: the one marked as first (the field, or Cancel of a dangerous action), else the answer button. */
function focusFirst(event: Event, surface: HTMLElement | null) {
  event.preventDefault()
  const first =
    surface?.querySelector<HTMLElement>('[data-first]') ?? surface?.querySelector<HTMLElement>('[type="submit"]')
  first?.focus()
  if (first instanceof HTMLInputElement) first.select()
}

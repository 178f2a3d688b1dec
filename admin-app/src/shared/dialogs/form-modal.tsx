import { type ReactNode, useContext, useEffect, useId } from 'react'
import { ReadOnly, useReadOnly } from '../archive/read-only'
import { FormError } from '../controls/form-error'
import { Button, Modal, prepareDialogs } from '../shared-ui'
import { closeUnlessDirty, useLeaveGuard, useLinkGuard } from './discard-guard'
import styles from './form-modal.module.css'
import { useSubmission } from './submission'

interface FormModalProps {
  readonly title: string
  readonly description?: string
  readonly size?: 'medium' | 'wide' | 'small' | 'full'
  readonly dirty: boolean
  readonly busy: boolean
  readonly error?: string | null
  readonly saveLabel?: string
  readonly cancelLabel?: string
  readonly busyLabel?: string
  readonly saveDisabled?: boolean
  /** Whether it can't be undone. */
  readonly danger?: boolean
  /** Another way to save, such as one that goes on to the next step. */
  readonly otherSave?: { readonly label: string; readonly onSubmit: () => unknown } | undefined
  /** Buttons to the left of Cancel and Save. */
  readonly actions?: ReactNode
  /** A promise of it ends when the save has begun. */
  readonly onSubmit: () => unknown
  /** What Shift+Enter in a field does instead of submitting. */
  readonly onShiftEnter?: () => unknown
  /** Another one each time that the dialog starts again with other content. */
  readonly round?: string | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

const readOnlyTexts = {
  archived: 'This belongs to an archived client or session. Restore it to make changes.',
  access: 'Your access level does not allow changes here.',
}

/** A form that is neither submitted nor closed while busy. Read-only, it says why; the caller disables its fields. */
export function FormModal(props: FormModalProps) {
  const { title, description, size = 'medium', busy, onSubmit, onShiftEnter, onClose, children } = props
  const formId = useId()
  const submission = useSubmission(busy, props.round)
  const readOnly = useReadOnly()
  const reason = useContext(ReadOnly)
  const dirty = props.dirty && !readOnly
  useLeaveGuard(dirty)
  useLinkGuard(dirty)
  useEffect(prepareDialogs, [])
  const close = () => {
    if (!busy) void closeUnlessDirty(dirty, onClose)
  }
  return (
    <Modal
      open
      onOpenChange={close}
      title={title}
      description={description}
      size={size}
      footer={
        <>
          {props.actions}
          <span className={styles.gap} />
          <Button variant="secondary" onClick={close}>
            {readOnly ? 'Close' : (props.cancelLabel ?? 'Cancel')}
          </Button>
          {!readOnly && props.otherSave && (
            <Button
              variant="secondary"
              disabled={busy || props.saveDisabled}
              onClick={() => props.otherSave && submission(props.otherSave.onSubmit)}
            >
              {props.otherSave.label}
            </Button>
          )}
          {!readOnly && (
            <Button
              type="submit"
              variant={props.danger ? 'danger' : 'primary'}
              form={formId}
              busy={busy}
              busyLabel={props.busyLabel ?? 'Saving...'}
              disabled={props.saveDisabled}
            >
              {props.saveLabel ?? 'Save'}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          // React events bubble through portals: the submit must not reach a form around the dialog.
          event.stopPropagation()
          if (!readOnly) submission(onSubmit)
        }}
        onKeyDown={(event) => {
          if (onShiftEnter === undefined || event.key !== 'Enter' || !event.shiftKey) return
          event.preventDefault()
          if (!readOnly) submission(onShiftEnter)
        }}
      >
        {reason !== null && (
          <p className="notice" data-tone="warning">
            {readOnlyTexts[reason]}
          </p>
        )}
        <FormError text={props.error} />
        {children}
      </form>
    </Modal>
  )
}

import type { FormField } from '@agency/contract/form-fields'
import { fieldName, isForClient, isSwitch, roleNames, roleOf } from '../field-kinds'
import type { ProposalActions } from '../panel/proposal-list'
import type { Size } from './field-box'
import styles from './proposal-button.module.css'

interface ProposalButtonProps extends ProposalActions {
  readonly field: FormField
  readonly page: Size
}

/** A field that was found on its page: a press accepts it, Delete dismisses it. */
export function ProposalButton({ field, page, onAccept, onDismiss }: ProposalButtonProps) {
  return (
    <button
      type="button"
      className={styles.proposal}
      aria-label={`Accept ${fieldName(field)} here, page ${field.page + 1}${isForClient(field) ? '' : `, for: ${roleNames[roleOf(field)]}`}`}
      aria-keyshortcuts="Delete"
      title={`${fieldName(field)}: press to accept, Delete to dismiss`}
      style={{
        left: `${(field.x / page.width) * 100}%`,
        top: `${(field.y / page.height) * 100}%`,
        width: `${(field.width / page.width) * 100}%`,
        height: `${(field.height / page.height) * 100}%`,
      }}
      onClick={() => onAccept([field])}
      onKeyDown={(event) => {
        if (event.key !== 'Delete' && event.key !== 'Backspace') return
        event.preventDefault()
        onDismiss([field])
      }}
    >
      {!isSwitch(field.kind) && <span>{field.label}</span>}
    </button>
  )
}

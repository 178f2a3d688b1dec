import type { MaskKind } from '@agency/contract/client-fields'
import { maskValue } from '@agency/contract/client-mask'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { CopyButton } from '../../../shared/controls/copy-button'
import { ssnFormat } from '../edit/typed-format'
import { type RecordField, spokenLabel } from './record-fields'
import styles from './record-value.module.css'
import { shownFor, useUncovered } from './use-reveal'

interface MaskedValueProps {
  readonly clientId: string
  readonly field: RecordField
  readonly mask: MaskKind
  readonly value: string
  /** Names the value where another of the same field is shown too. */
  readonly label?: string
}

/** A sensitive value behind its mask, and the button that shows it for a short while. */
export function MaskedValue({ clientId, field, mask, value, label = spokenLabel(field) }: MaskedValueProps) {
  const { state, busy, toggle } = useUncovered(clientId, field.name)
  const text = mask === 'ssn' ? ssnFormat.show(value) : value
  const shown = state === 'shown'
  const Icon = shown ? EyeOff : Eye
  return (
    <span className={styles.value}>
      <span className={styles.text}>{shown ? text : maskValue(value, mask)}</span>
      <button
        type="button"
        className={styles.eye}
        aria-label={`Show ${label}`}
        aria-pressed={shown}
        aria-disabled={busy}
        onClick={toggle}
      >
        <Icon size={16} aria-hidden="true" />
      </button>
      {shown && <CopyButton text={text} label={`Copy ${label}`} caption="" />}
      <span role="status" className="visually-hidden">
        {shown && `Shown for ${shownFor / 1_000} seconds: ${label}.`}
        {state === 'hidden again' && `Hidden again: ${label}.`}
      </span>
    </span>
  )
}

import type { MaskKind } from '@agency/contract/client-fields'
import { maskValue } from '@agency/contract/client-mask'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { CopyButton } from '../../../shared/controls/copy-button'
import { ssnFormat } from '../edit/typed-format'
import { type RecordField, spokenLabel } from './record-fields'
import styles from './record-value.module.css'
import { revealTime, useReveal } from './use-reveal'

interface MaskedValueProps {
  readonly clientId: string
  readonly field: RecordField
  readonly mask: MaskKind
  readonly value: string
  /** Tells the value apart where two values of the field are shown. */
  readonly label?: string
}

/** A masked value with the button that reveals it for `revealTime`. */
export function MaskedValue({ clientId, field, mask, value, label = spokenLabel(field) }: MaskedValueProps) {
  const { state, busy, toggle } = useReveal(clientId, field.name)
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
        {shown && `Shown for ${revealTime / 1_000} seconds: ${label}.`}
        {state === 'hidden again' && `Hidden again: ${label}.`}
      </span>
    </span>
  )
}

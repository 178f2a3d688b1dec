import type { MaskKind } from '@agency/contract/client-fields'
import { maskValue } from '@agency/contract/client-mask'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { CopyButton } from '../../../shared/controls/copy-button'
import { usePermission } from '../../../shared/use-permission'
import { ssnFormat } from '../edit/typed-format'
import styles from './record-value.module.css'
import { revealTime, useReveal } from './use-reveal'

interface MaskedValueProps {
  /** Asks the server for the value. */
  readonly fetchValue: () => Promise<string | null>
  readonly mask: MaskKind
  readonly value: string
  /** What the value is, as a screen reader says it. */
  readonly label: string
}

/** A masked value with the button that reveals it for `revealTime`. */
export function MaskedValue({ fetchValue, mask, value, label }: MaskedValueProps) {
  const { state, value: revealed, busy, toggle } = useReveal(fetchValue)
  const maySee = usePermission('clients.sensitive')
  const shown = state === 'shown'
  const text = mask === 'ssn' ? ssnFormat.show(revealed ?? '') : (revealed ?? '')
  const Icon = shown ? EyeOff : Eye
  if (!maySee) return maskValue(value, mask)
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
        <Icon size={16} />
      </button>
      {shown && <CopyButton text={text} label={`Copy ${label}`} caption="" />}
      <span role="status" className="visually-hidden">
        {shown && `Shown for ${revealTime / 1_000} seconds: ${label}.`}
        {state === 'hidden again' && `Hidden again: ${label}.`}
      </span>
    </span>
  )
}

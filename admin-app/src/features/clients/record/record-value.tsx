import type { ClientRecord } from '@agency/contract/clients'
import { CopyButton } from '../../../shared/controls/copy-button'
import { dash } from '../../../shared/formatting'
import { RichTextView } from '../../../shared/text/rich-text-view'
import { useReveals } from '../reveals/use-reveals'
import { contactAddress, EmailText } from './contact-address'
import { fieldText } from './field-text'
import { MaskedValue } from './masked-value'
import { hasValue, type RecordField, spokenLabel } from './record-fields'
import styles from './record-value.module.css'

interface RecordValueProps {
  readonly client: ClientRecord
  readonly field: RecordField
  /** Today as `YYYY-MM-DD`. */
  readonly day: string
}

export function RecordValue({ client, field, day }: RecordValueProps) {
  const { revealField } = useReveals()
  if (!hasValue(client, field)) return dash
  const value = String(client[field.name])
  if (field.kind === 'rich-text') return <RichTextView html={value} />
  if (field.mask !== undefined)
    return (
      <MaskedValue
        fetchValue={() => revealField(client.id, field.name)}
        mask={field.mask}
        value={value}
        label={spokenLabel(field)}
      />
    )
  const text = fieldText(client, field, day)
  if (!isCopied(field)) return text
  const address = contactAddress(field.kind, value)
  const isEmail = field.kind === 'email'
  const shown = isEmail ? <EmailText address={text} /> : text
  return (
    <span className={styles.value}>
      <span className={styles.text}>
        {address === null ? (
          shown
        ) : (
          // Chromium reads each place to break as a space.
          <a href={address} aria-label={isEmail ? text : undefined}>
            {shown}
          </a>
        )}
      </span>
      <CopyButton text={text} label={`Copy ${spokenLabel(field)}`} caption="" />
    </span>
  )
}

/** Whether the value has a copy button: contact data and encrypted numbers, which people enter elsewhere. */
function isCopied({ kind, name, encrypted }: RecordField): boolean {
  return kind === 'phone' || kind === 'email' || name.endsWith('address') || encrypted !== undefined
}

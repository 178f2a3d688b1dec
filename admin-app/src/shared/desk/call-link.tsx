import { formatPhone, phoneLink } from '@agency/contract/phone'
import Phone from 'lucide-react/icons/phone'
import styles from './desk.module.css'

interface CallLinkProps {
  readonly phone: string | null
  /** Whether the number stands in it; otherwise it is in its name alone. */
  readonly shown?: boolean
}

/** Calls the client. Renders nothing without a number. */
export function CallLink({ phone, shown = false }: CallLinkProps) {
  const address = phone === null ? null : phoneLink(phone)
  if (phone === null || address === null) return null
  const number = formatPhone(phone)
  return (
    <a href={address} className={styles.call} data-key="c" aria-label={`Call ${number}`} title={number}>
      <Phone size={16} /> {shown ? number : 'Call'}
    </a>
  )
}

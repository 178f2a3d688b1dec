import type { ClientRecord } from '@agency/contract/clients'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import { clientName, dash } from '../../../shared/formatting'
import { PageHeading } from '../../../shared/page-heading'
import { Button } from '../../../shared/shared-ui'
import styles from './client-header.module.css'
import { birthDate } from './field-text'

const tones: Readonly<Record<string, string>> = { active: 'success', unpaid: 'warning', cancelled: 'danger' }

interface ClientHeaderProps {
  readonly client: ClientRecord
  readonly onEdit: () => void
  readonly onActivity: () => void
}

/** The client's name, status, date of birth and age. */
export function ClientHeader({ client, onEdit, onActivity }: ClientHeaderProps) {
  const name = clientName(client) || dash
  return (
    <header className={styles.header}>
      <div>
        <PageHeading title={name}>{name}</PageHeading>
        <p className={styles.facts}>
          <span>
            <span className={styles.label}>Date of birth</span> {client.dob === null ? dash : birthDate(client.dob)}
          </span>
          {client.status !== null && (
            <span className="badge" data-tone={tones[client.status]}>
              {client.status}
            </span>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onActivity}>
          <History size={16} aria-hidden="true" /> Activity
        </Button>
        <Button variant="secondary" onClick={onEdit}>
          <Pencil size={16} aria-hidden="true" /> Edit Name
        </Button>
      </div>
    </header>
  )
}

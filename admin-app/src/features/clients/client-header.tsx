import type { ClientRecord } from 'contract/clients'
import Pencil from 'lucide-react/icons/pencil'
import { dash } from '../../shared/format-date'
import { PageHeading } from '../../shared/page-heading'
import { Button } from '../../shared/shared-ui'
import styles from './client-header.module.css'
import { birthDate } from './field-text'

const tones: Readonly<Record<string, string>> = { active: 'success', unpaid: 'warning', cancelled: 'danger' }

interface ClientHeaderProps {
  readonly client: ClientRecord
  readonly onEdit: () => void
}

/** Whose page this is: name, status, date of birth and age. */
export function ClientHeader({ client, onEdit }: ClientHeaderProps) {
  const name = `${client.client_first_name ?? ''} ${client.client_last_name ?? ''}`.trim() || dash
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
      <Button variant="secondary" onClick={onEdit}>
        <Pencil size={16} aria-hidden="true" /> Edit Name
      </Button>
    </header>
  )
}

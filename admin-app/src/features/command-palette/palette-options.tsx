import type { ClientListItem } from '@agency/contract/clients'
import { Command } from 'cmdk'
import { clientName } from '../../shared/client-name'
import { formatDate } from '../../shared/formatting'
import { paths } from '../../shared/paths'
import styles from './command-palette.module.css'
import type { Choice } from './commands'
import { Option } from './option'

interface ClientOptionsProps {
  /** What they were found by. */
  readonly text: string
  readonly found: { readonly clients: readonly ClientListItem[]; readonly total: number }
  readonly onChoose: (choice: Choice) => void
}

/** The clients that were found, and where there are more, the way to the list of all of them. */
export function ClientOptions({ text, found: { clients, total }, onChoose }: ClientOptionsProps) {
  if (total === 0) return null
  const search = new URLSearchParams({ q: text })
  return (
    <Command.Group heading="Clients" className={styles.group}>
      {clients.map((client) => (
        <Option
          key={client.id}
          id={client.id}
          label={clientName(client) || 'unnamed client'}
          detail={detailOf(client)}
          onSelect={() => onChoose({ kind: 'go', to: paths.client(client.id) })}
        />
      ))}
      {total > clients.length && (
        <Option
          id="all"
          label={`Show all ${total.toLocaleString('en-US')} clients found`}
          onSelect={() => onChoose({ kind: 'go', to: `${paths.clients}?${search}` })}
        />
      )}
    </Command.Group>
  )
}

/** What tells people of the same name apart. */
const detailOf = ({ dob, current_health_plan_name }: ClientListItem): string =>
  [dob === null ? '' : `born ${formatDate(dob)}`, current_health_plan_name ?? ''].filter(Boolean).join(', ')

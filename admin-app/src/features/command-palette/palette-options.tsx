import { type ClientListItem, mostCounted } from '@agency/contract/clients'
import { formatPhone } from '@agency/contract/phone'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { clientName, formatDate, formatNumber } from '../../shared/formatting'
import { foundContact } from '../../shared/found-contact'
import { paths } from '../../shared/paths'
import { Matched } from '../../shared/text/matched'
import styles from './command-palette.module.css'
import type { Choice } from './commands'

interface ClientOptionsProps {
  /** The query. */
  readonly text: string
  readonly found: { readonly clients: readonly ClientListItem[]; readonly total: number }
  readonly onChoose: (choice: Choice) => void
}

/** The option that leads to the list. */
export const allClients = { id: 'all' }

/** The clients that were found, with a link to the list when there are more. */
export function ClientOptions({ text, found: { clients, total }, onChoose }: ClientOptionsProps) {
  if (total === 0) return null
  const search = new URLSearchParams({ q: text })
  return (
    <Command.Group heading="Clients" className={styles.group}>
      {clients.map((client) => (
        <Option
          key={client.id}
          id={client.id}
          label={<Matched text={clientName(client) || 'unnamed client'} query={text} />}
          detail={<ClientDetail client={client} query={text} />}
          onSelect={() => onChoose({ kind: 'go', to: paths.client(client.id) })}
        />
      ))}
      {total > clients.length && (
        <Option
          id={allClients.id}
          label={`Show all ${total > mostCounted ? `${formatNumber(mostCounted)}+` : formatNumber(total)} clients found`}
          onSelect={() => onChoose({ kind: 'go', to: `${paths.clients}?${search}` })}
        />
      )}
    </Command.Group>
  )
}

/** Tells clients of the same name apart, and shows the contact by which one was found. */
function ClientDetail({ client, query }: { readonly client: ClientListItem; readonly query: string }) {
  const { dob, current_health_plan_name: plan, primary_phone: phone } = client
  const contact = foundContact(client, query)
  const own = [dob === null ? '' : `born ${formatDate(dob)}`, plan ?? ''].filter(Boolean).join(', ')
  const number = contact === null && phone ? formatPhone(phone) : ''
  return (
    <>
      <Matched text={[own, number].filter(Boolean).join(', ')} query={query} />
      {contact !== null && (
        <>
          {own !== '' && ', '}
          <Matched text={contact.text} query={contact.query} />
        </>
      )}
    </>
  )
}

/** An option, and what it does. */
export interface PaletteOption {
  /** Unique in the list. */
  readonly id: string
  readonly label: string
  readonly choice: Choice
}

interface OptionGroupProps {
  readonly heading: string
  readonly options: readonly PaletteOption[]
  readonly onChoose: (choice: Choice) => void
}

/** Options under a heading; nothing without any. */
export function OptionGroup({ heading, options, onChoose }: OptionGroupProps) {
  if (options.length === 0) return null
  return (
    <Command.Group heading={heading} className={styles.group}>
      {options.map(({ id, label, choice }) => (
        <Option key={id} id={id} label={label} onSelect={() => onChoose(choice)} />
      ))}
    </Command.Group>
  )
}

interface OptionProps {
  /** Unique in the list. */
  readonly id: string
  readonly label: ReactNode
  readonly detail?: ReactNode
  readonly onSelect: () => void
}

export function Option({ id, label, detail, onSelect }: OptionProps) {
  return (
    <Command.Item value={id} onSelect={onSelect} className={styles.option}>
      <span>{label}</span> {detail && <span className={styles.detail}>{detail}</span>}
    </Command.Item>
  )
}

import { clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { formatPhone } from '@agency/contract/phone'
import { useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import Download from 'lucide-react/icons/download'
import History from 'lucide-react/icons/history'
import Mail from 'lucide-react/icons/mail'
import Pencil from 'lucide-react/icons/pencil'
import Phone from 'lucide-react/icons/phone'
import Printer from 'lucide-react/icons/printer'
import Trash from 'lucide-react/icons/trash'
import { type ReactNode, useEffect, useRef } from 'react'
import { useReadOnly } from '../../../shared/archive/read-only'
import { ActionMenu } from '../../../shared/controls/action-menu'
import { useToday } from '../../../shared/dates/today'
import { clientName, dash, formatFollowUp } from '../../../shared/formatting'
import { PageHeading } from '../../../shared/page-heading'
import { teamsQuery } from '../../../shared/team-queries'
import { usePermission } from '../../../shared/use-permission'
import { InPlaceValue } from '../edit/in-place/in-place-value'
import { useClientFile } from '../export/use-client-file'
import styles from './client-header.module.css'
import { ClientOwner, ClientTeam } from './client-owner'
import { ClientTags } from './client-tags'
import { contactAddress, EmailText } from './contact-address'
import { birthDate } from './field-text'
import type { RecordField } from './record-fields'

const tones: Readonly<Record<string, string>> = { active: 'success', unpaid: 'warning', cancelled: 'danger' }

interface ClientHeaderProps {
  readonly client: ClientRecord
  /** The button that starts a session. */
  readonly startSession: ReactNode
  readonly onEdit: () => void
  readonly onActivity: () => void
  readonly onArchive: () => void
  readonly onDelete: () => void
}

/** Who the client is, what is due, how to reach them, and what can be done. It stays in view while the record scrolls. */
export function ClientHeader({ client, startSession, onEdit, ...chosen }: ClientHeaderProps) {
  const name = clientName(client) || dash
  const readOnly = useReadOnly()
  const day = useToday()
  const onDownload = useClientFile(client)
  const menu = useMenu(readOnly, { ...chosen, onDownload })
  const header = useRef<HTMLElement>(null)
  useEffect(() => reportHeight(header.current), [])
  return (
    <header ref={header} className={styles.header}>
      <div className={styles.bar}>
        <span className={styles.initials} aria-hidden="true">
          {initialsOf(client)}
        </span>
        <div className={styles.identity}>
          <PageHeading title={name}>{name}</PageHeading>
          {!readOnly && (
            <button type="button" className={styles.editName} aria-label="Edit Name" onClick={onEdit}>
              <Pencil size={16} />
            </button>
          )}
          <span className={styles.born}>
            <span className={styles.label}>Date of birth</span>{' '}
            {client.dob === null ? dash : birthDate(client.dob, day)}
          </span>
        </div>
        <div className={styles.actions}>
          {!readOnly && startSession}
          <ActionMenu label="More actions" actions={menu} />
        </div>
      </div>
      <Facts client={client} />
      <ClientTags clientId={client.id} />
    </header>
  )
}

interface MenuChoices extends Pick<ClientHeaderProps, 'onActivity' | 'onArchive' | 'onDelete'> {
  readonly onDownload: (() => void) | undefined
}

/** The entries of the menu. An archived record is restored and deleted in its notice. */
function useMenu(readOnly: boolean, { onActivity, onArchive, onDelete, onDownload }: MenuChoices) {
  const mayReadTrail = usePermission('audit.read')
  const mayDelete = usePermission('clients.delete')
  const entries = [
    mayReadTrail && { label: 'Activity', icon: <History size={16} />, onChoose: onActivity },
    { label: 'Print', icon: <Printer size={16} />, onChoose: () => window.print() },
    onDownload && { label: 'Download whole file', icon: <Download size={16} />, onChoose: onDownload },
    !readOnly && { label: 'Archive', icon: <Archive size={16} />, onChoose: onArchive },
    !readOnly && mayDelete && { label: 'Delete for good', icon: <Trash size={16} />, danger: true, onChoose: onDelete },
  ]
  return entries.filter((entry) => entry !== false && entry !== undefined)
}

const fieldNamed = (name: string): RecordField | undefined => clientFields.find((field) => field.name === name)

function Facts({ client }: { readonly client: ClientRecord }) {
  const { status, next_f_u_date: followUp } = client
  const today = useToday()
  const { data: teams = [] } = useQuery(teamsQuery)
  const isOverdue = followUp !== null && followUp < today
  return (
    <ul className={styles.facts} aria-label="Client at a glance">
      <Fact name="status" label="Status">
        <span className="badge" data-tone={tones[status ?? '']}>
          {status ?? dash}
        </span>
      </Fact>
      <Fact name="next_f_u_date" label="Next follow-up">
        {followUp === null ? 'None' : formatFollowUp(followUp, today)}{' '}
        {isOverdue && (
          <span className="badge" data-tone="danger">
            Overdue
          </span>
        )}
      </Fact>
      <Contact kind="phone" value={client.primary_phone} />
      <Contact kind="email" value={client.primary_email} />
      {/* At the end, since staff and teams arrive after the record: what arrives late moves nothing that can be pressed. */}
      <li className={styles.fact}>
        <span className={styles.label}>Owner</span>
        <ClientOwner />
      </li>
      {(client.team_id !== null || teams.length > 0) && (
        <li className={styles.fact}>
          <span className={styles.label}>Team</span>
          <ClientTeam />
        </li>
      )}
    </ul>
  )
}

interface FactProps {
  readonly name: string
  readonly label: string
  readonly children: ReactNode
}

/** A fact that is edited in place. */
function Fact({ name, label, children }: FactProps) {
  const field = fieldNamed(name)
  if (field === undefined) return null
  return (
    <li className={styles.fact}>
      <span className={styles.label}>{label}</span>
      <InPlaceValue field={field} place="header">
        {children}
      </InPlaceValue>
    </li>
  )
}

interface ContactProps {
  readonly kind: 'phone' | 'email'
  readonly value: string | null
}

/** A link that calls or writes; nothing for a value that is no number or address. */
function Contact({ kind, value }: ContactProps) {
  const address = value === null ? null : contactAddress(kind, value)
  if (value === null || address === null) return null
  const [Icon, verb, text] = kind === 'phone' ? [Phone, 'Call', formatPhone(value)] : [Mail, 'Email', value]
  return (
    <li className={styles.fact}>
      <a href={address} className={styles.contact} aria-label={`${verb} ${text}`}>
        <Icon size={16} /> {kind === 'email' ? <EmailText address={text} /> : text}
      </a>
    </li>
  )
}

function initialsOf({ client_first_name, client_last_name }: ClientRecord): string {
  return [client_first_name, client_last_name].map((name) => [...(name ?? '')][0]?.toUpperCase() ?? '').join('')
}

/** Keeps the header's height as a custom property: cards stop below it, whose names may take several lines. */
function reportHeight(header: HTMLElement | null): (() => void) | undefined {
  const page = header?.parentElement
  if (!header || !page) return undefined
  const observer = new ResizeObserver(() => {
    const sticky = getComputedStyle(header).display === 'contents' ? header.firstElementChild : header
    page.style.setProperty('--record-header', `${sticky?.getBoundingClientRect().height ?? 0}px`)
  })
  for (const element of [header, ...header.children]) observer.observe(element)
  return () => observer.disconnect()
}

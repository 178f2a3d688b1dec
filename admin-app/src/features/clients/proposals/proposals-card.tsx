import { clientCards, clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { Proposal } from '@agency/contract/form-fields'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useReadOnly } from '../../../shared/archive/read-only'
import { sessionsQuery } from '../../../shared/client-queries'
import { dash, formatMoment } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { Button } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import { plainText } from '../record/field-text'
import { MaskedValue } from '../record/masked-value'
import { type RecordField, spokenLabel } from '../record/record-fields'
import { useReveals } from '../reveals/use-reveals'
import { useDecideProposals } from './decide-proposals'
import styles from './proposals-card.module.css'

interface ProposalsCardProps {
  readonly client: ClientRecord
  readonly proposals: readonly Proposal[]
}

/** The client's open proposals. Each one is accepted or dismissed. */
export function ProposalsCard({ client, proposals }: ProposalsCardProps) {
  const { busy, accept, dismiss, acceptAll } = useDecideProposals(client)
  const readOnly = useReadOnly()
  return (
    <section id="proposals" tabIndex={-1} className={`card ${styles.card}`} aria-labelledby="proposals-title">
      <header className={styles.header}>
        <div>
          <h2 id="proposals-title">Proposed Changes</h2>
          <p className={styles.lead}>The client entered different information in a document.</p>
        </div>
        {proposals.length > 1 && !readOnly && (
          <Button variant="secondary" aria-disabled={busy} onClick={() => !busy && acceptAll(proposals)}>
            Accept All
          </Button>
        )}
      </header>
      <ul className={styles.list}>
        {proposals.map((proposal) => (
          <Entry
            key={proposal.id}
            client={client}
            proposal={proposal}
            busy={busy}
            onAccept={() => accept(proposal)}
            onDismiss={() => dismiss(proposal)}
          />
        ))}
      </ul>
    </section>
  )
}

const described = new Map<string, RecordField>(clientFields.map((field) => [field.name, field]))

interface EntryProps {
  readonly client: ClientRecord
  readonly proposal: Proposal
  readonly busy: boolean
  readonly onAccept: () => void
  readonly onDismiss: () => void
}

function Entry({ client, proposal, busy, onAccept, onDismiss }: EntryProps) {
  const field = described.get(proposal.field)
  const { revealField, revealProposal } = useReveals()
  const readOnly = useReadOnly()
  const maySee = usePermission('clients.sensitive')
  const mayDecide = !readOnly && (maySee || field?.encrypted === undefined)
  // The server may know a newer field than this page.
  if (field === undefined) return null
  const name = `${clientCards[field.card]}: ${field.group === undefined ? '' : `${field.group} `}${field.label}`
  return (
    <li className={styles.entry} aria-label={name}>
      <h3 className={styles.name}>{name}</h3>
      <dl className={styles.values}>
        <div>
          <dt>On record</dt>
          <dd>
            <Value
              field={field}
              value={proposal.current}
              which="on record"
              fetchValue={() => revealField(client.id, field.name)}
            />
          </dd>
        </div>
        <div>
          <dt>Proposed</dt>
          <dd className={styles.proposed}>
            <Value
              field={field}
              value={proposal.proposed}
              which="proposed"
              fetchValue={() => revealProposal(client.id, proposal.id)}
            />
          </dd>
        </div>
      </dl>
      <p className={styles.origin}>
        <Origin clientId={client.id} proposal={proposal} /> · {formatMoment(proposal.created_at)}
      </p>
      {mayDecide && (
        <div className={styles.actions}>
          <Button
            variant="secondary"
            aria-label={`Dismiss ${name}`}
            aria-disabled={busy}
            onClick={() => !busy && onDismiss()}
          >
            Dismiss
          </Button>
          <Button aria-label={`Accept ${name}`} aria-disabled={busy} onClick={() => !busy && onAccept()}>
            Accept
          </Button>
        </div>
      )}
    </li>
  )
}

interface ValueProps {
  readonly field: RecordField
  readonly value: Proposal['current']
  /** Tells the two values of a field apart in accessible names. */
  readonly which: string
  /** Asks the server for the value of a masked field. */
  readonly fetchValue: () => Promise<string | null>
}

function Value({ field, value, which, fetchValue }: ValueProps) {
  if (value === null || value === '') return dash
  if (field.mask === undefined) return plainText(field, String(value))
  const label = `${spokenLabel(field)} ${which}`
  return <MaskedValue fetchValue={fetchValue} field={field} mask={field.mask} value={String(value)} label={label} />
}

/** The document of a proposal, as a link to its session. */
function Origin({ clientId, proposal }: { readonly clientId: string; readonly proposal: Proposal }) {
  const { data: sessions } = useQuery(sessionsQuery(clientId))
  const title = proposal.document || 'Untitled'
  const session = sessions?.find(({ id }) => id === proposal.session_id)
  return session === undefined ? title : <Link to={paths.session(clientId, session.session_code)}>{title}</Link>
}

import { type DeclinedDocument, declineApi } from '@agency/contract/declines'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { callQuery } from '../../shared/call'
import { DeclineAnswers } from '../../shared/desk/decline-answers'
import { ReminderOutcome } from '../../shared/desk/reminder-outcome'
import { clientName, formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { paths, replaceDocument, sessionsDeclined } from '../../shared/paths'
import styles from './dashboard-page.module.css'

type DeclinedAnswer = { documents: DeclinedDocument[] }

export const declinedQuery = callQuery(['clients', 'declined-documents'], declineApi.list)

/** The newest declined documents: who declined, when, from where and why. Renders nothing without one. */
export function DeclinedDocuments({ answer }: { readonly answer: UseQueryResult<DeclinedAnswer> }) {
  const { data, isError, refetch } = answer
  if (isError && data === undefined)
    return <LoadFailure message="The declined documents could not be loaded." retry={refetch} />
  if (data === undefined || data.documents.length === 0) return null
  return (
    <section aria-labelledby="declined-documents">
      <h2 id="declined-documents" className={styles.heading}>
        Declined
      </h2>
      <ul className={styles.alerts}>
        {data.documents.map((document) => (
          <Declined key={document.id} document={document} />
        ))}
      </ul>
      <p className={styles.all}>
        <Link to={sessionsDeclined}>All sessions with declined documents</Link>
      </p>
      <ReminderOutcome />
    </section>
  )
}

function Declined({ document }: { readonly document: DeclinedDocument }) {
  const { title, client_id, client_phone, session_code, declined_at, declined_from, decline_reason } = document
  const name = clientName(document) || 'the client'
  const navigate = useNavigate()
  return (
    <li className="notice" data-tone="danger">
      <Link to={paths.session(client_id, session_code)}>{title || 'Untitled'}</Link>
      {declined_at === null
        ? ` for ${name}, marked as declined by staff.`
        : `, declined by ${name}, ${formatMoment(declined_at)}${declined_from === null ? '' : `, from ${declined_from}`}.`}
      {decline_reason !== null && <span className={styles.reason}>Reason: {decline_reason}</span>}
      <div className={styles.answers}>
        <DeclineAnswers
          declined={document}
          phone={client_phone}
          onReplace={() => navigate(replaceDocument(client_id, session_code, document.id))}
        />
      </div>
    </li>
  )
}

import { type DeclinedDocument, declineApi } from '@agency/contract/declines'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { callQuery } from '../../shared/call'
import { clientName, formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { paths, sessionsDeclined } from '../../shared/paths'
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
    </section>
  )
}

function Declined({ document }: { readonly document: DeclinedDocument }) {
  const { title, client_id, session_code, declined_at, declined_from, decline_reason } = document
  const name = clientName(document) || 'the client'
  return (
    <li className="notice" data-tone="danger">
      <Link to={paths.session(client_id, session_code)}>{title || 'Untitled'}</Link>
      {declined_at === null
        ? ` for ${name}, marked as declined by staff.`
        : `, declined by ${name}, ${formatMoment(declined_at)}${declined_from === null ? '' : `, from ${declined_from}`}.`}
      {decline_reason !== null && <span className={styles.reason}>Reason: {decline_reason}</span>}
    </li>
  )
}

import { outboxApi, type WrittenMessages } from '@agency/contract/messages'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { readRefusal } from '../../shared/api-error'
import { callQuery } from '../../shared/call'
import { formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading, PageSkeleton } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import { LinkedText } from '../../shared/text/linked-text'
import styles from './outbox-page.module.css'

const pollInterval = 4_000

const outboxQuery = queryOptions({
  ...callQuery(['outbox'], outboxApi.list),
  refetchInterval: ({ state }) => (state.error === null ? pollInterval : false),
})

export function OutboxPage() {
  const { data, error, refetch } = useQuery(outboxQuery)
  return (
    <div className={styles.page}>
      <PageHeading title="Outbox">Outbox</PageHeading>
      <p className="notice" data-tone="warning">
        This is a demonstration. No message leaves this machine: the newest are shown here.
      </p>
      {data === undefined && error !== null && <Failure error={error} retry={refetch} />}
      {data === undefined && error === null && (
        <Loading label="Loading messages...">
          <PageSkeleton columns={[[10]]} />
        </Loading>
      )}
      {data?.messages.length === 0 && (
        <div className="empty-state">
          <p>No messages since the start. Send a session, and its messages are shown here.</p>
        </div>
      )}
      {data !== undefined && data.messages.length > 0 && (
        <ul className={styles.list} aria-label="Messages">
          {data.messages.map((message) => (
            <WrittenMessage key={message.id} message={message} />
          ))}
        </ul>
      )}
    </div>
  )
}

function WrittenMessage({ message }: { readonly message: WrittenMessages['messages'][number] }) {
  const { channel, to, subject, text, written_at } = message
  return (
    <li className="card">
      <p className={styles.head}>
        {channel === 'email' ? 'Email' : 'Text message'} to {to} ·{' '}
        <time dateTime={written_at}>{formatMoment(written_at)}</time>
      </p>
      {subject !== null && <h2 className={styles.subject}>{subject}</h2>}
      <p className={styles.text}>
        <LinkedText text={text} />
      </p>
    </li>
  )
}

function Failure({ error, retry }: { readonly error: Error; readonly retry: () => void }) {
  const status = readRefusal(error)?.status
  if (status === 403) return <p className="notice">Your access level does not allow you to see the messages.</p>
  const isMissing = status === 404
  return (
    <LoadFailure
      message={isMissing ? 'Only a demonstration shows its messages.' : 'The messages could not be loaded.'}
      retry={retry}
    />
  )
}

import { type SessionMessage, type SessionMessages, sessionMessageApi } from '@agency/contract/messages'
import type { Session } from '@agency/contract/sessions'
import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readRefusal } from '../../../shared/api-error'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { alertRefusal, serverMessage } from '../../../shared/dialogs/save-dialog'
import { useSubmission } from '../../../shared/dialogs/submission'
import { formatMoment } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading, PageSkeleton } from '../../../shared/loading/loading'
import { Button } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import { contactChangeLines } from '../identification'
import { sessionsKey } from '../session-queries'
import { channelText, kindText, stateText } from './message-text'
import styles from './session-messages.module.css'
import { isForStaff, sessionMessagesQuery } from './session-messages-query'

/** The messages of a session: what was sent where, what became of it, and Retry. */
export function SessionMessagesCard({ session }: { readonly session: Session }) {
  const { data, isError, refetch } = useQuery(sessionMessagesQuery(session.session_code))
  return (
    <section className="card" aria-labelledby="session-messages">
      <header className="card-header">
        <h2 id="session-messages">Messages</h2>
      </header>
      {data === undefined && isError && <LoadFailure message="The messages could not be loaded." retry={refetch} />}
      {data === undefined && !isError && (
        <Loading label="Loading messages...">
          <PageSkeleton columns={[[10]]} />
        </Loading>
      )}
      {data?.held && <HeldSend session={session} held={data.held} />}
      {data !== undefined && !(data.held && data.messages.length === 0) && (
        <MessageList session={session} data={data} />
      )}
    </section>
  )
}

/** What somebody asked to send, who had changed the contact themselves. */
function HeldSend({
  session,
  held,
}: {
  readonly session: Session
  readonly held: NonNullable<SessionMessages['held']>
}) {
  const queryClient = useQueryClient()
  const { session_code } = session
  const mayRelease = usePermission('sessions.passcode')
  const readOnly = useReadOnly()
  const release = useMutation({
    mutationFn: () => call(sessionMessageApi.release, { params: { code: session_code } }),
    onSuccess: async (messages) => {
      queryClient.setQueryData(sessionMessagesQuery(session_code).queryKey, messages)
      await queryClient.invalidateQueries({ queryKey: sessionsKey })
    },
    onError: (error) =>
      alertRefusal('The session could not be sent. Please try again.', error, serverMessage('WRONG_STATE')),
  })
  return (
    <div className={`notice ${styles.held}`} data-tone="warning">
      <p>
        {held.by ?? 'A former admin'} asked to send this session on {formatMoment(held.at)}, after changing the client’s
        contact. It waits for somebody who may see passcodes.
      </p>
      {contactChangeLines(session.contact_changes).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {mayRelease && !readOnly && (
        <Button busy={release.isPending} busyLabel="Sending..." onClick={() => release.mutate()}>
          Release and Send
        </Button>
      )}
    </div>
  )
}

function MessageList({ session, data }: { readonly session: Session; readonly data: SessionMessages }) {
  if (data.messages.length === 0) {
    return (
      <p className={styles.aside}>
        No messages yet. Messages to the client are listed here, with their delivery status.
      </p>
    )
  }
  return (
    <ul className={styles.list}>
      {data.messages.map((message) => (
        <MessageRow key={message.id} session={session} message={message} mode={data.channels[message.channel].mode} />
      ))}
    </ul>
  )
}

interface MessageRowProps {
  readonly session: Session
  readonly message: SessionMessage
  readonly mode: SessionMessages['channels']['email']['mode']
}

function MessageRow({ session, message, mode }: MessageRowProps) {
  const { kind, channel, destination, created_at, sent_at, can_retry } = message
  const { label, tone, detail } = stateText(message, mode)
  const readOnly = useReadOnly()
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.kind}>{kindText[kind]}</p>
        <p className={styles.aside}>
          {channelText[channel]} to {destination}
        </p>
      </div>
      <div>
        <p>
          <span className="badge" data-tone={tone}>
            {label}
          </span>{' '}
          <time className={styles.aside} dateTime={sent_at ?? created_at}>
            {formatMoment(sent_at ?? created_at)}
          </time>
        </p>
        {detail !== null && <p className={styles.aside}>{detail}</p>}
      </div>
      {can_retry && !readOnly && <RetryButton session={session} message={message} />}
    </li>
  )
}

function RetryButton({ session, message }: Omit<MessageRowProps, 'mode'>) {
  const queryClient = useQueryClient()
  const { session_code } = session
  const retry = useMutation({
    mutationFn: () => call(sessionMessageApi.retry, { params: { code: session_code, id: message.id } }),
    onSuccess: (messages) => queryClient.setQueryData(sessionMessagesQuery(session_code).queryKey, messages),
    onError: (error) => {
      const body = readRefusal(error)?.body
      if (isForStaff(body)) return alert(body.message)
      return alertFailure('The message could not be sent. Please try again.', error)
    },
  })
  const submission = useSubmission(retry.isPending, String(retry.submittedAt))
  const button = useHandOnFocus<HTMLButtonElement>()
  return (
    <Button
      ref={button}
      variant="secondary"
      busy={retry.isPending}
      busyLabel="Retrying..."
      aria-label={`Retry: ${kindText[message.kind]} by ${channelText[message.channel].toLowerCase()}`}
      onClick={() => submission(retry.mutate)}
    >
      Retry
    </Button>
  )
}

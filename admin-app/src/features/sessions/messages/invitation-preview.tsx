import { type MessageChannel, sessionMessageApi } from '@agency/contract/messages'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/call'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { HtmlMail } from '../../../shared/html-mail/html-mail'
import styles from './session-messages.module.css'

interface InvitationPreviewProps {
  readonly sessionCode: string
  readonly channel: MessageChannel
  readonly note: string
}

const previewQuery = ({ sessionCode: code, channel, note }: InvitationPreviewProps) =>
  queryOptions({
    queryKey: ['invitation-preview', code, channel, note],
    queryFn: ({ signal }) =>
      call(sessionMessageApi.preview, {
        params: { code },
        body: { channel, ...(note === '' ? {} : { note }) },
        signal,
      }),
    // The line may be personal: it is kept no longer than the dialog.
    gcTime: 0,
    retry: false,
  })

/** The message with the link as the client will get it. */
export function InvitationPreview(props: InvitationPreviewProps) {
  const { data, error } = useQuery({ ...previewQuery(props), placeholderData: keepPreviousData })
  return (
    <section className={styles.preview} aria-label="Preview" aria-busy={data === undefined && error === null}>
      {error !== null && <p role="alert">{serverMessage()(error) ?? 'The preview could not be loaded.'}</p>}
      {error === null && data !== undefined && (
        <>
          {data.subject !== null && <p className={styles.subject}>{data.subject}</p>}
          {data.html === null ? (
            <p className={styles.text}>{data.text}</p>
          ) : (
            <HtmlMail html={data.html} label={`Email: ${data.text}`} />
          )}
        </>
      )}
    </section>
  )
}

import { type ChannelState, type SendSession, type SessionMessages, sessionMessageApi } from '@agency/contract/messages'
import type { Session } from '@agency/contract/sessions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { call } from '../../../shared/call'
import { capabilitiesQuery } from '../../../shared/capabilities'
import { CopyButton } from '../../../shared/controls/copy-button'
import { Field } from '../../../shared/controls/field'
import { alert } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../../../shared/dialogs/save-dialog'
import { isIncomplete, useEnvironment } from '../../../shared/environment'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading, PageSkeleton } from '../../../shared/loading/loading'
import { paths } from '../../../shared/paths'
import { usePermission } from '../../../shared/use-permission'
import { contactChangeLines } from '../identification'
import { sessionQuery } from '../session-queries'
import { ChannelChoice } from './channel-choice'
import { InvitationPreview } from './invitation-preview'
import styles from './session-messages.module.css'
import { sessionMessagesQuery } from './session-messages-query'

/** Milliseconds after the last key. */
const pause = 400

interface SendDraft {
  /** Null until the person chooses: as suggested. */
  readonly chosen: SendSession | null
  readonly note: string
}

const languages = { en: 'English', es: 'Spanish', pt: 'Portuguese' } as const

interface SendSessionDialogProps {
  readonly session: Pick<Session, 'session_code' | 'client_id'>
  readonly onClose: () => void
}

/** Sends a session: the link by one channel, the passcode by another, or either by hand. */
export function SendSessionDialog({ session, onClose }: SendSessionDialogProps) {
  const { data, isError, refetch } = useQuery(sessionMessagesQuery(session.session_code))
  const queryClient = useQueryClient()
  const form = useForm<SendDraft>({ defaultValues: { chosen: null, note: '' } })
  const [chosen, note] = form.watch(['chosen', 'note'])
  const shownNote = useSettled(note.trim())
  const isDemo = useQuery(capabilitiesQuery()).data?.outbox_page === true
  const value = chosen ?? (data === undefined ? null : suggestionFor(data, isDemo))
  const modal = useSaveDialog({
    form,
    save: async () => {
      if (value === null) throw new Error('The channels are not loaded yet')
      const line = note.trim() === '' || value.link === 'none' ? {} : { note: note.trim() }
      return call(sessionMessageApi.send, { params: { code: session.session_code }, body: { ...value, ...line } })
    },
    onSaved: (messages) => {
      queryClient.setQueryData(sessionMessagesQuery(session.session_code).queryKey, messages)
      onClose()
      if (messages.held !== null) return alert(waits)
      // Fetching the session again would be another access on the audit trail.
      return queryClient.setQueryData(sessionQuery(session.session_code).queryKey, (stored) =>
        stored === undefined ? undefined : { ...stored, sent_at: stored.sent_at ?? new Date().toISOString() },
      )
    },
    failure: 'The session could not be sent. Please try again.',
    explain: serverMessage('WRONG_STATE', 'TOO_MANY_ATTEMPTS'),
    names: ['note'],
  })
  const byHand = value?.link === 'none' && value.passcode === 'none'
  return (
    <FormModal
      title="Send to the client"
      size="wide"
      {...(data === undefined ? {} : { description: `Messages are in ${languages[data.language]}.` })}
      {...modal}
      dirty={chosen !== null || note !== ''}
      saveLabel={byHand ? 'Mark as Sent' : 'Send'}
      busyLabel="Sending..."
      saveDisabled={value === null}
      onClose={onClose}
    >
      {data === undefined && isError && <LoadFailure message="The channels could not be loaded." retry={refetch} />}
      {data === undefined && !isError && (
        <Loading label="Loading channels...">
          <PageSkeleton columns={[[10]]} />
        </Loading>
      )}
      {data !== undefined && value !== null && (
        <div className={styles.sending}>
          <div className={styles.settings}>
            <Choices
              data={data}
              value={value}
              session={session}
              isDemo={isDemo}
              onChange={(changed) => form.setValue('chosen', changed)}
            />
          </div>
          {value.link !== 'none' && (
            <div className={styles.settings}>
              <Field
                label="Personal line"
                hint="Optional. It follows the greeting, as you write it: in the client's language, without the passcode."
                error={form.formState.errors.note?.message}
              >
                {(ties) => <input {...ties} {...form.register('note')} maxLength={300} autoComplete="off" />}
              </Field>
              <InvitationPreview sessionCode={session.session_code} channel={value.link} note={shownNote} />
            </div>
          )}
        </div>
      )}
    </FormModal>
  )
}

/** A text once it has been the same for a moment, so that not each key is a call. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

interface ChoicesProps {
  readonly data: SessionMessages
  readonly value: SendSession
  readonly session: SendSessionDialogProps['session']
  /** Messages reach nobody, and are shown on a page. */
  readonly isDemo: boolean
  readonly onChange: (value: SendSession) => void
}

function Choices({ data: { channels, contact_changes }, value, session, isDemo, onChange }: ChoicesProps) {
  const mayRead = usePermission('outbox.read')
  const reachesNobody = channels.email.mode !== 'server' && channels.text.mode !== 'server'
  const isMissing = channels.email.to === null || channels.text.to === null
  const chooseLink = (link: SendSession['link']) =>
    // Link and passcode never take the same channel.
    onChange({ link, passcode: link !== 'none' && link === value.passcode ? 'none' : value.passcode })
  return (
    <>
      {reachesNobody && (
        <p className="notice" data-tone="warning">
          {isDemo
            ? 'This is a demonstration: messages are shown on a page, and reach nobody. '
            : 'No mail server and no text gateway is set up, so nothing can be sent. Copy the link from the session page, and tell the client the passcode yourself.'}
          {isDemo && mayRead && <Link to={paths.outbox}>Open the outbox</Link>}
        </p>
      )}
      {contact_changes.length > 0 && (
        <div className="notice" data-tone="warning">
          {contactChangeLines(contact_changes).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      <ChannelChoice
        secret="link"
        channels={channels}
        isDemo={isDemo}
        value={value.link}
        taken={null}
        onChange={chooseLink}
      />
      {value.link === 'none' && <LinkByHand sessionCode={session.session_code} />}
      <ChannelChoice
        secret="passcode"
        channels={channels}
        isDemo={isDemo}
        value={value.passcode}
        taken={value.link === 'none' ? null : value.link}
        onChange={(passcode) => onChange({ ...value, passcode })}
      />
      {isMissing && (
        <p>
          <Link to={paths.client(session.client_id)}>Edit the client’s contact details</Link>
        </p>
      )}
    </>
  )
}

/** What is copied where no message has the link. */
function LinkByHand({ sessionCode }: { readonly sessionCode: string }) {
  const { portalUrl, agency } = useEnvironment()
  const link = `${portalUrl}${sessionCode}`
  if (isIncomplete(agency)) return null
  return (
    <p className={styles.link}>
      {link} <CopyButton text={link} label="Copy client link" />
    </p>
  )
}

const isUsable = ({ mode, to, carries }: ChannelState, secret: 'link' | 'passcode', isDemo: boolean): boolean =>
  (mode === 'server' || (mode === 'files' && isDemo)) && to !== null && (carries === null || carries === secret)

/** The link by e-mail where possible, and the passcode by the other channel. By hand where a channel reaches nobody. */
function suggestionFor({ channels }: SessionMessages, isDemo: boolean): SendSession {
  const link = (['email', 'text'] as const).find((channel) => isUsable(channels[channel], 'link', isDemo)) ?? 'none'
  const passcode =
    (['text', 'email'] as const).find(
      (channel) => channel !== link && isUsable(channels[channel], 'passcode', isDemo),
    ) ?? 'none'
  return { link, passcode }
}

const waits =
  'Not sent yet: you have changed this client’s email address or phone number lately. A colleague who may see passcodes has to release it on this page.'

import { type ChannelTest, type MessageChannels, messageChannelApi } from '@agency/contract/message-channels'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { call, callQuery } from '../../shared/call'
import { Field } from '../../shared/controls/field'
import { serverMessage } from '../../shared/dialogs/save-dialog'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { Button } from '../../shared/shared-ui'
import styles from './agency-page.module.css'

const channelsQuery = callQuery(['message-channels'], messageChannelApi.read)

/** Mail server and text gateway: what is set, and a test message. Their settings are those of the server. */
export function ChannelsCard() {
  const { data, isError, refetch } = useQuery(channelsQuery)
  return (
    <section className={`card ${styles.card}`} aria-labelledby="channels">
      <h2 id="channels">Mail and texts</h2>
      {data === undefined && isError && <LoadFailure message="Mail and texts could not be loaded." retry={refetch} />}
      {data === undefined && !isError && <Loading label="Loading mail and texts" skeleton={styles.loading} />}
      {data !== undefined && (
        <>
          <Channel channel="email" settings={data.email} />
          <Channel channel="text" settings={data.text} />
          <p className="field-hint">
            Whoever runs the server sets these, with their passwords, in its settings file (.env): SMTP_URL and
            MAIL_FROM for mail, TEXT_GATEWAY_URL, TEXT_GATEWAY_ACCOUNT, TEXT_GATEWAY_TOKEN and TEXT_FROM for texts.
          </p>
        </>
      )}
    </section>
  )
}

const names = {
  email: { title: 'Mail', server: 'mail server', to: 'Send a test email to', button: 'Send test email', type: 'email' },
  text: { title: 'Texts', server: 'text gateway', to: 'Send a test text to', button: 'Send test text', type: 'tel' },
} as const

interface ChannelProps {
  readonly channel: keyof MessageChannels
  readonly settings: MessageChannels['email']
}

function Channel({ channel, settings: { mode, server, sender } }: ChannelProps) {
  const { title, server: kind } = names[channel]
  return (
    <section className={styles.card} aria-label={title}>
      <h3>{title}</h3>
      {mode === 'server' ? (
        <>
          <p>
            By the {kind} {server}, from {sender}.
          </p>
          <Test channel={channel} />
        </>
      ) : (
        <p className="notice" data-tone="warning">
          No {kind} is set up: nothing is sent this way. Give links and passcodes by hand.
        </p>
      )}
    </section>
  )
}

function Test({ channel }: { readonly channel: keyof MessageChannels }) {
  const id = useId()
  const { to, button, type } = names[channel]
  const [typed, setTyped] = useState('')
  const test = useMutation({
    mutationFn: () => call(messageChannelApi.test, { params: { channel }, body: { to: typed } }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!test.isPending) test.mutate()
  }
  return (
    <form className={styles.card} onSubmit={submit} aria-labelledby={id}>
      <span id={id} className="visually-hidden">
        {button}
      </span>
      <Field label={to}>
        {(ties) => (
          <input
            {...ties}
            type={type}
            required
            maxLength={254}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button type="submit" variant="secondary" busy={test.isPending} busyLabel="Sending...">
          {button}
        </Button>
      </div>
      <div role="status">
        {test.data !== undefined && <TestResult result={test.data} />}
        {test.error !== null && (
          <p className="notice" data-tone="danger">
            {serverMessage()(test.error) ?? 'The test could not be made. Please try again.'}
          </p>
        )}
      </div>
    </form>
  )
}

function TestResult({ result: { sent, answer } }: { readonly result: ChannelTest }) {
  return (
    <p className="notice" data-tone={sent ? 'success' : 'danger'}>
      {answer}
    </p>
  )
}

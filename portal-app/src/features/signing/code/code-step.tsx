import type { SigningCodeState } from '@agency/contract/signing-codes'
import { useEffect, useEffectEvent } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { Loading } from '../../../shared/loading.tsx'
import { PhoneLink } from '../../../shared/phone.tsx'
import { LoadProblem, SendProblem } from '../../../shared/problem-notice.tsx'
import { Button, useCloseOnBack } from '../../../shared/shared-ui.tsx'
import styles from '../form-screen.module.css'
import { FormScreen } from '../form-screen.tsx'
import { useCodeState, useRequestCode } from './code-api.ts'
import { byChannel, CodeForm } from './code-form.tsx'

interface CodeStepProps {
  readonly title: string
  /** The next screen is being prepared. */
  readonly busy: boolean
  readonly onConfirmed: () => void
  /** Back leads to the document. */
  readonly onLeave: () => void
}

/** The one-time code before the first signature of a portal login: it is sent, typed and confirmed. */
export function CodeStep({ title, busy, onConfirmed, onLeave }: CodeStepProps) {
  const t = useMessages()
  const state = useCodeState()
  useCloseOnBack(true, () => !busy && onLeave())
  return (
    <FormScreen title={title} heading={t('code.heading')} step help>
      {state.isPending && <Loading text={t('loading')} />}
      {state.isError && <LoadProblem error={state.error} onRetry={() => state.refetch()} />}
      {state.data && (
        <SendAndType state={state.data} since={state.dataUpdatedAt} busy={busy} onConfirmed={onConfirmed} />
      )}
    </FormScreen>
  )
}

interface SendAndTypeProps {
  readonly state: SigningCodeState
  /** When the state was received, in ms since the epoch. */
  readonly since: number
  readonly busy: boolean
  readonly onConfirmed: () => void
}

function SendAndType({ state, since, busy, onConfirmed }: SendAndTypeProps) {
  const t = useMessages()
  const request = useRequestCode()
  const { required, channels, requested } = state
  const [only, other] = channels
  const start = useEffectEvent(() => {
    // Another tab may have confirmed a code; and without a choice, the code is sent at once.
    if (!required) onConfirmed()
    else if (only && !other && !requested && request.isIdle) request.mutate(only.channel)
  })
  useEffect(() => start(), [])

  if (requested) {
    return (
      <CodeForm key={requested.expires_at} state={{ ...state, requested }} {...{ since, request, busy, onConfirmed }} />
    )
  }
  if (!only) {
    return (
      <p className="notice" data-tone="warning" role="alert">
        {t('code.noDestination')} <PhoneLink />
      </p>
    )
  }
  return (
    <div className={`card ${styles.stack}`}>
      <p>{other ? t('code.choose') : t('code.sending')}</p>
      {request.isError && <SendProblem error={request.error} kept />}
      {(other || request.isError) && (
        <div className={styles.actions}>
          {channels.map(({ channel, to }) => (
            <Button
              key={channel}
              variant="secondary"
              size="large"
              busy={request.isPending}
              busyLabel={t('copy.busy')}
              onClick={() => request.mutate(channel)}
            >
              {byChannel(channel, to, t)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

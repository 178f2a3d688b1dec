import type { SigningCodeState } from '@agency/contract/signing-codes'
import { type SubmitEvent, useRef, useState } from 'react'
import { problemOf } from '../../../shared/api.ts'
import { type Translate, useMessages } from '../../../shared/language.ts'
import { problemText } from '../../../shared/problem.ts'
import { SendProblem } from '../../../shared/problem-notice.tsx'
import { Button } from '../../../shared/shared-ui.tsx'
import styles from '../form-screen.module.css'
import { useLostFocus } from '../use-lost-focus.ts'
import { hasCode, useConfirmCode, type useRequestCode } from './code-api.ts'
import codeStyles from './code-form.module.css'
import { useCountdown } from './use-countdown.ts'

interface CodeFormProps {
  readonly state: SigningCodeState & { readonly requested: NonNullable<SigningCodeState['requested']> }
  /** When the state was received, in ms since the epoch. */
  readonly since: number
  readonly request: ReturnType<typeof useRequestCode>
  /** The next screen is being prepared. */
  readonly busy: boolean
  readonly onConfirmed: () => void
}

const length = 6

/** The field for the code that was sent, and another code after a pause. */
export function CodeForm({ state, since, request, busy, onConfirmed }: CodeFormProps) {
  const t = useMessages()
  const field = useRef<HTMLInputElement>(null)
  const sent = useLostFocus<HTMLParagraphElement>(true)
  const [typed, setTyped] = useState('')
  const [missing, setMissing] = useState(false)
  const confirm = useConfirmCode(onConfirmed)
  const fault = missing ? t('code.missing') : faultOf(confirm.error, t)
  const isChecking = confirm.isPending || busy

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isChecking) return
    setMissing(typed.length < length)
    if (typed.length < length) field.current?.focus()
    else confirm.mutate(typed, { onError: () => field.current?.select() })
  }

  return (
    <form className={`card ${styles.stack}`} noValidate onSubmit={submit}>
      <p ref={sent} role="status" tabIndex={-1}>
        {t('code.sent', { address: state.requested.to })}
      </p>
      <div className="field">
        <label htmlFor="signing-code">{t('code.label')}</label>
        <input
          ref={field}
          id="signing-code"
          className={codeStyles.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          value={typed}
          // A pasted code may have spaces, or words around it.
          onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, length))}
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? 'signing-code-error signing-code-hint' : 'signing-code-hint'}
        />
        {fault && (
          <p className="field-error" id="signing-code-error" role="alert">
            {fault}
          </p>
        )}
        <p className="field-hint" id="signing-code-hint">
          {t('code.hint')}
        </p>
      </div>
      {confirm.isError && fault === undefined && <SendProblem error={confirm.error} kept />}
      <Button type="submit" size="large" busy={isChecking} busyLabel={t('code.busy')}>
        {t('code.confirm')}
      </Button>
      <Resend state={state} since={since} request={request} />
    </form>
  )
}

/** Why the code was refused; undefined for any other failure. */
function faultOf(error: Error | null, t: Translate): string | undefined {
  if (hasCode(error, 'SIGNING_CODE_WRONG')) return t('code.wrong')
  if (hasCode(error, 'SIGNING_CODE_EXPIRED')) return t('code.expired')
  if (hasCode(error, 'SIGNING_CODE_SPENT')) return t('code.spent')
}

/** Sends another code, by any of the channels, once the pause is over. */
function Resend({ state, since, request }: Pick<CodeFormProps, 'state' | 'since' | 'request'>) {
  const t = useMessages()
  const left = useCountdown(state.requested.resend_in, since)
  return (
    <div className={styles.stack}>
      {left > 0 && (
        <p className="field-hint" aria-hidden="true">
          {t('code.resendIn', { count: left })}
        </p>
      )}
      {/* Every ten seconds: a screen reader that says each second says nothing else. */}
      <p className="visually-hidden" role="status">
        {left > 0 ? t('code.resendIn', { count: Math.ceil(left / 10) * 10 }) : t('code.resendNow')}
      </p>
      {left === 0 && (
        <div className={styles.actions}>
          {state.channels.map(({ channel, to }) => (
            <Button
              key={channel}
              variant="secondary"
              busy={request.isPending}
              busyLabel={t('copy.busy')}
              onClick={() => request.mutate(channel)}
            >
              {state.channels.length === 1 ? t('code.resend') : byChannel(channel, to, t)}
            </Button>
          ))}
        </div>
      )}
      {request.isError && (
        <p className="notice" data-tone="danger" role="alert">
          {problemText(problemOf(request.error), t)}
        </p>
      )}
    </div>
  )
}

export const byChannel = (channel: 'email' | 'text', address: string, t: Translate): string =>
  channel === 'email' ? t('code.byEmail', { address }) : t('code.byText', { address })

import type { CompleteLogin, SecondFactorStep } from '@agency/contract/second-factors'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Field } from '../../shared/controls/field'
import { FormError } from '../../shared/controls/form-error'
import { PageHeading } from '../../shared/page-heading'
import { hasPasskeys } from '../../shared/passkeys/has-passkeys'
import { Button } from '../../shared/shared-ui'
import type { LoginOutcome } from './credentials'
import { completeLogin, completeWithPasskey } from './log-in'
import styles from './login-page.module.css'

type Method = SecondFactorStep['methods'][number]

const links: Readonly<Record<Method, string>> = {
  code: 'Use a code from your app',
  passkey: 'Use your passkey',
  recovery_code: 'Use a recovery code',
}

interface SecondFactorFormProps {
  readonly step: SecondFactorStep
  /** Starts again with the password. */
  readonly onEnd: (message: string | undefined) => void
}

/** The second step of a login: a code, a passkey or a recovery code. */
export function SecondFactorForm({ step, onEnd }: SecondFactorFormProps) {
  const methods = step.methods.filter((method) => method !== 'passkey' || hasPasskeys())
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery_code')
  const [message, setMessage] = useState<string>()
  const send = useMutation({
    mutationFn: (typed: string): Promise<LoginOutcome> =>
      method === 'passkey' ? completeWithPasskey(step) : completeLogin(answerOf(step, method, typed)),
    onMutate: () => setMessage(undefined),
    onSuccess: (outcome) => (outcome.ended ? onEnd(outcome.message) : setMessage(outcome.message)),
    onError: () => setMessage('Login failed. Please try again.'),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!send.isPending) send.mutate(String(new FormData(event.currentTarget).get('code') ?? ''))
  }
  const choose = (chosen: Method) => {
    setMessage(undefined)
    setMethod(chosen)
  }
  return (
    <form className={`card ${styles.card}`} onSubmit={submit} noValidate>
      <PageHeading title="Login">Confirm that it is you</PageHeading>
      <FormError text={message} />
      {method === 'passkey' ? (
        <p>Use the passkey that you have added to your account.</p>
      ) : (
        <CodeField key={method} method={method} />
      )}
      <Button type="submit" size="large" busy={send.isPending} busyLabel="Checking...">
        {method === 'passkey' ? 'Continue with passkey' : 'Continue'}
      </Button>
      <div className={styles.links}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <button key={other} type="button" className="link-button" onClick={() => choose(other)}>
              {links[other]}
            </button>
          ))}
        <button type="button" className="link-button" onClick={() => onEnd(undefined)}>
          Back to login
        </button>
      </div>
    </form>
  )
}

function CodeField({ method }: { readonly method: 'code' | 'recovery_code' }) {
  const isCode = method === 'code'
  const input = useRef<HTMLInputElement>(null)
  // After the heading, which takes the focus on a new page.
  useEffect(() => input.current?.focus(), [])
  return (
    <Field
      label={isCode ? 'Code' : 'Recovery code'}
      hint={isCode ? 'The six digits that your authenticator app shows now.' : 'Each of your ten codes works once.'}
    >
      {(ties) => (
        <input
          {...ties}
          ref={input}
          name="code"
          type="text"
          inputMode={isCode ? 'numeric' : 'text'}
          autoComplete={isCode ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      )}
    </Field>
  )
}

const answerOf = ({ challenge }: SecondFactorStep, method: 'code' | 'recovery_code', typed: string): CompleteLogin =>
  method === 'code' ? { challenge, code: typed } : { challenge, recovery_code: typed }

import { type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useMessages } from '../../shared/language.ts'
import { paths } from '../../shared/paths.ts'
import { type Problem, problemText } from '../../shared/problem.ts'
import { useSession } from '../../shared/session-store.ts'
import { Button } from '../../shared/shared-ui.tsx'
import styles from './entry.module.css'

interface PasscodeFormProps {
  readonly code: string
  readonly onEntering: () => void
  /** The session of this code has ended. */
  readonly onGone: () => void
}

type Fault = 'missing' | Problem

/** The passcode field. It opens the dashboard or shows why not; the typed text stays. */
export function PasscodeForm({ code, onEntering, onGone }: PasscodeFormProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const open = useSession((state) => state.open)
  const field = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault>()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const passcode = field.current?.value.trim() ?? ''
    if (busy) return
    if (passcode === '') return fail('missing')
    setBusy(true)
    setFault(undefined)
    const answer = await authenticate(code, passcode)
    setBusy(false)
    if (answer.problem?.code === 'GONE') return onGone()
    if (answer.problem) return fail(answer.problem)
    open(answer.session)
    await navigate(paths.dashboard(code), { replace: true })
  }

  function enter() {
    void prepare()
    onEntering()
  }

  function fail(why: Fault) {
    setFault(why)
    field.current?.focus()
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit} onFocus={enter}>
      <div className="field">
        <label htmlFor="passcode">{t('passcodeLabel')}</label>
        <input
          ref={field}
          id="passcode"
          type={shown ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? 'passcode-error passcode-hint' : 'passcode-hint'}
        />
        {fault && (
          <p className="field-error" id="passcode-error" role="alert">
            {fault === 'missing' ? t('passcodeMissing') : problemText(fault, t)}
          </p>
        )}
        <p className="field-hint" id="passcode-hint">
          {t('passcodeHint')}
        </p>
        <label className="choice">
          <input type="checkbox" checked={shown} onChange={(event) => setShown(event.target.checked)} />
          {t('passcodeShow')}
        </label>
      </div>
      <Button type="submit" size="large" busy={busy} busyLabel={t('passcodeBusy')}>
        {t('passcodeSubmit')}
      </Button>
    </form>
  )
}

const unreachable = { problem: { code: 'OFFLINE', retryAfter: null } } as const

/** The HTTP client is loaded while the passcode is typed, not before the first screen. */
async function authenticate(code: string, passcode: string) {
  const entry = await prepare()
  return entry ? entry.openSession(code, passcode) : unreachable
}

async function prepare() {
  return import('./entry-api.ts').catch(() => undefined)
}

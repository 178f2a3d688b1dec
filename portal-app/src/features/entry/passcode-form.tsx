import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLanguage, useMessages } from '../../shared/language.ts'
import { paths } from '../../shared/paths.ts'
import { knownProblem, type Problem, problemText } from '../../shared/problem.ts'
import { useSession } from '../../shared/session-store.ts'
import { OwnButton } from '../../shared/shared-ui.tsx'
import { useShownScreen } from '../../shared/shown-screen.ts'
import styles from './entry.module.css'

interface PasscodeFormProps {
  readonly code: string
  readonly onEntering: () => void
  /** The session of this code has ended. */
  readonly onGone: () => void
}

type Fault = 'missing' | Problem
/** The code of an empty field, in a page of the server. */
const missingFault = 'MISSING'

/** The typed text stays. The server renders it too: without script the form is posted to the page's address. */
export function PasscodeForm({ code, onEntering, onGone }: PasscodeFormProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const open = useSession((state) => state.open)
  const prefer = useLanguage((state) => state.prefer)
  const field = useRef<HTMLInputElement>(null)
  const shows = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState(useShownFault())

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const passcode = field.current?.value.trim() ?? ''
    if (busy) return
    if (passcode === '') return fail('missing')
    setBusy(true)
    setFault(undefined)
    const answer = await authenticate(code, passcode)
    // The next screen starts in the client's language. If its messages can't be loaded, the language stays.
    if (!answer.problem) await prefer(answer.session.language).catch(() => undefined)
    setBusy(false)
    if (answer.problem?.code === 'GONE') return onGone()
    if (answer.problem) return fail(answer.problem)
    open(answer.session, true)
    await navigate(paths.dashboard(code), { replace: true })
  }

  function enter() {
    void prepare()
    onEntering()
  }

  const takeOver = useEffectEvent(() => {
    // What was done before React took over the server's form.
    if (field.current && field.current === document.activeElement) enter()
    setShown(shows.current?.checked ?? false)
  })
  useEffect(() => takeOver(), [])

  function fail(why: Fault) {
    setFault(why)
    field.current?.focus()
  }

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit} onFocus={enter}>
      <div className="field">
        <label htmlFor="passcode">{t('passcodeLabel')}</label>
        <input
          ref={field}
          id="passcode"
          name="passcode"
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
        <label className="choice needs-script">
          <input ref={shows} type="checkbox" onChange={(event) => setShown(event.target.checked)} />
          <span>{t('passcodeShow')}</span>
        </label>
      </div>
      <OwnButton type="submit" size="large" busy={busy} busyLabel={t('passcodeBusy')}>
        {t('passcodeSubmit')}
      </OwnButton>
    </form>
  )
}

/** Why the server refused the form that was sent before its scripts had come. */
function useShownFault(): Fault | undefined {
  const fault = useShownScreen()?.fault
  if (!fault) return undefined
  return fault.code === missingFault ? 'missing' : { code: knownProblem(fault.code), retryAfter: fault.retryAfter }
}

const unreachable = { problem: { code: 'OFFLINE', retryAfter: null } } as const

/** The HTTP client is loaded while the passcode is typed, not before the first screen. */
async function authenticate(code: string, passcode: string) {
  const entry = await prepare()
  return entry ? entry.logInToPortal(code, passcode) : unreachable
}

async function prepare() {
  return import('./entry-api.ts').catch(() => undefined)
}

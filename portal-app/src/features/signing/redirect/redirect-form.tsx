import type { SessionForm } from '@agency/contract/session-forms'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useMessages } from '../../../shared/language.ts'
import { useLate } from '../../../shared/loading.tsx'
import { SendProblem } from '../../../shared/problem-notice.tsx'
import { sessionFormsQuery } from '../../../shared/session-forms-api.ts'
import { useOpenSession } from '../../../shared/session-store.ts'
import { Button } from '../../../shared/shared-ui.tsx'
import { CodeStep } from '../code/late-code-step.tsx'
import styles from '../form-screen.module.css'
import { FormScreen } from '../form-screen.tsx'
import { NextDocument } from '../next-document.tsx'
import { useSigningPage } from './use-signing-page.ts'

interface RedirectFormProps {
  readonly form: SessionForm
  readonly title: string
}

/** A document of redirect signing: the button to the provider's site, and the screen after the return. */
export function RedirectForm({ form, title }: RedirectFormProps) {
  const [search] = useSearchParams()
  const hint = readReturnHint(search)
  if (hint === 'confirming') return <Confirming form={form} title={title} />
  return <WayThere form={form} title={title} hint={hint} />
}

interface WayThereProps extends RedirectFormProps {
  readonly hint: Exclude<ReturnHint, 'confirming'> | undefined
}

/** The button to the provider's site, or the one-time code that is confirmed first. */
function WayThere({ form, title, hint }: WayThereProps) {
  const page = useSigningPage(form.id)
  if (page.needsCode)
    return <CodeStep title={title} busy={page.isLeaving} onConfirmed={page.confirmCode} onLeave={page.leaveCode} />
  return (
    <FormScreen title={title} step={hint !== undefined || page.wasCodeAsked} help>
      <GoThere page={page} hint={hint} />
    </FormScreen>
  )
}

interface GoThereProps extends Pick<WayThereProps, 'hint'> {
  readonly page: ReturnType<typeof useSigningPage>
}

function GoThere({ page, hint }: GoThereProps) {
  const t = useMessages()
  const texts = {
    unfinished: t('redirect.unfinished'),
    'timed-out': t('redirect.timedOut'),
    failed: t('redirect.failed'),
  }
  return (
    <div className={`card ${styles.stack}`}>
      {hint && (
        <p className="notice" data-tone={hint === 'unfinished' ? 'info' : 'warning'} role="status">
          {texts[hint]}
        </p>
      )}
      <p>
        {t('redirect.what')} {t('redirect.next')}
      </p>
      {page.error && <SendProblem error={page.error} />}
      <div className={styles.actions}>
        <Button busy={page.isLeaving} busyLabel={t('redirect.going')} onClick={page.start}>
          {hint ? t('redirect.again') : t('redirect.go')}
        </Button>
      </div>
    </div>
  )
}

/** The address can be forged: it selects the screen, and only the server knows the state. */
type ReturnHint = 'confirming' | 'unfinished' | 'timed-out' | 'failed'

/** The values of `event` that DocuSign's recipient view adds to the return address. */
const hints: Readonly<Record<string, ReturnHint>> = {
  signing_complete: 'confirming',
  viewing_complete: 'confirming',
  decline: 'confirming',
  cancel: 'unfinished',
  session_timeout: 'timed-out',
  ttl_expired: 'timed-out',
  exception: 'failed',
  access_code_failed: 'failed',
  id_check_failed: 'failed',
}

/** The hint in the query of the return address; undefined if there is none that is known. */
function readReturnHint(search: URLSearchParams): ReturnHint | undefined {
  const event = search.get('event') ?? ''
  return Object.hasOwn(hints, event) ? hints[event] : undefined
}

interface ConfirmingProps {
  readonly form: SessionForm
  readonly title: string
}

/** Shown after the return until the provider has informed the server. The new state of the document follows. */
function Confirming({ form, title }: ConfirmingProps) {
  const t = useMessages()
  const late = useLate(30_000)
  useFollowing()
  return (
    <FormScreen title={title} step help={late}>
      <div className={`card ${styles.stack}`}>
        <div className={styles.waiting} role="status" aria-busy="true">
          <strong>{t('redirect.confirming')}</strong>
          <p>{late ? t('redirect.confirmingLate') : t('redirect.confirmingText')}</p>
        </div>
        {late && (
          <div className={styles.actions}>
            <NextDocument form={form} />
          </div>
        )}
      </div>
    </FormScreen>
  )
}

/** Polling interval in ms, for the first `looks` polls and after. */
const poll = { soon: 1_500, late: 10_000, looks: 40 }

/** Polls the documents of the session while it is mounted. */
function useFollowing(): void {
  useQuery({
    ...sessionFormsQuery(useOpenSession().id),
    refetchInterval: ({ state }) => (state.dataUpdateCount < poll.looks ? poll.soon : poll.late),
  })
}

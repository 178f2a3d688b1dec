import type { SessionForm } from '@agency/contract/session-forms'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useMessages } from '../../../shared/language.ts'
import { useLate } from '../../../shared/loading.tsx'
import { SendProblem } from '../../../shared/problem-notice.tsx'
import { sessionFormsQuery } from '../../../shared/session-forms-api.ts'
import { useOpenSession } from '../../../shared/session-store.ts'
import { Button } from '../../../shared/shared-ui.tsx'
import styles from '../form-screen.module.css'
import { FormScreen } from '../form-screen.tsx'
import { NextDocument } from '../next-document.tsx'
import { useSigningPage } from './use-signing-page.ts'

interface RedirectFormProps {
  readonly form: SessionForm
  readonly title: string
}

/** A document that is signed on the provider's own page: the way there, and what follows on return. */
export function RedirectForm({ form, title }: RedirectFormProps) {
  const [search] = useSearchParams()
  const hint = readReturnHint(search)
  if (hint === 'confirming') return <Confirming form={form} title={title} />
  return (
    <FormScreen title={title} step={hint !== undefined} help>
      <WayThere formId={form.id} hint={hint} />
    </FormScreen>
  )
}

interface WayThereProps {
  readonly formId: string
  readonly hint: Exclude<ReturnHint, 'confirming'> | undefined
}

function WayThere({ formId, hint }: WayThereProps) {
  const t = useMessages()
  const page = useSigningPage(formId)
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

/**
 * What the client has done at DocuSign, as far as the address says with which they came back. Anybody can write an
 * address: what it says is for the screen alone, and what counts is what the server was told.
 */
type ReturnHint = 'confirming' | 'unfinished' | 'timed-out' | 'failed'

/** The values that DocuSign's recipient view adds as `event`. */
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

/** @param search the address's query; undefined without a hint that is known */
function readReturnHint(search: URLSearchParams): ReturnHint | undefined {
  const event = search.get('event') ?? ''
  return Object.hasOwn(hints, event) ? hints[event] : undefined
}

interface ConfirmingProps {
  readonly form: SessionForm
  readonly title: string
}

/** After the return, until the server has been told what was done: the screen of the document's new state follows. */
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

/** Milliseconds between two looks, and after a minute of that. */
const poll = { soon: 1_500, late: 10_000, looks: 40 }

/** Has the session's documents asked for again and again, as long as it is on screen. */
function useFollowing(): void {
  useQuery({
    ...sessionFormsQuery(useOpenSession().id),
    refetchInterval: ({ state }) => (state.dataUpdateCount < poll.looks ? poll.soon : poll.late),
  })
}

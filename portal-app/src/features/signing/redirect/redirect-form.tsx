import type { SessionForm } from '@agency/contract/session-forms'
import { useSearchParams } from 'react-router-dom'
import { useMessages } from '../../../shared/language.ts'
import { SendProblem } from '../../../shared/problem-notice.tsx'
import { Button } from '../../../shared/shared-ui.tsx'
import styles from '../form-screen.module.css'
import { FormScreen } from '../form-screen.tsx'
import { Confirming } from './confirming.tsx'
import { type ReturnHint, readReturnHint } from './return-hint.ts'
import { useSigningPage } from './signing-page.ts'

interface ElsewhereFormProps {
  readonly form: SessionForm
  readonly title: string
}

/** A document that is signed on the provider's own page: the way there, and what follows on return. */
export function ElsewhereForm({ form, title }: ElsewhereFormProps) {
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

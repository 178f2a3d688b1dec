import type { SessionForm } from '@agency/contract/session-forms'
import { useSearchParams } from 'react-router-dom'
import { SendProblem } from '../../../shared/load-problem.tsx'
import { Button } from '../../../shared/shared-ui.tsx'
import styles from '../form-screen.module.css'
import { FormScreen } from '../form-screen.tsx'
import { Confirming } from './confirming.tsx'
import { useElsewhereWords } from './elsewhere-words.ts'
import { type ReturnHint, readReturnHint } from './return-hint.ts'
import { useSigningPage } from './use-signing-page.ts'

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
  const words = useElsewhereWords()
  const page = useSigningPage(formId)
  const texts = { unfinished: words.unfinished, 'timed-out': words.timedOut, failed: words.failed }
  return (
    <div className={`card ${styles.stack}`}>
      {hint && (
        <p className="notice" data-tone={hint === 'unfinished' ? 'info' : 'warning'} role="status">
          {texts[hint]}
        </p>
      )}
      <p>
        {words.what} {words.next}
      </p>
      {page.error && <SendProblem error={page.error} />}
      <div className={styles.actions}>
        <Button busy={page.isLeaving} busyLabel={words.going} onClick={page.start}>
          {hint ? words.again : words.go}
        </Button>
      </div>
    </div>
  )
}

import type { SessionForm } from '@agency/contract/session-forms'
import { useState } from 'react'
import { useMessages } from '../../shared/language.ts'
import { Loading } from '../../shared/loading.tsx'
import { LoadProblem } from '../../shared/problem-notice.tsx'
import { useSessionDetails } from '../../shared/session-api.ts'
import { CodeStep } from './code/late-code-step.tsx'
import { ConsentStep } from './consent-step.tsx'
import { FormScreen } from './form-screen.tsx'
import { ReadStep } from './review/read-step.tsx'
import { ReviewStep } from './review/review-step.tsx'
import { useReview } from './review/use-review.ts'

interface SignFormProps {
  readonly form: SessionForm
  readonly title: string
}

/** A PDF to sign: consent (once per session), reading and filling in, review. */
export function SignForm({ form, title }: SignFormProps) {
  const t = useMessages()
  const session = useSessionDetails()
  const [isStep, setStep] = useState(false)
  if (!session.data) {
    return (
      <FormScreen title={title}>
        {session.isError ? (
          <LoadProblem error={session.error} onRetry={() => session.refetch()} />
        ) : (
          <Loading text={t('loading')} />
        )}
      </FormScreen>
    )
  }
  if (session.data.consented_at === null) return <ConsentStep title={title} onDone={() => setStep(true)} />
  return <Signing form={form} title={title} isStep={isStep} />
}

/** The document to read and fill in, and then its review. */
function Signing({ form, title, isStep }: SignFormProps & { readonly isStep: boolean }) {
  const review = useReview(form)
  if (review.needsCode) {
    const { isPending: busy, confirmCode: onConfirmed, leaveCode: onLeave } = review
    return <CodeStep title={title} busy={busy} onConfirmed={onConfirmed} onLeave={onLeave} />
  }
  if (review.copy) return <ReviewStep form={form} title={title} review={review} copy={review.copy} />
  return <ReadStep form={form} title={title} isStep={isStep || review.wasStep} review={review} />
}

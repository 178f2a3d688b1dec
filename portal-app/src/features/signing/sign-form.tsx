import type { SessionForm } from '@agency/contract/session-forms'
import { useState } from 'react'
import { useMessages } from '../../shared/language.ts'
import { Loading } from '../../shared/loading.tsx'
import { LoadProblem } from '../../shared/problem-notice.tsx'
import { useSessionDetails } from '../../shared/session-api.ts'
import { ConsentStep } from './consent-step.tsx'
import { FormScreen } from './form-screen.tsx'
import { ReviewStep } from './review/review-step.tsx'
import { SignStep } from './signature/sign-step.tsx'

interface SignFormProps {
  readonly form: SessionForm
  readonly title: string
}

/** A PDF to sign: consent (once per session), review, signature. */
export function SignForm({ form, title }: SignFormProps) {
  const t = useMessages()
  const session = useSessionDetails()
  const [step, setStep] = useState<'start' | 'review' | 'sign'>('start')
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
  if (session.data.consented_at === null) return <ConsentStep title={title} onDone={() => setStep('review')} />
  if (step === 'sign') return <SignStep form={form} title={title} onBack={() => setStep('review')} />
  return <ReviewStep form={form} title={title} step={step === 'review'} onSign={() => setStep('sign')} />
}

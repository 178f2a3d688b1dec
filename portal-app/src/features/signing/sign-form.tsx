import type { SessionForm } from 'contract/session-forms'
import { useState } from 'react'
import { useMessages } from '../../shared/i18n/language.ts'
import { LoadProblem } from '../../shared/load-problem.tsx'
import { useSessionDetails } from '../../shared/session-api.ts'
import { ConsentStep } from './consent-step.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import reviewStyles from './document-review.module.css'
import { DocumentReview } from './document-review.tsx'
import { FormScreen } from './form-screen.tsx'
import { SignStep } from './sign-step.tsx'
import { useOpenedForm } from './signing-api.ts'

interface SignFormProps {
  readonly form: SessionForm
  readonly title: string
}

/** A PDF to sign: consent once a session, then the document, then the signature. */
export function SignForm({ form, title }: SignFormProps) {
  const messages = useMessages()
  const session = useSessionDetails()
  const [step, setStep] = useState<'start' | 'review' | 'sign'>('start')
  if (!session.data) {
    return (
      <FormScreen title={title}>
        {session.isError ? (
          <LoadProblem error={session.error} onRetry={() => session.refetch()} />
        ) : (
          <p role="status">{messages.loading}</p>
        )}
      </FormScreen>
    )
  }
  if (session.data.consented_at === null) return <ConsentStep title={title} onDone={() => setStep('review')} />
  if (step === 'sign') return <SignStep form={form} title={title} onBack={() => setStep('review')} />
  return <ReviewStep form={form} title={title} step={step === 'review'} onSign={() => setStep('sign')} />
}

interface ReviewStepProps extends SignFormProps {
  readonly step: boolean
  readonly onSign: () => void
}

function ReviewStep({ form, title, step, onSign }: ReviewStepProps) {
  const messages = useMessages()
  const [declining, setDeclining] = useState(false)
  useOpenedForm(form)
  const decline = (
    <button type="button" className={`link-button ${reviewStyles.decline}`} onClick={() => setDeclining(true)}>
      {messages.decline}
    </button>
  )
  return (
    <FormScreen title={title} step={step} narrow={false}>
      <DocumentReview form={form} action={{ label: messages.sign, onSelect: onSign }} aside={decline} />
      {declining && <DeclineDialog form={form} onClose={() => setDeclining(false)} />}
    </FormScreen>
  )
}

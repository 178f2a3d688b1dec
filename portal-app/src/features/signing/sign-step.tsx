import type { SessionForm } from 'contract/session-forms'
import { type SubmitEvent, useState } from 'react'
import { useLanguage, useMessages } from '../../shared/i18n/language.ts'
import { SendProblem } from '../../shared/load-problem.tsx'
import { useOpenSession } from '../../shared/open-session.ts'
import { fullName, useClient } from '../../shared/session-api.ts'
import { Button } from '../../shared/shared-ui.tsx'
import { useAdoptedSignature } from './adopted-signature.ts'
import styles from './form-screen.module.css'
import { FormScreen } from './form-screen.tsx'
import { NameField } from './name-field.tsx'
import { finishDraft, startDraft } from './signature-draft.ts'
import { SignatureField } from './signature-field.tsx'
import { useSign } from './signing-api.ts'

interface SignStepProps {
  readonly form: SessionForm
  readonly title: string
  readonly onBack: () => void
}

/** The signature itself: the name confirmed, the signature typed or drawn, the intent stated. */
export function SignStep({ form, title, onBack }: SignStepProps) {
  const messages = useMessages()
  const client = useClient()
  return (
    <FormScreen title={title} heading={messages.signHeading} step>
      {client.isPending ? (
        <p role="status">{messages.loading}</p>
      ) : (
        <Signing form={form} clientName={client.data ? fullName(client.data) : ''} onBack={onBack} />
      )}
    </FormScreen>
  )
}

interface SigningProps extends Pick<SignStepProps, 'form' | 'onBack'> {
  readonly clientName: string
}

function Signing({ form, clientName, onBack }: SigningProps) {
  const messages = useMessages()
  const language = useLanguage((state) => state.language)
  const { id: sessionId } = useOpenSession()
  const { adopted, adopt } = useAdoptedSignature()
  const before = adopted?.sessionId === sessionId ? adopted : undefined
  const sign = useSign(form)
  const [name, setName] = useState(before?.name ?? clientName)
  const [draft, setDraft] = useState(() => startDraft(before?.signature))
  const [checked, setChecked] = useState(false)
  const signature = finishDraft(draft, name.trim())

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (name.trim() === '') return event.currentTarget.querySelector('input')?.focus()
    if (!signature) return
    adopt({ sessionId, name: name.trim(), signature })
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    sign.start({ name: name.trim(), signature, language, time_zone })
  }

  return (
    <form className={`card ${styles.stack}`} noValidate onSubmit={submit}>
      <NameField name={name} missing={checked && name.trim() === ''} onName={setName} />
      <SignatureField
        name={name.trim()}
        draft={draft}
        offered={before !== undefined}
        missing={checked && !signature}
        onDraft={setDraft}
      />
      <p>{messages.signIntent}</p>
      {sign.isError && <SendProblem error={sign.error} kept />}
      <div className={styles.actions}>
        <Button type="submit" size="large" busy={sign.isPending} busyLabel={messages.signBusy}>
          {messages.signFinish}
        </Button>
        <Button variant="secondary" size="large" disabled={sign.isPending} onClick={onBack}>
          {messages.signBack}
        </Button>
      </div>
    </form>
  )
}

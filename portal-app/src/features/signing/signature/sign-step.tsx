import type { SignBody } from '@agency/contract/esign'
import type { SessionForm } from '@agency/contract/session-forms'
import type { SubmitEvent } from 'react'
import { useLanguage, useMessages } from '../../../shared/language.ts'
import { Loading } from '../../../shared/loading.tsx'
import { SendProblem } from '../../../shared/problem-notice.tsx'
import { fullName, useClient } from '../../../shared/session-api.ts'
import { Button } from '../../../shared/shared-ui.tsx'
import { refusedFields } from '../fields/fields-api.ts'
import { discardDraft, fieldsDraft, markRefused } from '../fields/fields-draft.ts'
import { typedValues, useFormFields } from '../fields/use-form-fields.ts'
import styles from '../form-screen.module.css'
import { FormScreen } from '../form-screen.tsx'
import { useSign } from '../signing-api.ts'
import { initialsBody } from './adopted-signature.ts'
import { useSignatureDraft } from './signature-draft.ts'
import { focusMissing, SignatureForm } from './signature-form.tsx'

interface SignStepProps {
  readonly form: SessionForm
  readonly title: string
  readonly onBack: () => void
}

/** The signing step: the client confirms the name, types or draws the signature, and states the intent. */
export function SignStep({ form, title, onBack }: SignStepProps) {
  const t = useMessages()
  const client = useClient()
  return (
    <FormScreen title={title} heading={t('signature.signHeading')} step>
      {client.isPending ? (
        <Loading text={t('loading')} />
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
  const t = useMessages()
  const language = useLanguage((state) => state.language)
  const { fields } = useFormFields(form)
  const making = useSignatureDraft(
    clientName,
    fields.some(({ kind }) => kind === 'initials'),
  )
  const sign = useSign(form, {
    onDone: () => discardDraft(form.id),
    onError: (error) => {
      const refused = refusedFields(error)
      if (refused.length === 0) return
      // The refused fields are on the document's pages.
      markRefused(form.id, refused)
      onBack()
    },
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const adopted = making.finish()
    if (!adopted) return focusMissing(event.currentTarget)
    const values = typedValues(fields, fieldsDraft(form.id))
    const body: SignBody = {
      name: adopted.name,
      signature: adopted.signature,
      language,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }
    if (making.withInitials) body.initials = initialsBody(adopted)
    if (Object.keys(values).length > 0) body.values = values
    sign.start(body)
  }

  return (
    <form className={`card ${styles.stack}`} noValidate onSubmit={submit}>
      <SignatureForm making={making} />
      <p>{t('signature.signIntent')}</p>
      {sign.isError && <SendProblem error={sign.error} kept />}
      {sign.isRetrying && (
        <p className="notice" data-tone="warning" role="alert">
          {t('fields.retrying')}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" size="large" busy={sign.isPending} busyLabel={t('signature.signBusy')}>
          {t('signature.signFinish')}
        </Button>
        <Button variant="secondary" size="large" disabled={sign.isPending} onClick={onBack}>
          {t('signature.signBack')}
        </Button>
      </div>
    </form>
  )
}

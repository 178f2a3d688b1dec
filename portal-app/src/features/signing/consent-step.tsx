import type { Disclosure } from '@agency/contract/esign'
import { type SubmitEvent, useState } from 'react'
import { useLanguage, useMessages } from '../../shared/language.ts'
import { Loading } from '../../shared/loading.tsx'
import { LoadProblem, SendProblem } from '../../shared/problem-notice.tsx'
import { Button } from '../../shared/shared-ui.tsx'
import styles from './form-screen.module.css'
import { FormScreen } from './form-screen.tsx'
import { useConsent, useDisclosure } from './signing-api.ts'

interface ConsentStepProps {
  readonly title: string
  readonly onDone: () => void
}

/** The consent to electronic signatures, given once per session before signing (15 U.S.C. § 7001(c)). */
export function ConsentStep({ title, onDone }: ConsentStepProps) {
  const t = useMessages()
  const language = useLanguage((state) => state.language)
  const disclosure = useDisclosure(language)
  const [refused, setRefused] = useState<string>()
  const isChanged = refused !== undefined && disclosure.data !== undefined && disclosure.data.sha256 !== refused
  return (
    <FormScreen title={title} heading={t('consentHeading')} help={!disclosure.isPending}>
      {disclosure.isPending && <Loading text={t('loading')} />}
      {disclosure.isError && <LoadProblem error={disclosure.error} onRetry={() => disclosure.refetch()} />}
      {isChanged && (
        <p className="notice" data-tone="warning" role="alert">
          {t('consentChanged')}
        </p>
      )}
      {/* A text in another language, or of another version, needs its own consent. */}
      {disclosure.data && (
        <ConsentForm
          key={disclosure.data.sha256}
          disclosure={disclosure.data}
          onDone={onDone}
          onRefused={(sha256) => {
            setRefused(sha256)
            // Refused because the agency has another name by now: the text is shown again.
            void disclosure.refetch()
          }}
        />
      )}
    </FormScreen>
  )
}

interface ConsentFormProps {
  readonly disclosure: Disclosure
  readonly onDone: () => void
  /** With the hash of the text that was agreed to. */
  readonly onRefused: (sha256: string) => void
}

function ConsentForm({ disclosure, onDone, onRefused }: ConsentFormProps) {
  const t = useMessages()
  const consent = useConsent()
  const [missing, setMissing] = useState(false)
  const { version, language, sha256, text } = disclosure

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const agreed = new FormData(event.currentTarget).has('agree')
    setMissing(!agreed)
    if (!agreed) event.currentTarget.querySelector('input')?.focus()
    else if (!consent.isPending)
      consent.mutate({ version, language, sha256 }, { onSuccess: onDone, onError: () => onRefused(sha256) })
  }

  return (
    <form className={`card ${styles.stack}`} noValidate onSubmit={submit}>
      <DisclosureText text={text} language={language} />
      <div className="field">
        <label className="choice">
          <input
            type="checkbox"
            name="agree"
            aria-invalid={missing}
            aria-describedby={missing ? 'agree-error' : undefined}
          />
          <span>{t('consentAgree')}</span>
        </label>
        {missing && (
          <p className="field-error" id="agree-error" role="alert">
            {t('consentNeeded')}
          </p>
        )}
      </div>
      {consent.isError && <SendProblem error={consent.error} />}
      <Button type="submit" size="large" busy={consent.isPending} busyLabel={t('consentBusy')}>
        {t('consentContinue')}
      </Button>
    </form>
  )
}

/** The text that is agreed to: its short lines, which are its first paragraph, and the full text one press away. */
function DisclosureText({ text, language }: Pick<Disclosure, 'text' | 'language'>) {
  const t = useMessages()
  const [short = '', ...full] = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <section className={styles.disclosure} lang={language} aria-label={t('consentHeading')}>
      <ul>
        {short.split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {full.length > 0 && (
        <details>
          <summary>{t('consentFull')}</summary>
          {full.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </details>
      )}
    </section>
  )
}

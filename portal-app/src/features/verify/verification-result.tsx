import type { Verification } from '@agency/contract/esign'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../shared/language.ts'
import { problemText } from '../../shared/problem.ts'
import { Button } from '../../shared/shared-ui.tsx'
import type { Verified } from './use-verification.ts'
import styles from './verify.module.css'
import type { Outcome } from './verify-api.ts'

interface VerificationResultProps {
  readonly verified: Verified
  readonly onRetry: (file: File) => void
}

export function VerificationResult({ verified: { file, outcome }, onRetry }: VerificationResultProps) {
  const t = useMessages()
  if (!outcome) return <p aria-busy="true">{t('verify.checking', { name: file.name })}</p>
  if (outcome.fault) return <Fault file={file} fault={outcome.fault} onRetry={onRetry} />
  const { answer, sha256 } = outcome
  return (
    <>
      <Verdict answer={answer} />
      <dl className={styles.facts}>
        <Fact name={t('verify.file')}>{file.name}</Fact>
        {answer.known && <SealedFacts answer={answer} />}
        <Fact name={t('verify.fingerprint')}>
          <code>{sha256}</code>
        </Fact>
      </dl>
    </>
  )
}

function Verdict({ answer }: { readonly answer: Verification }) {
  const t = useMessages()
  if (!answer.known) {
    return (
      <div className="notice" data-tone="danger">
        <strong>{answer.record_altered ? t('verify.altered') : t('verify.unknown')}</strong>
        <p>{answer.record_altered ? t('verify.alteredHint') : t('verify.unknownHint')}</p>
      </div>
    )
  }
  return (
    <div className="notice" data-tone={answer.voided ? 'warning' : 'success'}>
      <strong>{answer.voided ? t('verify.voided') : t('verify.known')}</strong>
    </div>
  )
}

function SealedFacts({ answer }: { readonly answer: Extract<Verification, { known: true }> }) {
  const t = useMessages()
  return (
    <>
      {answer.signer !== null && <Fact name={t('verify.signer')}>{answer.signer}</Fact>}
      <Fact name={t('verify.signed')}>
        <Moment at={answer.signed_at} />
      </Fact>
      <Fact name={t('verify.sealed')}>
        <Moment at={answer.completed_at} />
      </Fact>
      <Fact name={t('verify.envelope')}>
        <code>{answer.envelope_id}</code>
      </Fact>
      {answer.pages !== null && <Fact name={t('verify.pages')}>{answer.pages}</Fact>}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** In UTC, as on the certificate page of the document. */
function Moment({ at }: { readonly at: string }) {
  const language = useLanguage((state) => state.language)
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}

interface FaultProps {
  readonly file: File
  readonly fault: Exclude<Outcome['fault'], undefined>
  readonly onRetry: (file: File) => void
}

function Fault({ file, fault, onRetry }: FaultProps) {
  const t = useMessages()
  if (fault === 'not-pdf') return <Problem>{t('verify.notPdf', { name: file.name })}</Problem>
  if (fault === 'unreadable') return <Problem>{t('verify.unreadable', { name: file.name })}</Problem>
  return (
    <>
      <Problem>{problemText(fault, t)}</Problem>
      <Button variant="secondary" onClick={() => onRetry(file)}>
        {t('tryAgain')}
      </Button>
    </>
  )
}

function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <p className="notice" data-tone="warning">
      {children}
    </p>
  )
}

import type { Verification } from '@agency/contract/esign'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../shared/i18n/language.ts'
import { problemText } from '../../shared/problem.ts'
import { Button } from '../../shared/shared-ui.tsx'
import type { Verified } from './use-verification.ts'
import styles from './verify.module.css'
import type { Outcome } from './verify-api.ts'
import { useVerifyWords } from './verify-words.ts'

interface VerificationResultProps {
  readonly verified: Verified
  readonly onRetry: (file: File) => void
}

/** What came of the document that was chosen last. */
export function VerificationResult({ verified: { file, outcome }, onRetry }: VerificationResultProps) {
  const words = useVerifyWords()
  if (!outcome) return <p aria-busy="true">{words.checking(file.name)}</p>
  if (outcome.fault) return <Fault file={file} fault={outcome.fault} onRetry={onRetry} />
  const { answer, sha256 } = outcome
  return (
    <>
      <Verdict answer={answer} />
      <dl className={styles.facts}>
        <Fact name={words.file}>{file.name}</Fact>
        {answer.known && <SealedFacts answer={answer} />}
        <Fact name={words.fingerprint}>
          <code>{sha256}</code>
        </Fact>
      </dl>
    </>
  )
}

function Verdict({ answer }: { readonly answer: Verification }) {
  const words = useVerifyWords()
  if (!answer.known) {
    return (
      <div className="notice" data-tone="danger">
        <strong>{answer.record_altered ? words.altered : words.unknown}</strong>
        <p>{answer.record_altered ? words.alteredHint : words.unknownHint}</p>
      </div>
    )
  }
  return (
    <div className="notice" data-tone={answer.voided ? 'warning' : 'success'}>
      <strong>{answer.voided ? words.voided : words.known}</strong>
    </div>
  )
}

function SealedFacts({ answer }: { readonly answer: Extract<Verification, { known: true }> }) {
  const words = useVerifyWords()
  return (
    <>
      {answer.signer !== null && <Fact name={words.signer}>{answer.signer}</Fact>}
      <Fact name={words.signed}>
        <Moment at={answer.signed_at} />
      </Fact>
      <Fact name={words.sealed}>
        <Moment at={answer.completed_at} />
      </Fact>
      <Fact name={words.envelope}>
        <code>{answer.envelope_id}</code>
      </Fact>
      {answer.pages !== null && <Fact name={words.pages}>{answer.pages}</Fact>}
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

/** In UTC, as the certificate page of the document has it. */
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
  const messages = useMessages()
  const words = useVerifyWords()
  if (fault === 'not-pdf') return <Problem>{words.notPdf(file.name)}</Problem>
  if (fault === 'unreadable') return <Problem>{words.unreadable(file.name)}</Problem>
  return (
    <>
      <Problem>{problemText(fault, messages)}</Problem>
      <Button variant="secondary" onClick={() => onRetry(file)}>
        {messages.tryAgain}
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

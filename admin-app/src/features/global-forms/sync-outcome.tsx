import type { TemplateSync } from '@agency/contract/esign'
import { LinkedText } from '../../shared/text/linked-text'

interface SyncOutcomeProps {
  readonly done: TemplateSync | undefined
  /** Why the provider did not answer as asked, and what staff can do. */
  readonly reason: string | null
}

/** Which provider answered the last sync and what it changed, or what kept it from answering. */
export function SyncOutcome({ done, reason }: SyncOutcomeProps) {
  if (reason !== null) {
    return (
      <p className="notice" data-tone="danger" role="alert">
        <LinkedText text={reason} />
      </p>
    )
  }
  if (!done) return null
  const provider = done.provider === 'docusign' ? 'DocuSign' : 'The built-in e-signature'
  return (
    <p className="notice" data-tone="success" role="status">
      {provider} answered. {done.message}
    </p>
  )
}

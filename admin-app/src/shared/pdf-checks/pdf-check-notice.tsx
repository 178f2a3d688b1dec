import type { PdfCheck } from '@agency/contract/pdf-checks'
import type { ReactNode } from 'react'

interface Checked {
  readonly pdf_check: PdfCheck | null
  readonly has_file: boolean
}

/** The state of a PDF in its row, until it is accepted. */
export function PdfCheckBadge({ form: { pdf_check } }: { readonly form: Checked }) {
  if (pdf_check === null) return null
  const isChecking = pdf_check.state === 'checking'
  return (
    <>
      {' '}
      <span className="badge" data-tone={isChecking ? 'info' : 'danger'}>
        {isChecking ? 'Checking…' : 'PDF refused'}
      </span>
    </>
  )
}

interface PdfCheckNoticeProps {
  readonly form: Checked
  /** What staff do with a refused PDF. */
  readonly next: string
  /** The button that uses a refused PDF with what it loses. */
  readonly accept?: ReactNode
  /** The button that dismisses the refusal of a new PDF. */
  readonly dismiss?: ReactNode
}

/** Says what the check of a PDF means for its form or document. Renders nothing for an accepted one. */
export function PdfCheckNotice({ form: { pdf_check, has_file }, next, accept, dismiss }: PdfCheckNoticeProps) {
  if (pdf_check === null) return null
  if (pdf_check.state === 'checking') {
    return (
      <p className="notice" data-tone="info">
        {has_file
          ? 'A new PDF is being checked. Until it is accepted, the present one is used.'
          : 'This PDF is being checked. It can be used when the check is done.'}
      </p>
    )
  }
  return (
    <div className="notice" data-tone="danger">
      <p>
        {has_file && 'The new PDF was refused; the present one is used. '}
        {pdf_check.message} {next}
      </p>
      {accept}
      {has_file && dismiss}
    </div>
  )
}

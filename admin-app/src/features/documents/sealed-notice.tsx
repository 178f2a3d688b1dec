import type { ClientDocument } from '@agency/contract/documents'
import { formatSessionCode } from '@agency/contract/session-code'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/paths'

interface SealedNoticeProps {
  readonly clientId: string
  readonly sealed: NonNullable<ClientDocument['sealed']>
}

export function SealedNotice({ clientId, sealed: { session_code, voided } }: SealedNoticeProps) {
  return (
    <p className="notice" data-tone={voided ? 'warning' : 'info'}>
      The client signed this document in session{' '}
      <Link to={paths.session(clientId, session_code)}>{formatSessionCode(session_code)}</Link>. The sealed PDF, in
      which every later change would show, was filed here with its certificate, and can’t be overwritten.
      {voided && ' It was voided after that.'}
    </p>
  )
}

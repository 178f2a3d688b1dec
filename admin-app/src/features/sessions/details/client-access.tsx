import { formatSessionCode } from '@agency/contract/session-code'
import { closedStatusOf } from '@agency/contract/session-state'
import type { Session } from '@agency/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { CopyButton } from '../../../shared/controls/copy-button'
import { isIncomplete, useEnvironment } from '../../../shared/environment'
import { formatMoment } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { loadedPart } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import { contactChangeLines, identificationLine } from '../identification'
import { useHandOver } from '../messages/use-hand-over'
import { SessionPasscode } from '../passcode/session-passcode'
import styles from './client-access.module.css'
import { CodeDestination, useSigningCode } from './code-destination'
import { invitationMessage } from './invitation-message'

const QrButton = loadedPart(
  async () => (await import('./qr-button')).QrButton,
  <span className={styles.qr}>
    <span className={`skeleton ${styles.code}`} />
  </span>,
)

const languages = { en: 'English', es: 'Spanish', pt: 'Portuguese' } as const

interface ClientAccessProps {
  readonly session: Session
}

/** How the client gets in: link, code, passcode and QR code. Link and passcode must take different channels. */
export function ClientAccess({ session }: ClientAccessProps) {
  const { portalUrl, agency } = useEnvironment()
  const link = `${portalUrl}${session.session_code}`
  const message = useInvitation(session, link)
  const code = useSigningCode(session)
  const handOver = useHandOver(session)
  if (isIncomplete(agency)) return <NotYet />
  return (
    <section className={styles.panel} aria-label="Client access">
      <dl className={styles.rows}>
        <Row label="Client link">
          <a href={link} target="_blank" rel="noopener noreferrer">
            {link}
          </a>
          <CopyButton text={link} label="Copy client link" onCopied={handOver} />
        </Row>
        <Row label="Session code">
          <code>{formatSessionCode(session.session_code)}</code>
          <CopyButton text={formatSessionCode(session.session_code)} label="Copy session code" onCopied={handOver} />
        </Row>
        <Row label="Passcode">
          <SessionPasscode session={session} />
          {session.passcode_outdated && closedStatusOf(session) === undefined && (
            <span className="field-warning">Changed after it was sent: the client has the former one.</span>
          )}
          {session.locked_out_at && (
            <span className="field-warning">
              {isLockedOut(session.locked_out_at)
                ? `Locked out after wrong passcodes, ${formatMoment(session.locked_out_at)}. It lasts 15 minutes at most; a new passcode ends it.`
                : `Was locked out after wrong passcodes, ${formatMoment(session.locked_out_at)}.`}
            </span>
          )}
        </Row>
        {code !== null && (
          <Row label="One-time code">
            <CodeDestination session={session} mode={code} />
          </Row>
        )}
        <Row label="Identified by">
          <span>{identificationLine(session)}</span>
          {contactChangeLines(session.contact_changes).map((line) => (
            <span key={line} className={styles.aside}>
              {line}
            </span>
          ))}
          {session.opened_in_agency_at !== null && (
            <span className={styles.aside}>
              Opened in the agency’s network, {formatMoment(session.opened_in_agency_at)}
            </span>
          )}
        </Row>
        {message !== undefined && (
          <Row label="Invitation">
            <CopyButton text={message} label="Copy with message" caption="Copy with message" onCopied={handOver} />
            <span className={styles.aside}>
              In {languages[session.client_language]}, with the link and no passcode.
            </span>
          </Row>
        )}
      </dl>
      <QrButton link={link} />
    </section>
  )
}

/** The longest lockout, in milliseconds: `longestWait` of core-api. */
const longestLockout = 15 * 60_000
const isLockedOut = (at: string): boolean => Date.now() < Date.parse(at) + longestLockout

/** In place of link and code: clients would read of an agency without a name or a phone number. */
function NotYet() {
  const mayWrite = usePermission('agency.write')
  return (
    <section aria-label="Client access">
      <p className={`notice ${styles.notice}`} data-tone="warning">
        The agency has no name or no phone number yet, and clients would not know who writes to them.{' '}
        {mayWrite ? <Link to={paths.agency}>Set up the agency</Link> : 'Ask an admin with power access to set it up.'}
      </p>
    </section>
  )
}

/** The invitation with the link, in the client's language; undefined until its texts are loaded. */
function useInvitation(session: Session, link: string): string | undefined {
  const { agency } = useEnvironment()
  const { client_language: language, client_first_name, session_code } = session
  const { data } = useQuery({
    queryKey: ['invitation', session_code, language, client_first_name],
    queryFn: () => invitationMessage({ session, language, agency, link }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

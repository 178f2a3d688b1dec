import type { AccountSecurity } from '@agency/contract/second-factors'
import { useQuery } from '@tanstack/react-query'
import { securityQuery } from '../../shared/confirmation/confirmations'
import { formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import { hasPasskeys } from '../../shared/passkeys/has-passkeys'
import { Button } from '../../shared/shared-ui'
import { ConnectedProviders } from './connected-providers'
import { Logins } from './logins'
import styles from './security-page.module.css'
import { useFactorChanges } from './use-factor-changes'

/** How one's own account is protected, and where one is logged in. */
export function SecurityPage() {
  const { data: security, isError, refetch } = useQuery(securityQuery)
  return (
    <div className={styles.page}>
      <PageHeading title="Security">Security</PageHeading>
      {security === undefined && isError && (
        <LoadFailure message="Your security settings could not be loaded." retry={refetch} />
      )}
      {security === undefined && !isError && <Loading label="Loading security settings" skeleton={styles.loading} />}
      {security !== undefined && !security.has_password && (
        <p className="notice">You log in with your organization’s account, which asks for the second factor.</p>
      )}
      {security?.has_password && <Factors security={security} />}
      {security !== undefined && <ConnectedProviders security={security} />}
      {(security !== undefined || isError) && <Logins />}
    </div>
  )
}

function Factors({ security }: { readonly security: AccountSecurity }) {
  const changes = useFactorChanges()
  const { authenticator_since: since, passkeys, recovery_codes_left: left, required } = security
  const count = passkeys.length + (since === null ? 0 : 1)
  const isLast = required && count <= 1
  return (
    <>
      {count === 0 && (
        <p className="notice" data-tone="warning">
          Your account has only a password. Add a second factor, such as a code from your phone or a passkey, so that a
          stolen password is not enough to log in.
        </p>
      )}
      <section className={`card ${styles.card}`} aria-labelledby="authenticator">
        <h2 id="authenticator">Authenticator app</h2>
        <p>
          {since === null
            ? 'An app on your phone shows a new code every 30 seconds.'
            : `On since ${formatMoment(since)}.`}
        </p>
        <div className={styles.row}>
          <Button variant="secondary" onClick={changes.setUpAuthenticator}>
            {since === null ? 'Set up' : 'Set up a new phone'}
          </Button>
          {since !== null && !isLast && (
            <Button variant="secondary" className="quiet-danger" onClick={changes.removeAuthenticator}>
              Remove the app
            </Button>
          )}
        </div>
      </section>
      <section className={`card ${styles.card}`} aria-labelledby="passkeys">
        <h2 id="passkeys">Passkeys</h2>
        <p>Log in with your fingerprint, face or screen lock, without a password.</p>
        {passkeys.length > 0 && (
          <ul className={styles.list}>
            {passkeys.map(({ id, name, created_at, last_used_at }) => (
              <li key={id}>
                <div>
                  <strong>{name}</strong>
                  <p className={styles.detail}>
                    Added {formatMoment(created_at)}
                    {last_used_at === null ? '' : `, last used ${formatMoment(last_used_at)}`}
                  </p>
                </div>
                <div className={styles.row}>
                  <Button
                    variant="secondary"
                    aria-label={`Rename ${name}`}
                    onClick={() => changes.renamePasskey(id, name)}
                  >
                    Rename
                  </Button>
                  {!isLast && (
                    <Button
                      variant="secondary"
                      className="quiet-danger"
                      aria-label={`Remove ${name}`}
                      onClick={() => changes.removePasskey(id)}
                    >
                      Remove
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
        {hasPasskeys() ? (
          <div className={styles.row}>
            <Button variant="secondary" onClick={changes.addPasskey}>
              Add a passkey
            </Button>
          </div>
        ) : (
          <p className={styles.detail}>This browser can’t use passkeys.</p>
        )}
      </section>
      {isLast && count > 0 && (
        <p className={styles.detail}>Your agency requires a second factor, so the last one can’t be removed.</p>
      )}
      {count > 0 && (
        <section className={`card ${styles.card}`} aria-labelledby="recovery-codes">
          <h2 id="recovery-codes">Recovery codes</h2>
          <p>
            {left === 0 ? 'None are left.' : `${left} of 10 are left.`} Each logs you in once, without your phone or
            passkey.
          </p>
          <div className={styles.row}>
            <Button variant="secondary" onClick={changes.renewCodes}>
              Make new codes
            </Button>
          </div>
        </section>
      )}
      {changes.dialogs}
    </>
  )
}

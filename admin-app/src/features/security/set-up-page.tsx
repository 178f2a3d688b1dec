import type { AccountSecurity } from '@agency/contract/second-factors'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { securityQuery } from '../../shared/confirmation/confirmations'
import { useEnvironment } from '../../shared/environment'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { askForSecondFactor } from '../../shared/login-store'
import { PageHeading } from '../../shared/page-heading'
import { hasPasskeys } from '../../shared/passkeys/has-passkeys'
import { Button } from '../../shared/shared-ui'
import styles from './security-page.module.css'
import { useFactorChanges } from './use-factor-changes'

/** Leads through the set-up of a required second factor. The server allows nothing else until then. */
export function SetUpPage({ onLogOut }: { readonly onLogOut: () => void }) {
  const { agency } = useEnvironment()
  const { data: security, isError, refetch } = useQuery(securityQuery)
  return (
    <main className={styles.setUp}>
      <div className={`card ${styles.card}`}>
        <div>
          <p className={styles.detail}>{agency.name}</p>
          <PageHeading title="Set up a second factor">Protect your account</PageHeading>
        </div>
        <p>
          Your agency requires a second factor at login, beside the password: a code from an app on your phone, or a
          passkey. Choose one now; you can add others later.
        </p>
        {security === undefined && isError && (
          <LoadFailure message="Your security settings could not be loaded." retry={refetch} />
        )}
        {security === undefined && !isError && <Loading label="Loading security settings" skeleton={styles.loading} />}
        {security !== undefined && <Choice security={security} />}
        <button type="button" className={`link-button ${styles.start}`} onClick={onLogOut}>
          Log out
        </button>
      </div>
    </main>
  )
}

function Choice({ security }: { readonly security: AccountSecurity }) {
  // The recovery codes are on the screen when the account has a factor already.
  const [begun, setBegun] = useState(false)
  const leave = () => askForSecondFactor(null)
  const changes = useFactorChanges({ enrolling: true, onAdded: leave })
  const isDone = security.authenticator_since !== null || security.passkeys.length > 0
  useEffect(() => {
    // Set up in another tab, or before this page was loaded again.
    if (isDone && !begun) askForSecondFactor(null)
  }, [isDone, begun])
  const begin = (change: () => Promise<void>) => () => {
    setBegun(true)
    void change()
  }
  return (
    <>
      <div className={styles.choices}>
        <Button size="large" onClick={begin(changes.setUpAuthenticator)}>
          Use an authenticator app
        </Button>
        {hasPasskeys() && (
          <Button size="large" variant="secondary" onClick={begin(changes.addPasskey)}>
            Use a passkey
          </Button>
        )}
      </div>
      {changes.dialogs}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { openAccountDialog } from '../../shared/dialogs/requested-dialog'
import { PageHeading } from '../../shared/page-heading'
import { paths } from '../../shared/paths'
import { Button } from '../../shared/shared-ui'
import { accountQuery } from './account-dialog'
import styles from './account-page.module.css'
import { DigestChoice } from './digest-choice'
import { ThemeChoice } from './theme-choice'

/** One's own account. The password is changed in its dialog, which a press on one's name opens too. */
export function AccountPage() {
  const { data: account } = useQuery(accountQuery)
  return (
    <div className={styles.page}>
      <PageHeading title="Account">Account</PageHeading>
      <section className={`card ${styles.card}`} aria-label="Login">
        <p>{account === undefined ? '\u00a0' : `${account.username}, ${account.email || 'no email address'}`}</p>
        <div className={styles.actions}>
          <Button variant="secondary" onClick={openAccountDialog}>
            Change password
          </Button>
          <Link to={paths.security}>Security: second factors, such as a code from your phone, and logins</Link>
        </div>
      </section>
      <section className={`card ${styles.card}`} aria-label="Looks and messages">
        <ThemeChoice />
        <DigestChoice />
      </section>
    </div>
  )
}

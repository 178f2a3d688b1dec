import { Outlet } from 'react-router-dom'
import { agencyInitials, environment } from '../shared/environment.ts'
import { useMessages } from '../shared/language.ts'
import { PhoneLink } from '../shared/phone.tsx'
import { useSession } from '../shared/session-store.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { LogOut } from './log-out.tsx'
import styles from './shell.module.css'

/** The frame of every screen: the agency's header, the 'Welcome' bar with the phone number, and the screen. */
export function Shell() {
  const t = useMessages()
  const session = useSession((state) => state.session)
  const { name, website } = environment.agency
  return (
    <>
      <a className="visually-hidden skip-link" href="#content">
        {t('skip')}
      </a>
      <header>
        <div className={styles.header}>
          <div className={styles.brand}>
            <AgencyMark />
            <span className={styles.name}>{name}</span>
          </div>
          <div className={styles.actions}>
            <a href={website}>{t('viewWebsite')}</a>
            <LanguageSwitch />
          </div>
          {session && <LogOut code={session.session_code} />}
        </div>
        <div className={styles.bar}>
          <div>
            <span>{t('welcome')}</span>
            <span className={styles.phone}>
              <span className={styles.phoneText}>{t('phoneLine')}</span> <PhoneLink />
            </span>
          </div>
        </div>
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}

/** The agency's logo, or its initials. It is decorative, because the name is beside it. */
function AgencyMark() {
  const { logo } = environment.agency
  if (logo !== null) return <img className={styles.logo} src={logo} alt="" />
  return (
    <svg className={styles.monogram} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="10" />
      <text x="20" y="26" textAnchor="middle">
        {agencyInitials}
      </text>
    </svg>
  )
}

import { Outlet } from 'react-router-dom'
import { agencyInitials, agencyPhone, agencyWebsite, environment } from '../shared/environment.ts'
import { useMessages } from '../shared/language.ts'
import { LanguageSwitch } from '../shared/language-switch.tsx'
import { LogOut } from '../shared/log-out.tsx'
import { Menu } from '../shared/menu.tsx'
import { PhoneLink } from '../shared/phone.tsx'
import { PhoneIcon } from '../shared/portal-icons.tsx'
import { useSession } from '../shared/session-store.ts'
import styles from './shell.module.css'
import { useFinishLogout } from './use-finish-logout.ts'

/** The frame of every screen: the agency's header in one line, the 'Welcome' bar, and the screen. */
export function Shell() {
  const t = useMessages()
  useFinishLogout()
  return (
    <>
      <a className="visually-hidden skip-link" href="#content">
        {t('skip')}
      </a>
      <header data-portal-header>
        <HeaderLine />
        <div className={styles.bar}>
          <p>{t('welcome')}</p>
        </div>
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}

function HeaderLine() {
  const t = useMessages()
  const session = useSession((state) => state.session)
  const { name } = environment.agency
  return (
    <div className={styles.header}>
      <AgencyMark />
      <span className={styles.name}>{name}</span>
      {/* What comes with a session is the first of a row that ends at the right edge: nothing else moves. */}
      <Menu label={t('menu')} unfolded>
        {session && <LogOut code={session.session_code} />}
        <a href={agencyWebsite} data-website={agencyWebsite}>
          {t('viewWebsite')}
        </a>
      </Menu>
      <LanguageSwitch className={styles.language} />
      <span className={styles.phone} data-phone={agencyPhone}>
        <PhoneIcon />
        <span className={styles.phoneText}>{t('phoneLine')}</span> <PhoneLink />
      </span>
    </div>
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

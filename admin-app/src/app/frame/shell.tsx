import Settings from 'lucide-react/icons/settings'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom'
import { leavePage } from '../../shared/dialogs/discard-guard'
import { openAccountDialog, useAccountDialog } from '../../shared/dialogs/requested-dialog'
import { useEnvironment } from '../../shared/environment'
import { isDialogOpen } from '../../shared/keyboard'
import { LateNoticePlace } from '../../shared/late-notices'
import { useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'
import { loadedPart } from '../../shared/shared-ui'
import { CommandLauncher } from './command-launcher'
import { ConnectionBanner } from './connection-banner'
import { IdleWatch } from './idle-watch'
import { logOut } from './log-out'
import mark from './mark.svg'
import { Notices } from './notices'
import { PageBoundary } from './page-boundary'
import { PageSkeleton } from './page-skeleton'
import styles from './shell.module.css'
import { Shortcuts } from './shortcuts'

const AccountDialog = loadedPart(async () => (await import('../../features/account/account-dialog')).AccountDialog)
const AccountSetup = loadedPart(async () => (await import('../../features/account/account-setup')).AccountSetup)

const sections = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.clients, label: 'Clients' },
  { to: paths.policies, label: 'Policies' },
  { to: paths.sessions, label: 'Sessions' },
  { to: paths.forms, label: 'Forms' },
] as const

/** The frame of every screen behind the login. */
export function Shell() {
  const { pathname } = useLocation()
  const token = useLogin(({ login }) => login?.token)
  const { agency } = useEnvironment()
  const menu = useMenu(pathname)
  return (
    <>
      <a className={`skip-link visually-hidden`} href="#main">
        Skip to content
      </a>
      <header className={styles.header}>
        <div className={styles.bar} data-open={menu.isOpen || undefined}>
          <Link to={paths.dashboard} className={styles.brand}>
            <img
              src={agency.logo ?? mark}
              data-logo={agency.logo === null ? 'mark' : 'own'}
              alt=""
              width={28}
              height={28}
            />
            <span>{agency.name}</span>
          </Link>
          <button
            ref={menu.button}
            type="button"
            className={styles.menu}
            aria-label="Menu"
            aria-expanded={menu.isOpen}
            onClick={menu.toggle}
          >
            <svg viewBox="0 0 24 24" width={20} height={20} stroke="currentColor" strokeWidth={2} aria-hidden="true">
              <path d="M4 7h16M4 12h16M4 17h16" strokeLinecap="round" />
            </svg>
          </button>
          <nav className={styles.nav} aria-label="Main">
            {sections.map(({ to, label }) => (
              <NavLink key={to} to={to}>
                {label}
              </NavLink>
            ))}
          </nav>
          <CommandLauncher />
          <Account />
        </div>
      </header>
      <LateNoticePlace>
        <ConnectionBanner />
      </LateNoticePlace>
      <IdleWatch key={token} />
      <Notices />
      <main id="main" className={styles.main} tabIndex={-1}>
        <PageBoundary key={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
      <OwnAccount />
      <Shortcuts />
    </>
  )
}

/** The menu of a narrow window, which holds the navigation and the account. It closes when the page changes. */
function useMenu(pathname: string) {
  const [openAt, setOpenAt] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = openAt === pathname
  useEffect(() => {
    if (!isOpen) return
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || isDialogOpen()) return
      setOpenAt(null)
      button.current?.focus()
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [isOpen])
  return { isOpen, button, toggle: () => setOpenAt(isOpen ? null : pathname) }
}

function Account() {
  const login = useLogin((state) => state.login)
  const name = `${login?.firstName ?? ''} ${login?.lastName ?? ''}`.trim()
  return (
    <div className={styles.account}>
      <NavLink to={paths.manage}>Admins</NavLink>
      <NavLink to={paths.account} className={styles.settings} title="Settings">
        <Settings size={18} />
        <span>Settings</span>
      </NavLink>
      <button type="button" className={styles.name} onClick={openAccountDialog} aria-haspopup="dialog">
        {name === '' ? 'Admin' : name}
      </button>
      <button type="button" className={styles.logout} onClick={() => void leavePage(logOut)}>
        Logout
      </button>
    </div>
  )
}

/** The dialogs of the user's own account, loaded on first use. */
function OwnAccount() {
  const isOpen = useAccountDialog(({ isOpen }) => isOpen)
  const needsSetup = useLogin(({ login }) => login?.setup === 'asked')
  return (
    <>
      {needsSetup && <AccountSetup />}
      {isOpen && <AccountDialog />}
    </>
  )
}

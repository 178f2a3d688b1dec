import { Suspense } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom'
import { useEnvironment } from '../shared/environment'
import { useLogin } from '../shared/login-store'
import { paths } from '../shared/paths'
import { CommandLauncher } from './command-launcher'
import { ConnectionBanner } from './connection-banner'
import { HealthBanner } from './health-banner'
import { logOut } from './log-out'
import mark from './mark.svg'
import { PageBoundary } from './page-boundary'
import styles from './shell.module.css'

const sections = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.clients, label: 'Clients' },
  { to: paths.forms, label: 'Forms' },
] as const

/** The frame of every screen behind the login. */
export function Shell() {
  const { pathname } = useLocation()
  const { agency } = useEnvironment()
  return (
    <>
      <a className={`skip-link visually-hidden`} href="#main">
        Skip to content
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to={paths.dashboard} className={styles.brand}>
            <img src={agency.logo ?? mark} alt="" width={32} height={32} />
            <span>{agency.name}</span>
          </Link>
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
      <ConnectionBanner />
      <HealthBanner />
      <main id="main" className={styles.main} tabIndex={-1}>
        <PageBoundary key={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
    </>
  )
}

function Account() {
  const login = useLogin((state) => state.login)
  const name = `${login?.firstName ?? ''} ${login?.lastName ?? ''}`.trim()
  return (
    <div className={styles.account}>
      <NavLink to={paths.manage}>Admins</NavLink>
      <span className={styles.name}>{name === '' ? 'Admin' : name}</span>
      <button type="button" className={styles.logout} onClick={logOut}>
        Logout
      </button>
    </div>
  )
}

function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={styles.skeleton}>
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}

import { Suspense, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { Loading } from '../../shared/loading/loading'
import { officeScreens } from '../../shared/paths'
import { usePermissions } from '../../shared/use-permission'
import styles from './settings-frame.module.css'

/** The navigation of the settings, beside one of their pages; in a narrow window a row above it that scrolls. */
export function SettingsFrame() {
  const may = usePermissions()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => keepInSight(nav.current))
  const isOf = (below: string | undefined) => below !== undefined && pathname.startsWith(below)
  return (
    <div className={styles.frame}>
      <nav ref={nav} aria-label="Settings" className={styles.nav}>
        {officeScreens
          .filter(({ permission }) => permission === undefined || may(permission))
          .map(({ to, label, below }) => (
            <Link key={to} to={to} aria-current={pathname === to || isOf(below) ? 'page' : undefined}>
              {label}
            </Link>
          ))}
      </nav>
      <div className={styles.page}>
        <Suspense fallback={<Loading label="Loading settings" skeleton={styles.loading} />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}

/** Scrolls the row to the current link. */
function keepInSight(nav: HTMLElement | null): void {
  const link = nav?.querySelector('[aria-current]')
  if (!nav || !(link instanceof HTMLElement)) return
  nav.scrollLeft = link.offsetLeft - nav.offsetLeft - (nav.clientWidth - link.clientWidth) / 2
}

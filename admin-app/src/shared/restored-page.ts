import { flushSync } from 'react-dom'
import { followStoredLogin } from './login-store'

/**
 * Hides a page while the browser keeps it for Back (bfcache), and looks at the stored login before it is shown again:
 * a logout in another tab does not reach a page that is kept. Returns the function that stops it.
 */
export function guardRestoredPage(): () => void {
  const { style } = document.documentElement
  const hide = ({ persisted }: PageTransitionEvent) => {
    if (persisted) style.visibility = 'hidden'
  }
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) flushSync(followStoredLogin)
    style.visibility = ''
  }
  window.addEventListener('pagehide', hide)
  window.addEventListener('pageshow', show)
  return () => {
    window.removeEventListener('pagehide', hide)
    window.removeEventListener('pageshow', show)
  }
}

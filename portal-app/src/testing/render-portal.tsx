import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from '../app/app.tsx'
import { basePath } from '../shared/paths.ts'
import { useSession } from '../shared/session-store.ts'
import { storedSession } from './backend.ts'

/** Opens the portal at an address, given without its base. */
export function renderPortal(path: string) {
  window.history.pushState(null, '', basePath + path.slice(1))
  render(<App />)
  return userEvent.setup()
}

/** Opens the portal as somebody who has entered the passcode. */
export function renderSession(path: string) {
  useSession.getState().open(storedSession)
  return renderPortal(`/${storedSession.session_code}${path}`)
}

/** Where the browser is, without the base. */
export function address(): string {
  return window.location.pathname.slice(basePath.length - 1)
}

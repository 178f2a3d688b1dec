import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from '../app/app.tsx'
import { basePath } from '../shared/paths.ts'
import { useSession } from '../shared/session-store.ts'
import { storedSession } from './backend.ts'

/** Renders the portal at an address without its base. */
export function renderPortal(path: string) {
  window.history.pushState(null, '', basePath + path.slice(1))
  render(<App />)
  return userEvent.setup({ pointerEventsCheck: 0 })
}

/** Renders the portal with an open session. @returns what unmounts it, as leaving the page does */
export function renderOnly(path: string) {
  useSession.getState().open(storedSession)
  window.history.pushState(null, '', `${basePath}${storedSession.session_code}${path}`)
  return render(<App />)
}

/** Renders the portal with an open session. */
export function renderSession(path: string) {
  useSession.getState().open(storedSession)
  return renderPortal(`/${storedSession.session_code}${path}`)
}

/** The current address without the base. */
export function address(): string {
  return window.location.pathname.slice(basePath.length - 1)
}

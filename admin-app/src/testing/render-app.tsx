import type { AdminRole } from '@agency/contract/admins'
import type { Environment } from '@agency/contract/environment'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from '../app/app'
import { storeLogin } from '../shared/login-store'
import { apiBase } from './server'

export const environment: Environment = {
  apiBase,
  uiBase: '/admin/_ui/',
  agency: { name: 'Harbor Insurance', phone: '(555) 010-0100', website: 'https://www.example.com', logo: null },
  portalUrl: 'https://client.example.com/session/',
}

/** A token that expires after a number of seconds. */
export function tokenFor(seconds: number): string {
  const payload = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + seconds }))
  return `header.${payload}.signature`
}

/** Stores the login of a staff member and returns the token. */
export function signIn(role: AdminRole = 'power'): string {
  const token = tokenFor(3_600)
  storeLogin(token, { first_name: 'Dana', last_name: 'Reyes', username: 'dana', role })
  return token
}

/** Renders the whole app at an address. Returns the user of user-event. */
export function renderApp(path: string) {
  window.history.pushState(null, '', path)
  render(<App environment={environment} />)
  return userEvent.setup({ pointerEventsCheck: 0 })
}

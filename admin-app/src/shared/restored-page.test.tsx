import { guardRestoredPage } from '@agency/http-client/restored-page'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { counts } from '../testing/fixtures'
import { renderApp, signIn } from '../testing/render-app'
import { at, server } from '../testing/server'
import { loginKeys, showStoredLogin } from './login-store'

const fire = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
  window.dispatchEvent(new PageTransitionEvent(type, { persisted }))
const visibility = () => document.documentElement.style.visibility

describe('a page that the browser keeps for Back', () => {
  let stop: () => void
  beforeEach(() => {
    signIn()
    server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
    stop = guardRestoredPage(showStoredLogin)
  })
  afterEach(() => stop())

  test('given a logout in another tab meanwhile, when Back restores the page, then only the login screen shows', async () => {
    renderApp('/admin/dashboard')
    expect(await screen.findByRole('link', { name: '30 Unpaid' })).toBeInTheDocument()
    fire('pagehide', true)
    expect(visibility()).toBe('hidden')
    // A page that is kept gets no storage event.
    localStorage.removeItem(loginKeys.token)
    fire('pageshow', true)
    expect(screen.queryByRole('link', { name: '30 Unpaid' })).not.toBeInTheDocument()
    expect(visibility()).toBe('')
    expect(await screen.findByRole('heading', { name: 'Staff login' })).toBeInTheDocument()
  })

  test('given the same login, when Back restores the page, then the page is unchanged', async () => {
    renderApp('/admin/dashboard')
    const tile = await screen.findByRole('link', { name: '30 Unpaid' })
    fire('pagehide', true)
    fire('pageshow', true)
    expect(tile).toBeInTheDocument()
    expect(visibility()).toBe('')
  })

  test('given a page that is left for good, when it goes, then it is not hidden', () => {
    fire('pagehide', false)
    expect(visibility()).toBe('')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { counts } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

beforeEach(() => {
  server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
})

describe('the shell', () => {
  test('[SH-01] [SH-02] given someone signed in, when it shows, then it has the navigation and their name', async () => {
    signIn()
    renderApp('/admin')
    const nav = await screen.findByRole('navigation', { name: 'Main' })

    expect(
      within(nav)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard', 'Clients', 'Forms'])
    expect(screen.getByRole('link', { name: 'Admins' })).toHaveAttribute('href', '/admin/manage')
    expect(screen.getByText('Dana Reyes')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute('href', '#main')
    expect(await violations()).toEqual([])
  })

  test("[SH-02] given no stored name, when it shows, then it says 'Admin'", async () => {
    storeLogin(tokenFor(60), { first_name: '', last_name: '', username: 'dana', role: 'standard' })
    renderApp('/admin')

    expect(await screen.findByText('Admin')).toBeInTheDocument()
  })

  test('[SH-03] given someone signed in, when they log out, then nothing stays stored and login shows', async () => {
    const token = signIn()
    const revoked: (string | null)[] = []
    server.use(
      http.post(at('admin/logout'), ({ request }) => {
        revoked.push(request.headers.get('Authorization'))
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const user = renderApp('/admin/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))

    expect(await screen.findByRole('heading', { name: 'Staff login' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(localStorage).toHaveLength(0)
    await waitFor(() => expect(revoked).toEqual([`Bearer ${token}`]))
  })

  test('[SH-03] given a server out of reach, when someone logs out, then they are logged out all the same', async () => {
    signIn()
    let tried = 0
    server.use(
      http.post(at('admin/logout'), () => {
        tried += 1
        return HttpResponse.error()
      }),
    )
    const user = renderApp('/admin/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))

    expect(await screen.findByRole('heading', { name: 'Staff login' })).toBeInTheDocument()
    await waitFor(() => expect(tried).toBe(3))
  })

  test.each(['/admin', '/admin/nowhere/at/all', '/admin/dashboard'])(
    '[HO-08] [HO-09] given the address %s, when it is opened, then the dashboard shows',
    async (path) => {
      signIn()
      renderApp(path)

      expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument()
      expect(screen.getByText(/Welcome.*top navigation.*clients, forms and logic modules/)).toBeInTheDocument()
    },
  )

  test('given the dashboard, when the counts arrive, then each leads to its filtered list', async () => {
    signIn()
    renderApp('/admin')

    expect(await screen.findByRole('link', { name: '30 Unpaid' })).toHaveAttribute(
      'href',
      '/admin/clients?status=unpaid',
    )
    expect(screen.getByRole('link', { name: '312 All clients' })).toHaveAttribute('href', '/admin/clients')
  })

  test('given counts that fail, when the dashboard shows, then they can be asked for again', async () => {
    signIn()
    server.use(http.get(at('clients/counts'), () => HttpResponse.json({}, { status: 500 }), { once: true }))
    const user = renderApp('/admin')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('link', { name: '312 All clients' })).toBeInTheDocument()
  })

  test('given a page, when another is reached from it, then its heading has the focus', async () => {
    signIn()
    server.use(http.get(at('admin/list'), () => HttpResponse.json([])))
    const user = renderApp('/admin')
    await user.click(await screen.findByRole('link', { name: 'Admins' }))

    expect(await screen.findByRole('heading', { name: 'Manage Admins' })).toHaveFocus()
    expect(document.title).toBe('Manage Admins · Harbor Insurance')
  })
})

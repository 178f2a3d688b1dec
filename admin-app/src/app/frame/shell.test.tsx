import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { counts } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

beforeEach(() => {
  server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
})

describe('the shell', () => {
  test("[SH-02] given no stored name, when it shows, then it says 'Admin'", async () => {
    storeLogin(tokenFor(60), { first_name: '', last_name: '', username: 'dana', role: 'standard' })
    renderApp('/admin')

    expect(await screen.findByText('Admin')).toBeInTheDocument()
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

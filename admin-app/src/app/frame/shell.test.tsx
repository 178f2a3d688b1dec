import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
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

  test('[SH-03] given a server out of reach, when someone logs out, then they are logged out all the same @full', async () => {
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

  test.each([
    ['Logout is pressed', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Logout' }))],
    [
      'Log out is chosen in the palette',
      async (user: UserEvent) => {
        await user.keyboard('{Control>}k{/Control}')
        await user.click(await screen.findByRole('option', { name: /^Log out/ }))
      },
    ],
  ])('given a page with unsaved input, when %s, then it asks first @full', async (_how, logOut) => {
    signIn()
    server.use(http.post(at('admin/logout'), () => new HttpResponse(null, { status: 204 })))
    const user = renderApp('/admin/admins/new')
    await user.type(await screen.findByLabelText(/First name/i), 'Ines')
    await logOut(user)

    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText(/First name/i)).toHaveValue('Ines')

    await logOut(user)
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('heading', { name: 'Staff login' })).toBeInTheDocument()
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

  test('given the menu of a narrow window, when Escape is pressed or a page is chosen, then it closes', async () => {
    signIn()
    server.use(http.get(at('admin/list'), () => HttpResponse.json([])))
    const user = renderApp('/admin')
    const menu = await screen.findByRole('button', { name: 'Menu' })
    await user.click(menu)
    expect(menu).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{Escape}')
    expect(menu).toHaveAttribute('aria-expanded', 'false')
    expect(menu).toHaveFocus()

    await user.click(menu)
    await user.click(screen.getByRole('link', { name: 'Admins' }))
    expect(await screen.findByRole('heading', { name: 'Manage Admins' })).toBeInTheDocument()
    expect(menu).toHaveAttribute('aria-expanded', 'false')
  })

  test('given a page, when another is reached from it, then its heading has the focus', async () => {
    signIn()
    server.use(http.get(at('admin/list'), () => HttpResponse.json([])))
    const user = renderApp('/admin')
    await user.click(await screen.findByRole('link', { name: 'Admins' }))

    const heading = await screen.findByRole('heading', { name: 'Manage Admins' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(document.title).toBe('Manage Admins · Harbor Insurance')
  })
})

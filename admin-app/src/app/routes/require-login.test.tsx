import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { counts } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const admin = { first_name: 'Dana', last_name: 'Reyes', username: 'dana', role: 'power' } as const
const expired = 'Your login has expired. Please log in again.'
const refused = () => HttpResponse.json({ code: 'SESSION_EXPIRED', message: 'over' }, { status: 401 })

describe('the guard', () => {
  test('[HO-05] given nobody signed in, when a page is opened, then the login screen shows without a message', async () => {
    renderApp('/admin/forms')

    expect(await screen.findByRole('heading', { name: 'Staff login' })).toBeInTheDocument()
    expect(window.location.pathname).toBe('/admin/login')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    ['expired', tokenFor(-1)],
    ['no token at all', 'nonsense'],
    ['without an expiry', `header.${btoa('{}')}.signature`],
  ])(
    '[HO-06] [HO-07] given a stored token that is %s, when a page is opened, then login says so',
    async (_case, token) => {
      storeLogin(token, admin)
      renderApp('/admin/clients')

      expect(await screen.findByRole('alert')).toHaveTextContent(expired)
      expect(window.location.pathname).toBe('/admin/login')
    },
  )

  test('[SH-05] given a 401, when a page loads, then login says so and leads back to the same place', async () => {
    signIn()
    let live = false
    const token = tokenFor(7_200)
    server.use(
      http.get(at('admin/list'), () => (live ? HttpResponse.json([]) : refused())),
      http.post(at('admin/login'), () => HttpResponse.json({ success: true, token, admin })),
    )
    const user = renderApp('/admin/manage?a=b#list')
    expect(await screen.findByRole('alert')).toHaveTextContent(expired)
    expect(localStorage).toHaveLength(0)

    live = true
    await user.click(await screen.findByRole('button', { name: 'Login' }))

    expect(await screen.findByRole('heading', { name: 'Manage Admins' })).toBeInTheDocument()
    expect(window.location.href).toMatch(/\/admin\/manage\?a=b#list$/)
  })

  test.each(['/admin', '/admin/dashboard', '/admin/no/such/screen'])(
    '[HO-08] [HO-09] given a login, when %s is opened, then the dashboard shows',
    async (path) => {
      signIn()
      server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
      renderApp(path)

      expect(await screen.findByRole('heading', { name: 'Admin Dashboard', level: 1 })).toBeInTheDocument()
      const welcome = 'Welcome. Use the top navigation to manage clients, forms and logic modules.'
      expect(screen.getByText(welcome)).toBeInTheDocument()
    },
  )

  test('[SH-04] given a stored token, when a call is made, then it carries the token', async () => {
    const token = signIn()
    let header: string | null = null
    server.use(
      http.get(at('clients/counts'), ({ request }) => {
        header = request.headers.get('Authorization')
        return HttpResponse.json(counts)
      }),
    )
    renderApp('/admin')

    await waitFor(() => expect(header).toBe(`Bearer ${token}`))
  })
})

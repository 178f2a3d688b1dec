import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { lee } from '../../testing/admin-record'
import { admin, id } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, capabilities, server } from '../../testing/server'

beforeEach(() => {
  signIn()
})

describe('the list of admins', () => {
  test('[AD-01] [HO-10] given admins, when the list shows, then each has the five columns and leads to its page', async () => {
    const nameless = admin({ id: id(41), role: 'standard', first_name: '', last_name: '' })
    server.use(
      http.get(at('admin/list'), () => HttpResponse.json([admin(), nameless])),
      http.get(at(`admin/${id(40)}`), () => HttpResponse.json(admin())),
    )
    const user = renderApp('/admin/manage')
    await screen.findByRole('table')

    const columns = screen.getAllByRole('columnheader').map((heading) => heading.textContent)
    expect(columns).toEqual(['Email', 'Username', 'Role', 'Name', 'Clients'])
    const cells = screen.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells.slice(0, 5)).toEqual(['dana@example.com', 'dana', 'Power', 'Dana Reyes', '12'])
    expect(cells.slice(7, 9)).toEqual(['Standard', '-'])
    expect(await violations()).toEqual([])

    const [first] = screen.getAllByRole('link', { name: 'dana@example.com' })
    if (first) await user.click(first)
    expect(await screen.findByRole('heading', { name: 'Edit Admin' })).toBeInTheDocument()
    expect(window.location.pathname).toBe(`/admin/admins/${id(40)}`)
  })

  test('[AD-01] given the list, when Add Admin is pressed, then the form for a new one shows', async () => {
    server.use(http.get(at('admin/list'), () => HttpResponse.json([])))
    const user = renderApp('/admin/manage')
    expect(await screen.findByText('No admins found.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Add Admin' }))

    expect(await screen.findByRole('heading', { name: 'Add Admin' })).toBeInTheDocument()
    expect(window.location.pathname).toBe('/admin/admins/new')
  })

  test('[AD-05] given a list that fails, when it is asked for again, then it shows', async () => {
    server.use(
      http.get(at('admin/list'), () => HttpResponse.json({}, { status: 500 }), { once: true }),
      http.get(at('admin/list'), () => HttpResponse.json([admin()])),
    )
    const user = renderApp('/admin/manage')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load admin list')
    await user.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('table')).toBeInTheDocument()
  })
})

describe('a standard admin', () => {
  const standard = { first_name: 'Lee', last_name: 'Ortiz', username: 'lee', role: 'standard' } as const
  function open(path: string, admin_management: 'everyone' | 'power') {
    server.use(
      http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, admin_management })),
      http.get(at('admin/list'), () => HttpResponse.json([lee])),
      http.get(at(`admin/${lee.id}`), () => HttpResponse.json(lee)),
      http.get(at('admin/me'), () => HttpResponse.json({ ...lee, setup_required: false })),
    )
    storeLogin(tokenFor(3_600), standard)
    return renderApp(path)
  }

  test('given power is needed to change staff, when the list and a record show, then nothing can be changed', async () => {
    const user = open('/admin/manage', 'power')
    await user.click(await screen.findByRole('link', { name: 'lee@example.com' }))

    expect(await screen.findByText('Only admins with power access may change staff.')).toBeInTheDocument()
    expect(screen.getByLabelText('First Name')).toBeDisabled()
    for (const name of ['Save', 'Set New Password', 'Delete Admin'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Back to Admins' }))
    await screen.findByRole('table')
    expect(screen.queryByRole('button', { name: 'Add Admin' })).not.toBeInTheDocument()
  })

  test('[AD-06] given that all staff may edit, when one opens the own record, then it can be edited, but a new password needs the current one', async () => {
    const user = open(`/admin/admins/${lee.id}`, 'everyone')
    const levels = within(await screen.findByLabelText('Access Level')).getAllByRole('option')
    expect(levels.map(({ textContent }) => textContent)).toEqual(['Standard', 'Assistant'])
    await waitFor(() => expect(screen.getByLabelText('First Name')).toBeEnabled())
    await user.click(screen.getByRole('button', { name: 'Set New Password' }))

    expect(await screen.findByLabelText('Current password')).toBeInTheDocument()
  })
})

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { renderApp, signIn } from '../../testing/render-app'
import { admin, id } from '../../testing/samples'
import { at, server } from '../../testing/server'

beforeEach(() => {
  signIn()
})

describe('the list of admins', () => {
  test('[AD-01] given admins, when the list shows, then each has the five columns and leads to its page', async () => {
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

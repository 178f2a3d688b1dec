import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { renderApp, signIn } from '../../testing/render-app'
import { id } from '../../testing/samples'
import { at, server } from '../../testing/server'

const dana = {
  id: id(40),
  email: 'dana@example.com',
  username: 'dana',
  role: 'power',
  first_name: 'Dana',
  last_name: 'Reyes',
  client_count: 12,
}

beforeEach(() => {
  signIn()
})

describe('the list of admins', () => {
  test('[AD-01] given admins, when the list shows, then each has the five columns', async () => {
    server.use(
      http.get(at('admin/list'), () =>
        HttpResponse.json([dana, { ...dana, id: id(41), first_name: null, last_name: null }]),
      ),
    )
    renderApp('/admin/manage')
    await screen.findByRole('table')

    const columns = screen.getAllByRole('columnheader').map((heading) => heading.textContent)
    expect(columns).toEqual(['Email', 'Username', 'Role', 'Name', 'Clients'])
    const cells = screen.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells.slice(0, 5)).toEqual(['dana@example.com', 'dana', 'Power', 'Dana Reyes', '12'])
    expect(cells[8]).toBe('-')
    expect(await violations()).toEqual([])
  })

  test('[AD-05] given a list that fails, when the page shows, then it says so', async () => {
    server.use(http.get(at('admin/list'), () => HttpResponse.json({}, { status: 500 })))
    renderApp('/admin/manage')

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load admin list')
  })
})

import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { chooseDensity, followDensity } from '../../shared/looks/density'
import { violations } from '../../testing/accessibility'
import { admin, counts } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

beforeEach(() => {
  chooseDensity('compact')
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('admin/me'), () => HttpResponse.json({ ...admin(), setup_required: false })),
  )
})

test('given the account, when Comfortable is switched on and off, then the page changes and the browser remembers it', async () => {
  signIn()
  followDensity()
  expect(document.documentElement).toHaveAttribute('data-density', 'compact')
  const user = renderApp('/admin')
  await user.click(await screen.findByRole('button', { name: 'Dana Reyes' }))
  const choice = await screen.findByRole('checkbox', { name: /^Comfortable/ })
  expect(choice).not.toBeChecked()

  await user.click(choice)
  expect(choice).toBeChecked()
  expect(document.documentElement).toHaveAttribute('data-density', 'comfortable')
  expect(localStorage.getItem('density')).toBe('comfortable')
  expect(await violations()).toEqual([])

  await user.click(choice)
  expect(document.documentElement).toHaveAttribute('data-density', 'compact')
  expect(localStorage.getItem('density')).toBeNull()
})

test('given another tab, when Comfortable is switched on there, then this page changes too', () => {
  followDensity()
  localStorage.setItem('density', 'comfortable')
  window.dispatchEvent(new StorageEvent('storage', { key: 'density' }))
  expect(document.documentElement).toHaveAttribute('data-density', 'comfortable')
})

import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { environment } from '../testing/render-app'
import { EnvironmentContext } from './environment'
import { PageHeading } from './page-heading'

const dashboard = <PageHeading title="Dashboard">Admin Dashboard</PageHeading>

/** A page that was navigated to. */
const page = (
  <EnvironmentContext value={environment}>
    <MemoryRouter initialEntries={[{ pathname: '/', key: 'arrived' }]}>{dashboard}</MemoryRouter>
  </EnvironmentContext>
)

test('given a navigation, when the page is shown, then its heading has the focus', () => {
  render(page)

  expect(screen.getByRole('heading', { name: 'Admin Dashboard' })).toHaveFocus()
})

test('given a dialog in which somebody types, when the page is shown, then the field keeps the focus', () => {
  render(
    <div role="dialog">
      <input aria-label="Email" ref={(field) => field?.focus()} />
    </div>,
  )
  render(page)

  expect(screen.getByLabelText('Email')).toHaveFocus()
})

test('given a navigation from the end of a page, then the next page starts at its top; Back and an anchor decide themselves', async () => {
  const scrollTo = vi.fn()
  vi.stubGlobal('scrollTo', scrollTo)
  const router = createMemoryRouter([
    { path: '/', element: <p>Merge</p> },
    { path: '/dashboard', element: dashboard },
  ])
  render(
    <EnvironmentContext value={environment}>
      <RouterProvider router={router} />
    </EnvironmentContext>,
  )
  const calls = async (to: string | -1) => {
    await act(() => (to === -1 ? router.navigate(-1) : router.navigate(to)))
    return scrollTo.mock.calls.length
  }

  expect(await calls('/dashboard')).toBe(1)
  expect(await calls('/')).toBe(1)
  expect(await calls(-1)).toBe(1)
  expect(await calls(-1)).toBe(1)
  expect(await calls('/dashboard#notes')).toBe(1)
})

import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { environment } from '../testing/render-app'
import { EnvironmentContext } from './environment'
import { PageHeading } from './page-heading'

/** A page that was navigated to. */
const page = (
  <EnvironmentContext value={environment}>
    <MemoryRouter initialEntries={[{ pathname: '/', key: 'arrived' }]}>
      <PageHeading title="Dashboard">Admin Dashboard</PageHeading>
    </MemoryRouter>
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

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { admin, counts } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, capabilities, server } from '../../testing/server'
import { planText } from './reminders-page'

beforeEach(() => {
  signIn()
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('admin/me'), () => HttpResponse.json({ ...admin(), setup_required: false })),
  )
})

const plan = { days: [3, 7], repeat_days: 14, most: 6 }
const nav = () => screen.findByRole('navigation', { name: 'Settings' })

describe('the settings', () => {
  test('given a power admin, when a page shows, then the navigation has all pages, and marks this one @full', async () => {
    const user = renderApp('/admin/account')
    const links = within(await nav()).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Account',
      'Security',
      'Agency',
      'Mail and texts',
      'Staff',
      'Teams',
      'Messages',
      'Presets',
      'Reminders',
      'Health',
    ])
    expect(within(await nav()).getByRole('link', { current: 'page' })).toHaveTextContent('Account')
    expect(await screen.findByText('dana, dana@example.com')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    server.use(http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, reminder_plan: plan })))
    await user.click(within(await nav()).getByRole('link', { name: 'Reminders' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Reminders' })).toBeInTheDocument()
    expect(within(await nav()).getByRole('link', { current: 'page' })).toHaveTextContent('Reminders')
  })

  test('given a page below another, when it shows, then that one is marked', async () => {
    renderApp('/admin/admins/new')
    expect(within(await nav()).getByRole('link', { current: 'page' })).toHaveTextContent('Staff')
  })

  test('given an auditor, when a page shows, then only pages that are open to them are in the navigation', async () => {
    signIn('auditor')
    renderApp('/admin/account')
    expect(within(await nav()).queryByRole('link', { name: 'Agency' })).not.toBeInTheDocument()
    expect(within(await nav()).getByRole('link', { name: 'Health' })).toBeInTheDocument()
  })

  test('given the dark theme, when it is chosen, then it shows at once, and is kept; the system’s takes it back', async () => {
    const user = renderApp('/admin/account')
    await user.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('adminTheme')).toBe('dark')
    await user.click(screen.getByRole('radio', { name: 'As the system' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
    expect(localStorage.getItem('adminTheme')).toBeNull()
  })
})

test('given an unknown address, when it is opened, then the dashboard shows, with a line that says so', async () => {
  renderApp('/admin/nowhere')
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument()
  expect(screen.getByText(/There is no page at this address/)).toBeInTheDocument()
  cleanup()
  renderApp('/admin')
  expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument()
  expect(screen.queryByText(/There is no page at this address/)).not.toBeInTheDocument()
})

test('given the key ?, when it is pressed, then the shortcuts show; in a text it is typed @full', async () => {
  const user = renderApp('/admin/account')
  await screen.findByRole('radio', { name: 'Dark' })
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(dialog).getByText('Show these shortcuts')).toBeInTheDocument()
  expect(await violations()).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test.each([
  [
    plan,
    'Clients are reminded of an open session 3 and 7 days after it was sent, then every 14 days, at most 6 times.',
  ],
  [
    { days: [1], repeat_days: 0, most: 1 },
    'Clients are reminded of an open session 1 day after it was sent, at most once.',
  ],
  [{ days: [], repeat_days: 2, most: 3 }, 'Clients are reminded of an open session every 2 days, at most 3 times.'],
  [{ days: [], repeat_days: 0, most: 3 }, 'Clients get no reminders.'],
])('given the plan %j, when it is put in words, then %s', (given, words) => {
  expect(planText(given)).toBe(words)
})

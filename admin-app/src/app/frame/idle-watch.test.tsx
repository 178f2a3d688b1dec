import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { counts } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const minute = 60_000
let reports: Request[]

beforeEach(() => {
  reports = []
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.post(at('admin/logout'), () => new HttpResponse(null, { status: 204 })),
    http.post(at('admin/activity'), ({ request }) => {
      reports.push(request)
      return HttpResponse.json({ idle_seconds: 600 })
    }),
  )
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The dashboard, with the idle time known and one input a moment ago. */
async function openDashboard() {
  signIn()
  renderApp('/admin')
  await screen.findByRole('heading', { name: 'Admin Dashboard' })
  expect(reports).toHaveLength(0)
  await pass(minute)
  await vi.waitFor(() => expect(reports).toHaveLength(1), { timeout: 20_000 })
  fireEvent.keyDown(document.body)
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('an idle login', () => {
  test('given ten minutes of idle time, when nine are over, then an alert dialog counts down, and Stay keeps the login @full', async () => {
    await openDashboard()
    await pass(8 * minute)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    await pass(1.5 * minute)

    const dialog = await screen.findByRole('alertdialog', { name: 'Are you still there?' })
    const before = Number.parseInt(screen.getByRole('timer').textContent ?? '', 10)
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThanOrEqual(60)
    await pass(5_000)
    expect(Number.parseInt(screen.getByRole('timer').textContent ?? '', 10)).toBeLessThan(before)
    // A key alone is no answer.
    fireEvent.keyDown(document.body)
    await pass(1_000)
    expect(dialog).toBeInTheDocument()

    const count = reports.length
    fireEvent.click(screen.getByRole('button', { name: 'Stay logged in' }))
    await pass(1_000)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    await vi.waitFor(() => expect(reports.length).toBeGreaterThan(count), { timeout: 20_000 })
    expect(useLogin.getState().login).not.toBeNull()
  })

  test('given the last minute, when the dialog counts down, then it is accessible @full', async () => {
    await openDashboard()
    await pass(9.5 * minute)
    await screen.findByRole('alertdialog', { name: 'Are you still there?' })
    // The audit has timers of its own, and hangs with fake ones on a busy machine.
    vi.useRealTimers()
    expect(await violations()).toEqual([])
  })

  test('given no answer, when the time is over, then the login has ended, and the login screen says so @full', async () => {
    await openDashboard()
    await pass(11 * minute)

    expect(await screen.findByRole('alert')).toHaveTextContent('Your login has expired. Please log in again.')
    expect(localStorage).toHaveLength(0)
  })

  test('given work in another tab, when the time would be over here, then nobody is asked @full', async () => {
    await openDashboard()
    await pass(9.5 * minute)
    await screen.findByRole('alertdialog')
    const other = new BroadcastChannel('staff-activity')
    other.postMessage(Date.now())
    await vi.waitFor(
      async () => {
        await pass(100)
        expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
      },
      { timeout: 20_000 },
    )
    other.close()
  })

  test('given continuous input, when it is reported to the server, then once a minute', async () => {
    await openDashboard()
    for (let n = 0; n < 30; n++) {
      fireEvent.keyDown(document.body)
      await pass(10_000)
    }
    // The fake clock runs ahead of the server.
    await vi.waitFor(() => expect(reports.length).toBeGreaterThanOrEqual(4), { timeout: 20_000 })
    expect(reports.length).toBeLessThanOrEqual(7)
    // The first one came before any input.
    for (const report of reports.slice(1)) expect(report.headers.has('x-background')).toBe(false)
  })
})

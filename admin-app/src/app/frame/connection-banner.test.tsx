import { reconnectPause } from '@agency/http-client/connection'
import { retryPause } from '@agency/http-client/retry-policy'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility'
import { counts, listed } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const gone = [
  ['is out of reach', () => HttpResponse.error()],
  [
    'stands behind a proxy that says so',
    () => HttpResponse.json({ code: 'CORE_UNREACHABLE', message: '' }, { status: 502 }),
  ],
] as const

let lists = 0

beforeEach(() => {
  signIn()
  lists = 0
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('clients'), () => {
      lists += 1
      return HttpResponse.json([listed()], { headers: { 'X-Total-Count': '1' } })
    }),
  )
})

/** Timers run 20 ms each 20 ms, and `pass` skips the waits for retries and probes. */
function fakeWaits() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 20 })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

afterEach(() => {
  vi.useRealTimers()
})

/** From now on no call is answered, until the function that is given back is called. */
function takeServerAway(answer: () => Response): () => void {
  let away = true
  server.use(http.all('*', () => (away ? answer() : undefined)))
  return () => {
    away = false
  }
}

/** Only "Try now" probes again: on a slow machine, the next probe could come before it is pressed. */
function stopProbes(): void {
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) =>
    setTimeout(ms === reconnectPause ? () => undefined : run, ms),
  )
}

/** Milliseconds in which an unanswered call is given up. */
const allRetries = retryPause(1) + retryPause(2)

const banner = () => screen.queryByText(/^(You are offline|The server can't be reached)\./)

describe('the banner of the connection', () => {
  test.each(gone)(
    'given a server that %s, when it is back, then the banner goes and the list is fetched again @full',
    async (_case, answer) => {
      fakeWaits()
      const user = renderApp('/admin/clients')
      await screen.findByRole('row', { name: /Alvarez/ })
      expect(banner()).toBeNull()
      const bringBack = takeServerAway(answer)
      await user.click(screen.getByRole('button', { name: 'Age' }))
      await pass(allRetries)
      await waitFor(() => expect(banner()).toHaveTextContent("The server can't be reached."))
      expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load clients.')

      const before = lists
      bringBack()
      await pass(reconnectPause)
      await waitFor(() => expect(banner()).toBeNull())
      expect(await screen.findByRole('row', { name: /Alvarez/ })).toBeInTheDocument()
      expect(lists).toBe(before + 1)
    },
  )

  test('given servers whose clocks differ, when a call is refused for it, then the banner says so, and the login stays @full', async () => {
    stopProbes()
    const user = renderApp('/admin/clients')
    await screen.findByRole('row', { name: /Alvarez/ })
    const refusal = { code: 'CLOCK_SKEW', message: 'The clocks of two servers differ by 40 seconds.' }
    const bringBack = takeServerAway(() => HttpResponse.json(refusal, { status: 503 }))
    await user.click(screen.getByRole('button', { name: 'Age' }))
    expect(await screen.findByText(/^The clocks of two servers differ, so calls are refused\./)).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Staff login' })).toBeNull()
    // With real timers: under fake ones each step of the audit waits for the next tick.
    expect(await violations()).toEqual([])
    bringBack()
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    await waitFor(() => expect(screen.queryByText(/clocks of two servers/)).toBeNull())
  })

  test('given a browser that loses the network, when it says so, then the banner, the rows stay, and Try now asks at once @full', async () => {
    stopProbes()
    const user = renderApp('/admin/clients')
    await screen.findByRole('row', { name: /Alvarez/ })
    const bringBack = takeServerAway(() => HttpResponse.error())
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    await waitFor(() => expect(banner()).toHaveTextContent('You are offline.'))
    expect(screen.getByRole('row', { name: /Alvarez/ })).toBeInTheDocument()

    bringBack()
    const before = lists
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    await waitFor(() => expect(banner()).toBeNull())
    await waitFor(() => expect(lists).toBe(before + 1))
  })

  test('given a browser that thinks it is offline, when the server answers all the same, then there is no banner @full', async () => {
    let asked = 0
    renderApp('/admin/clients')
    await screen.findByRole('row', { name: /Alvarez/ })
    server.use(
      http.get(at('capabilities'), () => {
        asked += 1
        return HttpResponse.json({})
      }),
    )
    window.dispatchEvent(new Event('offline'))

    await waitFor(() => expect(asked).toBe(1))
    expect(banner()).toBeNull()
  })

  test('given a server that refuses, when a call fails, then there is no banner', async () => {
    server.use(http.get(at('clients'), () => HttpResponse.json({ code: 'INTERNAL', message: '' }, { status: 500 })))
    renderApp('/admin/clients')

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load clients.')
    expect(banner()).toBeNull()
  })

  test('given a save, when the server is out of reach, then the alert says so and what was typed stays @full', async () => {
    vi.stubGlobal('reportError', vi.fn())
    fakeWaits()
    const user = renderApp('/admin/clients')
    await user.click(await screen.findByRole('button', { name: '+ client' }))
    await user.type(await screen.findByLabelText('First Name'), 'Maria')
    const bringBack = takeServerAway(() => HttpResponse.error())
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await pass(allRetries)
    const alert = await screen.findByRole('alertdialog', { name: 'Failed to save client data. Please try again.' })
    expect(alert).toHaveAccessibleDescription(/^The server gave no answer\./)
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.getByLabelText('First Name')).toHaveValue('Maria')
    await waitFor(() => expect(banner()).toBeInTheDocument())

    bringBack()
    await pass(reconnectPause)
    await waitFor(() => expect(banner()).toBeNull())
  })
})

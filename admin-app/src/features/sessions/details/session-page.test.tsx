import type { Session } from '@agency/contract/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, id, session, sessionSummary } from '../../../testing/fixtures'
import { environment, renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

function show(changes: Partial<Session> = {}) {
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session(changes))),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
  )
  return renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
}

async function fact(label: string) {
  const summary = within(await screen.findByRole('region', { name: 'Session summary' }))
  return summary.getByText(label).nextElementSibling?.textContent
}

beforeEach(() => {
  signIn()
})

describe('the session page', () => {
  test('[SE-04] given a session, when it shows, then it has its heading and the way back', async () => {
    const user = show()
    expect(await screen.findByRole('heading', { name: 'onboarding Session for Maria Alvarez' })).toBeInTheDocument()
    expect(await screen.findByText('No documents linked yet.')).toBeInTheDocument()
    expect(await violations()).toEqual([])

    server.use(
      http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
      http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([])),
    )
    await user.click(screen.getByRole('link', { name: 'Back to Client Detail Page' }))
    expect(await screen.findByRole('heading', { name: 'Maria Alvarez' })).toBeInTheDocument()
  })

  test('[SE-05] given a session, when it shows, then the summary has status, link and date', async () => {
    show({ submitted_at: '2026-11-21T10:00:00.000Z' })

    expect(await fact('Status')).toBe('in progress')
    const link = screen.getByRole('link', { name: `${environment.portalUrl}ABCDEFGHJKMN` })
    expect(link).toHaveAttribute('href', 'https://client.example.com/session/ABCDEFGHJKMN')
    expect(await fact('Last updated')).toMatch(/^Nov 21, 2026/)
  })

  test('[SE-05] given a passcode, when it is asked for, then it shows, and hides again', async () => {
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Show passcode' }))
    expect(screen.getByText('alvarez0187')).toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: 'Hide passcode' }))
    expect(screen.queryByText('alvarez0187')).not.toBeInTheDocument()
  })

  test("[SE-05] given no passcode and nothing submitted, when it shows, then it says 'N/A' and the created date", async () => {
    show({ passcode: null })

    expect(await fact('Passcode')).toBe('N/A')
    expect(await fact('Last updated')).toMatch(/^Nov 20, 2026/)
  })

  test('given the client link, when it is copied, then it is on the clipboard', async () => {
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Copy client link' }))

    expect(await screen.findByText('Copied')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('https://client.example.com/session/ABCDEFGHJKMN')
  })

  test('given the client link, when it is copied with a message, then the message has no passcode', async () => {
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Copy with message' }))

    expect(await screen.findByText('Copied')).toBeInTheDocument()
    const message = await navigator.clipboard.readText()
    expect(message).toContain('Hello Maria,')
    expect(message).toContain('https://client.example.com/session/ABCDEFGHJKMN')
    expect(message).toContain('ABCD-EFGH-JKMN')
    expect(message).not.toContain('alvarez0187')
  })

  test.each([
    ['es', 'Hola Maria:', 'Su código de sesión es ABCD-EFGH-JKMN.'],
    ['pt', 'Olá Maria,', 'O código da sua sessão é ABCD-EFGH-JKMN.'],
  ] as const)(
    'given a client who prefers %s, when the link is copied with a message, then both are in that language',
    async (client_language, hello, codeLine) => {
      const user = show({ client_language })
      await user.click(await screen.findByRole('button', { name: 'Copy with message' }))

      expect(await screen.findByText('Copied')).toBeInTheDocument()
      const message = await navigator.clipboard.readText()
      expect(message).toContain(hello)
      expect(message).toContain(codeLine)
      expect(message).toContain(`https://client.example.com/session/ABCDEFGHJKMN?language=${client_language}`)
    },
  )

  test('given the client link, when its QR code is asked for, then it shows', async () => {
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Show QR code' }))

    const name = 'QR code of https://client.example.com/session/ABCDEFGHJKMN'
    expect(await screen.findByRole('img', { name })).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given a client at work, when the session is done, then it shows without another opening of it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let openings = 0
    let status: Session['status'] = 'in_progress'
    show()
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () => {
        openings += 1
        return HttpResponse.json(session())
      }),
      http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([sessionSummary({ status })])),
    )
    expect(await fact('Status')).toBe('in progress')
    status = 'completed'
    vi.advanceTimersByTime(5_000)

    await waitFor(async () => expect(await fact('Status')).toBe('completed'))
    expect(openings).toBe(1)
    vi.useRealTimers()
  })

  test('given an unknown code, when the page loads, then it says so', async () => {
    server.use(http.get(at('session/XXXX/details'), () => HttpResponse.json({}, { status: 404 })))
    renderApp(`/admin/clients/${id(1)}/sessions/XXXX`)

    expect(await screen.findByRole('alert')).toHaveTextContent('This session was not found.')
  })
})

import type { SessionForm } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { closed, serveClient } from '../../../testing/client-record'
import { client, id, session, sessionForm, sessionSummary } from '../../../testing/fixtures'
import { holdAnswer } from '../../../testing/held-answer'
import { environment, renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

function show(changes: Partial<Session> = {}, data: SessionForm[] = []) {
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session(changes))),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data })),
    http.post(at('session/ABCDEFGHJKMN/handed-over'), handOver),
  )
  return renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
}

const handOver = vi.fn(() => new HttpResponse(null, { status: 204 }))

const moment = '2026-11-20T15:04:05.000Z'

async function fact(label: string) {
  const summary = within(await screen.findByRole('region', { name: 'Session summary' }))
  return summary.getByText(label).nextElementSibling?.textContent
}

/** The names of the buttons beside the heading of the summary, in order. */
async function actions() {
  const summary = await screen.findByRole('region', { name: 'Session summary' })
  await screen.findByRole('button', { name: 'More actions' })
  return [...summary.querySelectorAll('header button')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent,
  )
}

beforeEach(() => {
  handOver.mockClear()
  signIn()
})

describe('the session page', () => {
  test('[SE-04] [HO-10] given a session, when it shows, then it has its heading and the way back', async () => {
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

  test('[SE-05] given a passcode, when Show is pressed, then it shows, and can be hidden again', async () => {
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Show passcode' }))
    expect(screen.getByText('alvarez0187')).toBeInTheDocument()

    await user.click(screen.getByRole('button', { name: 'Hide passcode' }))
    expect(screen.queryByText('alvarez0187')).not.toBeInTheDocument()
  })

  test('given a passcode that was changed after it was sent, when it shows, then it says so', async () => {
    show({ passcode_outdated: true })

    expect(await screen.findByText(/the client has the former one/)).toBeInTheDocument()
  })

  test('given somebody who was locked out, when it shows, then it says until when', async () => {
    show({ locked_out_at: new Date(Date.now() - 60_000).toISOString() })
    expect(
      await screen.findByText(/^Locked out after wrong passcodes, .* It lasts 15 minutes at most/),
    ).toBeInTheDocument()
  })

  test('given a lockout that is over, when it shows, then it is said to be', async () => {
    show({ locked_out_at: '2026-11-24T10:00:00.000Z' })
    expect(await screen.findByText(/^Was locked out after wrong passcodes, Nov 24, 2026/)).toBeInTheDocument()
  })

  test("[SE-05] given no passcode and nothing submitted, when it shows, then it says 'N/A' and the created date", async () => {
    show({ passcode: null })

    expect(await fact('Passcode')).toBe('N/A')
    expect(await fact('Last updated')).toMatch(/^Nov 20, 2026/)
  })

  test('given documents, when it shows, then the last update is that of the newest of them', async () => {
    show({}, [sessionForm({ read_at: '2026-11-23T10:00:00.000Z' }), sessionForm({ id: id(31) })])
    await screen.findByText('0 of 2 signed')

    expect(await fact('Last updated')).toMatch(/^Nov 23, 2026/)
  })

  test('given a document that staff marked as completed, when it shows, then it does not count as signed', async () => {
    show({}, [sessionForm({ status: 'completed', signed_at: null }), sessionForm({ id: id(31) })])

    expect(await screen.findByText('1 of 2 done')).toBeInTheDocument()
  })

  test('given two documents that two people signed, when it shows, then the line names both', async () => {
    const signed = { status: 'completed' as const, signed_at: '2026-11-22T12:00:00.000Z' }
    const ended = { status: 'completed' as const, submitted_at: '2026-11-22T12:00:00.000Z' }
    show(ended, [sessionForm(signed), sessionForm({ ...signed, id: id(31), signed_as: 'Pedro Silva' })])
    const line = await screen.findByRole('list', { name: 'Progress of the session' })

    expect(within(line).getAllByRole('listitem').at(-1)).toHaveTextContent(/^Signed.*Maria Alvarez, Pedro Silva$/)
  })

  test('given one of two signed documents, when it shows, then a line says who did what and when @full', async () => {
    const at = { sent_at: '2026-11-21T10:00:00.000Z', read_at: '2026-11-21T11:00:00.000Z' }
    show({}, [
      sessionForm({ ...at, status: 'completed', signed_at: '2026-11-22T12:00:00.000Z' }),
      sessionForm({ id: id(31), title: 'Review' }),
    ])
    const line = await screen.findByRole('list', { name: 'Progress of the session' })
    const steps = within(line).getAllByRole('listitem')
    expect(steps.map((step) => step.textContent?.replace(/\d+:\d+\s[AP]M.*?(?=[A-Z]|$)/, ''))).toEqual([
      expect.stringMatching(/^CreatedNov 20, 2026.*Dana Reyes$/),
      expect.stringMatching(/^SentNov 21, 2026/),
      expect.stringMatching(/^OpenedNov 21, 2026.*Maria Alvarez$/),
      'SignedNot yet',
    ])
    expect(steps[3]).toHaveAttribute('aria-current', 'step')
    expect(await violations()).toEqual([])
  })

  test.each([
    ['no documents', {}, [], 'Add Document'],
    ['documents and no passcode', { passcode: null }, [sessionForm()], 'Set Passcode'],
    ['documents that nobody has opened', { status: 'not_started' }, [sessionForm()], 'Send'],
    [
      'documents that were sent and that nobody has opened',
      { status: 'not_started', sent_at: moment },
      [sessionForm()],
      'Remind Client',
    ],
    ['a client at work', {}, [sessionForm({ status: 'viewed' })], 'Remind Client'],
    [
      'a declined document',
      { status: 'declined' },
      [sessionForm({ status: 'declined', declined_at: moment })],
      'Offer Again',
    ],
    [
      'sealed documents',
      { status: 'completed' },
      [sessionForm({ status: 'completed', sealed_sha256: 'ab'.repeat(32) })],
      'Download Packet',
    ],
    ['an end', { status: 'cancelled' }, [sessionForm()], 'Reopen Session'],
  ] as const)(
    'given a session with %s, when it shows, then its one primary action fits',
    async (_what, changes, forms, name) => {
      show(changes, [...forms])
      const action = await screen.findByRole('button', { name })
      const isPrimary = (button: HTMLElement) => button.matches('[data-variant="primary"], [data-primary]')
      await waitFor(() => expect(screen.getAllByRole('button').filter(isPrimary)).toEqual([action]))
    },
  )

  test('given an ended session, when it is reopened from the page, then it asks first @full', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put(at('session/ABCDEFGHJKMN'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(session())
      }),
    )
    const user = show({ status: 'cancelled' }, [sessionForm()])
    await user.click(await screen.findByRole('button', { name: 'Reopen Session' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(bodies).toEqual([])
    await user.click(question.getByRole('button', { name: 'Reopen Session' }))
    await waitFor(() => expect(bodies).toEqual([{ cancelled: false }]))
  })

  test('given a session that someone else has changed, when it is reopened, then the page reads it again, and the next try succeeds @full', async () => {
    const versions: unknown[] = []
    let stored = session({ status: 'cancelled' })
    const user = show()
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(stored)),
      http.put(at('session/ABCDEFGHJKMN'), ({ request }) => {
        versions.push(request.headers.get('If-Match'))
        if (versions.length > 1) return HttpResponse.json(stored)
        stored = { ...stored, version: 9 }
        return HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current: stored }, { status: 409 })
      }),
    )
    const reopen = async () => {
      await user.click(await screen.findByRole('button', { name: 'Reopen Session' }))
      const question = within(await screen.findByRole('alertdialog', { name: /^Reopen this session/ }))
      await user.click(question.getByRole('button', { name: 'Reopen Session' }))
    }
    await reopen()
    const message = within(await screen.findByRole('alertdialog', { name: /Someone else changed this session/ }))
    await user.click(message.getByRole('button', { name: 'OK' }))
    await reopen()

    await waitFor(() => expect(versions).toEqual([`"${session().version}"`, '"9"']))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  test('given documents that arrive late, when they bring the next step, then no button comes between the others @full', async () => {
    const documents = holdAnswer()
    const user = show({ passcode: null })
    server.use(
      http.get(at(`sessionforms/session/${id(10)}`), async () => {
        await documents.hold()
        return HttpResponse.json({ success: true, data: [sessionForm()] })
      }),
    )
    expect(await actions()).toEqual(['Edit Session Info', 'More actions'])
    documents.release()
    await screen.findByRole('button', { name: 'Set Passcode' })

    expect(await actions()).toEqual(['Set Passcode', 'Edit Session Info', 'More actions'])
    await user.click(screen.getByRole('button', { name: 'Set Passcode' }))
    expect(await screen.findByRole('dialog', { name: 'Edit Session Info' })).toBeInTheDocument()
  })

  test('given an ended session, when its documents have not arrived, then it can be reopened', async () => {
    const documents = holdAnswer()
    show({ status: 'cancelled' })
    server.use(
      http.get(at(`sessionforms/session/${id(10)}`), async () => {
        await documents.hold()
        return HttpResponse.json({ success: true, data: [] })
      }),
    )
    await documents.asked
    expect(await actions()).toEqual(['Reopen Session', 'Edit Session Info', 'More actions'])
    documents.release()
  })

  test('given the client link, when it is copied, then it is on the clipboard, and the first time it is handed over', async () => {
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Copy client link' }))

    expect(await screen.findByText('Copied')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('https://client.example.com/session/ABCDEFGHJKMN')
    await waitFor(() => expect(handOver).toHaveBeenCalledTimes(1))
    await user.click(screen.getByRole('button', { name: 'Copy session code' }))
    expect(handOver).toHaveBeenCalledTimes(1)
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

  test('given the client link, when its QR code is opened, then it shows @full', async () => {
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

    // The first poll follows the first answer, which may come later than the session.
    await vi.waitFor(
      async () => {
        vi.advanceTimersByTime(5_000)
        expect(await fact('Status')).toBe('completed')
      },
      { timeout: 20_000 },
    )
    expect(openings).toBe(1)
    vi.useRealTimers()
  })

  test('given a new passcode by a colleague, when the polled list has the newer version, then the page shows it', async () => {
    const user = show()
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session()), { once: true }),
      http.get(at('session/ABCDEFGHJKMN/details'), () =>
        HttpResponse.json(session({ passcode: 'newer0188', version: 2 })),
      ),
      http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([sessionSummary({ version: 2 })])),
    )
    await user.click(await screen.findByRole('button', { name: 'Show passcode' }))

    expect(await screen.findByText('newer0188')).toBeInTheDocument()
  })

  test('given a session that was opened, when the name of its client is changed, then its page has the new name @full', async () => {
    const puts = serveClient(client())
    const user = show()
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () =>
        HttpResponse.json(session({ client_first_name: puts.length === 0 ? 'Maria' : 'Maria B' })),
      ),
      http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([sessionSummary()])),
    )
    await screen.findByRole('heading', { name: 'onboarding Session for Maria Alvarez' })
    await user.click(screen.getByRole('link', { name: 'Back to Client Detail Page' }))
    await user.click(await screen.findByRole('button', { name: 'Edit Name' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText('First Name'), ' B')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await closed()
    await user.click(within(screen.getByRole('region', { name: 'Sessions' })).getByRole('link', { name: /^ABCD/ }))

    expect(await screen.findByRole('heading', { name: 'onboarding Session for Maria B Alvarez' })).toBeInTheDocument()
  })

  test('given an unknown code, when the page loads, then it says so', async () => {
    server.use(http.get(at('session/XXXX/details'), () => HttpResponse.json({}, { status: 404 })))
    renderApp(`/admin/clients/${id(1)}/sessions/XXXX`)

    expect(await screen.findByRole('alert')).toHaveTextContent('This session was not found.')
  })
})

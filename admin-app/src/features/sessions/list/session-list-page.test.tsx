import type { SessionListItem } from '@agency/contract/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id, listedSession } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const counts = { all: 112, waiting_for_us: 3, waiting: 40, declined: 1, expiring: 2, completed: 60, archived: 4 }

beforeEach(() => {
  signIn()
  vi.stubGlobal('scrollTo', vi.fn())
  server.use(http.get(at('sessions/counts'), () => HttpResponse.json(counts)))
})

/** Answers the list and gives the queries it was asked for. */
function answerList(sessions: readonly SessionListItem[], total = sessions.length): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(at('sessions'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(sessions, { headers: { 'X-Total-Count': String(total) } })
    }),
  )
  return asked
}

const lastOf = (asked: readonly URLSearchParams[]) => Object.fromEntries(asked.at(-1) ?? [])

describe('the list of all sessions', () => {
  test('given sessions, when the list shows, then each row has its client and leads to the session @full', async () => {
    answerList([listedSession(), listedSession({ id: id(11), client_first_name: null, client_last_name: null })])
    renderApp('/admin/sessions')

    const link = await screen.findByRole('link', { name: 'Maria Alvarez, onboarding session' })
    expect(link).toHaveAttribute('href', `/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
    const cells = within(screen.getByRole('row', { name: /Maria/ })).getAllByRole('cell')
    expect(cells.slice(0, 4).map((cell) => cell.textContent)).toEqual([
      'Maria Alvarez',
      'ABCD-EFGH-JKMN',
      'onboarding',
      'in progress',
    ])
    expect(screen.getByRole('link', { name: '-, onboarding session' })).toBeInTheDocument()
    expect(screen.getByText('2 sessions')).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test.each(['', '?status=waiting'])(
    'given the list%s, when going from its search on by arrows, then each row is reached',
    async (search) => {
      answerList([1, 2, 3].map((n) => listedSession({ id: id(n) })))
      const user = renderApp(`/admin/sessions${search}`)
      const rows = await screen.findAllByRole('link', { name: 'Maria Alvarez, onboarding session' })
      await user.keyboard('/{ArrowDown}')
      await waitFor(() => expect(rows[0]).toHaveFocus())
      await user.keyboard('{ArrowDown}{ArrowDown}')
      expect(rows[2]).toHaveFocus()
      await user.keyboard('{ArrowUp}')
      expect(rows[1]).toHaveFocus()
    },
  )

  test('[PH-07] given a session that is completed because staff marked a document, when the list shows, then it says so and does not look sealed @full', async () => {
    const marked = { status: 'completed', marked_at: '2026-11-22T17:00:00.000Z', marked_by: 'Olga Prado' } as const
    answerList([listedSession(marked), listedSession({ id: id(11), status: 'completed' })])
    renderApp('/admin/sessions')
    expect(await screen.findByText('Document marked by Olga Prado, Nov 22, 2026')).toBeInTheDocument()
    const badges = screen.getAllByText('completed', { selector: '.badge' })
    expect(badges.map((badge) => badge.getAttribute('data-tone'))).toEqual([null, 'success'])
  })

  test('given a session that staff ended, when the list shows, then no document is said to be marked', async () => {
    const ended = { status: 'cancelled', session_state: 'cancelled', marked_by: 'Olga Prado' } as const
    answerList([listedSession({ ...ended, marked_at: '2026-11-22T17:00:00.000Z' })])
    renderApp('/admin/sessions')
    await screen.findByText('cancelled', { selector: '.badge' })
    expect(screen.queryByText(/marked by/)).not.toBeInTheDocument()
  })

  test('given filters in the address, when each is removed, then the list and the address are updated @full', async () => {
    const asked = answerList([listedSession()], 112)
    const user = renderApp('/admin/sessions?status=waiting&signed_since=2026-11-20&page=2')
    await screen.findByText('Showing 51–51 of 112 sessions')
    const signed_since = new Date(2026, 10, 20).toISOString()
    expect(lastOf(asked)).toEqual({ limit: '50', offset: '50', status: 'waiting', sort: 'waiting', signed_since })
    expect(await screen.findByRole('button', { name: 'Waiting for the client 40' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )

    await user.click(screen.getByRole('button', { name: 'Signed since November 20, 2026, remove filter' }))
    const waiting = { limit: '50', offset: '0', status: 'waiting', sort: 'waiting' }
    await waitFor(() => expect(lastOf(asked)).toEqual(waiting))
    expect(window.location.search).toBe('?status=waiting')
    expect(screen.queryByRole('button', { name: /remove filter/ })).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'All 112' }))
    await waitFor(() => expect(lastOf(asked)).toEqual({ limit: '50', offset: '0' }))
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(window.location.search).toBe('?page=2'))
  })

  test('[OF-08] given the navigation, when Sessions is opened, then each state is a button with its number', async () => {
    const asked = answerList([listedSession()])
    const user = renderApp('/admin/sessions?status=expired')
    await user.click(await screen.findByRole('link', { name: 'Sessions' }))
    const buttons = await screen.findAllByRole('button', { name: /\d$/ })
    expect(buttons.map((button) => button.textContent)).toEqual([
      'All 112',
      'Waiting for us 3',
      'Waiting for the client 40',
      'Declined 1',
      'Expiring 2',
      'Done 60',
      'Archived 4',
    ])
    await user.click(screen.getByRole('button', { name: 'Waiting for us 3' }))
    await waitFor(() => expect(lastOf(asked)).toMatchObject({ status: 'waiting_for_us' }))
    expect(window.location.search).toBe('?status=waiting_for_us')
    await user.selectOptions(screen.getByLabelText('Filter by status'), 'Expired')
    await waitFor(() => expect(lastOf(asked)).toMatchObject({ status: 'expired' }))
  })

  test('[OF-08] given a search, when typing rests, then the address holds it, and ↓ enters the rows', async () => {
    const asked = answerList([listedSession()])
    const user = renderApp('/admin/sessions?status=declined&page=2')
    await screen.findByRole('link', { name: /Maria/ })
    await user.type(screen.getByRole('searchbox', { name: 'Search sessions' }), 'alv{ArrowDown}')
    await waitFor(() => expect(lastOf(asked)).toMatchObject({ q: 'alv', status: 'declined', offset: '0' }))
    expect(window.location.search).toBe('?q=alv&status=declined')
    await waitFor(() => expect(screen.getByRole('link', { name: /Maria/ })).toHaveFocus())
  })

  test('given an address beyond the end, when it is opened, then the last page shows', async () => {
    const asked = answerList([], 112)
    renderApp('/admin/sessions?page=99')

    await waitFor(() => expect(window.location.search).toBe('?page=3'))
    expect(lastOf(asked)).toEqual({ limit: '50', offset: '100' })
  })

  test('given an address with invalid parameters, when it is opened, then the defaults are used', async () => {
    const asked = answerList([])
    renderApp('/admin/sessions?status=gone&signed_since=2026-13-45&page=-1')

    expect(await screen.findByText('No sessions found.')).toBeInTheDocument()
    expect(lastOf(asked)).toEqual({ limit: '50', offset: '0' })
  })

  test('given sessions that fail, when they are retried, then they show', async () => {
    answerList([listedSession()])
    server.use(http.get(at('sessions'), () => HttpResponse.json({}, { status: 500 }), { once: true }))
    const user = renderApp('/admin/sessions')

    expect(await screen.findByRole('alert')).toHaveTextContent('The sessions could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /^Maria/ })).toBeInTheDocument()
  })
})

describe('who has not signed', () => {
  const sent_at = '2026-11-10T15:00:00.000Z'
  const rows = [
    listedSession({ sent_at, opened_at: '2026-11-12T15:00:00.000Z', reminded_at: '2026-11-14T15:00:00.000Z' }),
    listedSession({ id: id(11), session_code: 'BBBBBBBBBBBB', client_first_name: 'Rui', client_phone: null }),
    listedSession({ id: id(12), session_code: 'CCCCCCCCCCCC', client_first_name: 'Ana' }),
  ]

  /** Answers reminders by session code; gives the codes and keys of the calls. */
  function answerReminders(answers: Readonly<Record<string, () => Response>>) {
    const calls: (string | null)[][] = []
    server.use(
      http.post(at('session/:code/remind'), ({ params, request }) => {
        calls.push([String(params.code), request.headers.get('Idempotency-Key')])
        return answers[String(params.code)]?.() ?? HttpResponse.json({ sent: true })
      }),
    )
    return calls
  }

  test('given sessions that wait, when they show, then each says whom to call, when it was sent and opened, and how far it is', async () => {
    answerList(rows)
    renderApp('/admin/sessions?status=waiting_long')
    const row = within(await screen.findByRole('row', { name: /Maria/ }))
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      ...['Maria Alvarez', ' 305-555-0187', 'onboarding', '11/10/26', '11/12/26', '2 of 4 signed'],
      'RemindLast 11/14/26',
    ])
    expect(row.getByRole('link', { name: 'Call 305-555-0187' })).toHaveAttribute('href', 'tel:+13055550187')
    expect(await violations()).toEqual([])
  })

  test('given several, when all are reminded, then each row has its outcome, and a refusal stops no other', async () => {
    answerList(rows)
    const message = 'The client was reminded of this document a short while ago.'
    const calls = answerReminders({
      ABCDEFGHJKMN: () => HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 }),
      BBBBBBBBBBBB: () => HttpResponse.json({ sent: false, text: 'Hello Rui' }),
    })
    const user = renderApp('/admin/sessions?status=waiting')
    expect(await screen.findByRole('button', { name: 'Remind Selected' })).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: 'Select this page' }))
    expect(screen.getByText('3 selected')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remind Selected' }))
    expect(await screen.findByText('1 reminded by email, 2 not: see the rows')).toBeInTheDocument()
    const outcome = (name: RegExp) => within(screen.getByRole('row', { name })).getAllByRole('status')[0]?.textContent
    expect(outcome(/Maria/)).toBe(message)
    expect(outcome(/Rui/)).toMatch(/^No email can be sent/)
    expect(outcome(/Ana/)).toBe('An email is being sent.')
    expect(screen.getByRole('button', { name: 'Copy reminder' })).toBeInTheDocument()
    expect(calls.map(([code]) => code)).toEqual(['ABCDEFGHJKMN', 'BBBBBBBBBBBB', 'CCCCCCCCCCCC'])
    expect(new Set(calls.map(([, key]) => key)).size).toBe(3)
    expect(calls.every(([, key]) => key !== null)).toBe(true)
  })

  test('given an auditor, when they look, then there is nothing to select or to remind of', async () => {
    signIn('auditor')
    answerList(rows)
    renderApp('/admin/sessions?status=expiring')
    await screen.findByRole('row', { name: /Maria/ })
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Remind/ })).not.toBeInTheDocument()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { counts, id, listed, listedSession } from '../../testing/fixtures'
import { holdAnswer } from '../../testing/held-answer'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const uuid = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

const someToDo = {
  overdue: 8,
  coming: 5,
  waiting: 1_203,
  signed: 0,
  unsealed: 0,
  declined: 1,
  proposals: 2,
  signed_since: '2026-11-20T05:00:00.000Z',
}

beforeEach(() => {
  signIn()
  server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
  answerDeclined()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Answers the declined documents. */
const answerDeclined = (documents: object[] = []) =>
  server.use(http.get(at('declined-documents'), () => HttpResponse.json({ documents })))

/** Answers what needs doing, and gives what was asked. */
function answerToday(): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(at('clients/today'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(someToDo)
    }),
  )
  return asked
}

describe('what needs doing today', () => {
  test('given counts, when the dashboard shows, then each is a link to the list that it counts', async () => {
    // Late in the evening: by then it is tomorrow already in UTC, west of it.
    vi.setSystemTime(new Date(2026, 10, 1, 23, 30))
    signIn()
    const asked = answerToday()
    renderApp('/admin/dashboard')

    const target = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await target('8 Overdue follow-ups')).toBe('/admin/clients?follow_up=overdue&sort=next_f_u_date')
    expect(await target('5 Follow-ups within 7 days')).toBe('/admin/clients?follow_up=coming&sort=next_f_u_date')
    expect(await target('1,203 Sessions waiting for the client')).toBe('/admin/sessions?status=waiting')
    expect(await target('0 Sessions signed since yesterday')).toBe('/admin/sessions?signed_since=2026-10-31')
    expect(await target('1 Declined sessions')).toBe('/admin/sessions?status=declined')
    expect(await target('2 Client changes to review')).toBe('/admin/clients?proposals=open')
    expect(asked.map((query) => Object.fromEntries(query))).toEqual([
      { date: '2026-11-01', since: new Date(2026, 9, 31).toISOString() },
    ])
    await screen.findByRole('link', { name: '30 Unpaid' })
    expect(await violations()).toEqual([])
  })

  test('given documents that could not be sealed, when the dashboard shows, then they stand out and lead to their sessions', async () => {
    const held = holdAnswer()
    server.use(
      http.get(at('clients/today'), async () => {
        await held.hold()
        return HttpResponse.json({ ...someToDo, unsealed: 3 })
      }),
    )
    renderApp('/admin/dashboard')
    // The tile has its place before the figures are there.
    expect(await screen.findByRole('link', { name: 'Signed, but could not be sealed' })).toBeInTheDocument()
    held.release()
    const tile = await screen.findByRole('link', { name: '3 Signed, but could not be sealed' })
    expect(tile).toHaveAttribute('href', '/admin/sessions?status=sealing_failed')
  })

  test('given a dashboard left open, when it is read the next day, then it shows what is due on that day', async () => {
    vi.setSystemTime(new Date(2026, 11, 31, 23, 30))
    signIn()
    const asked = answerToday()
    renderApp('/admin/dashboard')
    await screen.findByRole('link', { name: '8 Overdue follow-ups' })
    vi.setSystemTime(new Date(2027, 0, 1, 8))
    signIn()
    document.dispatchEvent(new Event('visibilitychange'))

    await waitFor(() => expect(asked.at(-1)?.get('date')).toBe('2027-01-01'))
    expect(asked.at(-1)?.get('since')).toBe(new Date(2026, 11, 31).toISOString())
    const signed = await screen.findByRole('link', { name: '0 Sessions signed since yesterday' })
    expect(signed).toHaveAttribute('href', '/admin/sessions?signed_since=2026-12-31')
  })

  test('given counts that fail, when they are retried, then they show; the counts by status were never affected', async () => {
    answerToday()
    server.use(http.get(at('clients/today'), () => HttpResponse.json({}, { status: 500 }), { once: true }))
    const user = renderApp('/admin/dashboard')

    expect(await screen.findByRole('alert')).toHaveTextContent('The figures of today could not be loaded.')
    expect(await screen.findByRole('link', { name: '30 Unpaid' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: '8 Overdue follow-ups' })).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  })
})

describe('the lists of what is due', () => {
  test('[OF-12] given things to do, when the dashboard shows, then each row says who and what, and leads there', async () => {
    vi.setSystemTime(new Date(2026, 10, 22, 12))
    signIn()
    answerToday()
    const asked: string[] = []
    server.use(
      http.get(at('clients'), ({ request }) => {
        const query = new URL(request.url).searchParams
        asked.push(query.get('follow_up') ?? query.get('proposals') ?? '')
        const isOverdue = query.get('follow_up') === 'overdue'
        const rows = isOverdue ? [listed({ next_f_u_date: '2026-11-20' })] : []
        return HttpResponse.json(rows, { headers: { 'X-Total-Count': isOverdue ? '8' : '0' } })
      }),
      http.get(at('sessions'), ({ request }) => {
        const query = new URL(request.url).searchParams
        asked.push(query.get('status') ?? query.get('signed_since') ?? '')
        const rows = query.get('status') === 'expiring' ? [listedSession()] : []
        return HttpResponse.json(rows, { headers: { 'X-Total-Count': String(rows.length) } })
      }),
    )
    renderApp('/admin/dashboard')

    const overdue = within(await screen.findByRole('region', { name: 'Overdue' }))
    expect(overdue.getByRole('listitem')).toHaveTextContent('Maria Alvarez November 20, 2026 (2 days ago)')
    expect(overdue.getByRole('link', { name: 'Maria Alvarez' })).toHaveAttribute('href', `/admin/clients/${id(1)}`)
    expect(overdue.getByRole('link', { name: 'All 8' })).toHaveAttribute(
      'href',
      '/admin/clients?follow_up=overdue&sort=next_f_u_date',
    )
    const expiring = within(await screen.findByRole('region', { name: 'Expiring this week' }))
    expect(expiring.getByRole('listitem')).toHaveTextContent(/^Maria Alvarez onboarding session, expires Dec 20, 2026/)
    expect(expiring.getByRole('link')).toHaveAttribute('href', `/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
    expect(screen.queryByRole('region', { name: 'Signed since yesterday' })).not.toBeInTheDocument()
    expect(asked.sort()).toEqual(
      ['coming', 'expiring', 'open', 'overdue', 'waiting_long', new Date(2026, 10, 21).toISOString()].sort(),
    )
    expect(await violations()).toEqual([])
  })

  test('given lists that are answered one by one, when the last one is, then all show at once, below all tiles', async () => {
    answerToday()
    const held = holdAnswer()
    const one = () => HttpResponse.json([listedSession()], { headers: { 'X-Total-Count': '1' } })
    server.use(
      http.get(at('sessions'), async ({ request }) => {
        if (new URL(request.url).searchParams.get('status') === 'expiring') await held.hold()
        return one()
      }),
    )
    renderApp('/admin/dashboard')
    await held.asked
    await screen.findByRole('link', { name: '30 Unpaid' })
    await screen.findByRole('link', { name: '8 Overdue follow-ups' })
    const tiles = screen.getAllByRole('link')
    await expect(screen.findByRole('region', { name: 'Signed since yesterday' }, { timeout: 200 })).rejects.toThrow()

    held.release()
    await screen.findByRole('region', { name: 'Signed since yesterday' })
    expect(screen.getByRole('region', { name: 'Expiring this week' })).toBeInTheDocument()
    expect(screen.getAllByRole('link').slice(0, tiles.length)).toEqual(tiles)
  })

  test('[OF-12] given a list that fails, when it is retried, then it shows', async () => {
    answerToday()
    server.use(
      http.get(at('sessions'), ({ request }) =>
        new URL(request.url).searchParams.get('status') === 'expiring'
          ? HttpResponse.json([listedSession()], { headers: { 'X-Total-Count': '1' } })
          : HttpResponse.json([], { headers: { 'X-Total-Count': '0' } }),
      ),
      http.get(at('clients'), () => HttpResponse.json({}, { status: 500 })),
    )
    const user = renderApp('/admin/dashboard')
    const failure = await screen.findByText('Overdue: could not be loaded.')
    expect(screen.getByRole('region', { name: 'Expiring this week' })).toBeInTheDocument()
    server.use(http.get(at('clients'), () => HttpResponse.json([listed()], { headers: { 'X-Total-Count': '1' } })))
    await user.click(within(failure.parentElement ?? document.body).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Overdue' })).toBeInTheDocument()
  })
})

describe('declined documents', () => {
  const declined = {
    id: uuid(4),
    title: 'Agent of Record Authorization',
    client_id: uuid(5),
    client_first_name: 'Maria',
    client_last_name: 'Alvarez',
    client_phone: null,
    session_id: uuid(7),
    version: 1,
    session_code: 'ABCDEFGHJKMN',
    declined_at: new Date(2026, 10, 20, 15, 4).toISOString(),
    declined_from: '198.51.100.7',
    decline_reason: 'My husband must read it first',
  }

  test('[PH-06] given declined documents, when the dashboard shows, then each says who, when, from where and why, and leads to its session', async () => {
    answerToday()
    const marked = { title: null, declined_at: null, declined_from: null, decline_reason: null }
    answerDeclined([declined, { ...declined, id: uuid(6), ...marked }])
    renderApp('/admin/dashboard')
    const section = within(await screen.findByRole('region', { name: 'Declined' }))
    const [first, second] = section.getAllByRole('listitem')
    expect(first).toHaveTextContent(
      'Agent of Record Authorization, declined by Maria Alvarez, Nov 20, 2026, 3:04 PM, from 198.51.100.7.Reason: My husband must read it first',
    )
    expect(second).toHaveTextContent('Untitled for Maria Alvarez, marked as declined by staff.')
    const link = section.getByRole('link', { name: 'Agent of Record Authorization' })
    expect(link).toHaveAttribute('href', `/admin/clients/${uuid(5)}/sessions/ABCDEFGHJKMN`)
    expect(section.getByRole('link', { name: 'All sessions with declined documents' })).toHaveAttribute(
      'href',
      '/admin/sessions?status=declined',
    )
    expect(await violations()).toEqual([])
  })

  test('given declined documents that fail, when they are retried, then they show', async () => {
    answerToday()
    answerDeclined([declined])
    server.use(http.get(at('declined-documents'), () => HttpResponse.json({}, { status: 500 }), { once: true }))
    const user = renderApp('/admin/dashboard')
    expect(await screen.findByText('The declined documents could not be loaded.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Declined' })).toBeInTheDocument()
  })
})

describe('staff who opened many client records', () => {
  const alert = { id: uuid(1), at: '2026-11-20T15:00:00.000Z', admin_id: uuid(2), detail: '200 clients within an hour' }
  const answerAlerts = (alerts: object[]) =>
    server.use(http.get(at('record-reads/alerts'), () => HttpResponse.json({ alerts })))

  test('given alerts, when a power admin opens the dashboard, then each says who, how many and what became of it', async () => {
    const former = { ...alert, id: uuid(3), admin_name: null, refused: true, detail: '1000 clients within an hour' }
    answerAlerts([former, { ...alert, admin_name: 'Lee Ortiz', refused: false }])
    renderApp('/admin/dashboard')
    const section = await screen.findByRole('region', { name: 'Many client records opened' })
    const [first, second] = within(section).getAllByRole('listitem')
    expect(first).toHaveTextContent(/^A former admin: records of 1000 clients within an hour, .* were refused/)
    expect(second).toHaveTextContent(/^Lee Ortiz: records of 200 clients within an hour, .* Nothing was refused\.$/)
    expect(screen.getByRole('link', { name: 'Lee Ortiz' })).toHaveAttribute('href', `/admin/admins/${alert.admin_id}`)
    expect(await violations()).toEqual([])
  })

  test('given a standard admin, when the dashboard shows, then alerts are neither asked for nor shown', async () => {
    const asked = vi.fn(() => HttpResponse.json({ alerts: [] }))
    server.use(http.get(at('record-reads/alerts'), asked))
    storeLogin(tokenFor(3_600), { first_name: 'Lee', last_name: 'Ortiz', username: 'lee', role: 'standard' })
    renderApp('/admin/dashboard')
    expect(await screen.findByRole('link', { name: '30 Unpaid' })).toBeInTheDocument()
    expect(asked).not.toHaveBeenCalled()
    expect(screen.queryByRole('region', { name: 'Many client records opened' })).not.toBeInTheDocument()
  })

  test('given alerts that fail, when they are retried, then they show', async () => {
    answerAlerts([{ ...alert, admin_name: 'Lee Ortiz', refused: false }])
    server.use(http.get(at('record-reads/alerts'), () => HttpResponse.json({}, { status: 500 }), { once: true }))
    const user = renderApp('/admin/dashboard')
    const warnings = 'Warnings about opened client records could not be loaded.'
    expect(await screen.findByText(warnings)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Many client records opened' })).toBeInTheDocument()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { client, counts, id, listed, listedSession } from '../../testing/fixtures'
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
  test('given counts, when the dashboard shows, then each is a link to the list that it counts @full', async () => {
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

/** Answers lists by their filter; others are empty. */
function answerLists(lists: Readonly<Record<string, readonly object[]>>, total = 0) {
  const asked: string[] = []
  const answer = ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams
    const filter = query.get('follow_up') ?? query.get('status') ?? query.get('proposals') ?? ''
    asked.push(`${filter} ${query.get('sort') ?? ''}`.trim())
    const rows = lists[filter] ?? []
    return HttpResponse.json(rows, {
      headers: { 'X-Total-Count': String(Math.max(rows.length && total, rows.length)) },
    })
  }
  server.use(http.get(at('clients'), answer), http.get(at('sessions'), answer))
  return asked
}

const declined = {
  id: uuid(4),
  title: 'Agent of Record Authorization',
  client_id: uuid(5),
  client_first_name: 'Maria',
  client_last_name: 'Alvarez',
  client_phone: '3055550187',
  session_id: uuid(7),
  version: 1,
  session_code: 'ABCDEFGHJKMN',
  declined_at: new Date(2026, 10, 20, 15, 4).toISOString(),
  declined_from: '198.51.100.7',
  decline_reason: 'My husband must read it first',
}

const work = async () => within(await screen.findByRole('region', { name: 'Needs somebody' }))
const rowOf = async (text: RegExp) => {
  const row = (await work()).getAllByRole('listitem').find(({ textContent }) => text.test(textContent ?? ''))
  return within(row ?? expect.fail(`There is no row ${text}`))
}

describe('what needs somebody', () => {
  test('[OF-12] given things to do, when the dashboard shows, then one list says who, what and what can be done, the most urgent first @full', async () => {
    vi.setSystemTime(new Date(2026, 10, 22, 12))
    signIn()
    answerToday()
    answerDeclined([declined])
    const session = (n: number, changes: object) => listedSession({ id: id(n), ...changes })
    const asked = answerLists(
      {
        overdue: [listed({ next_f_u_date: '2026-11-20' })],
        open: [listed({ client_first_name: 'Rui' })],
        expiring: [session(11, {})],
        waiting_long: [session(11, {}), session(12, { sent_at: '2026-11-10T15:00:00.000Z' })],
        waiting_for_us: [session(13, { session_state: 'draft' }), session(14, {}), session(15, { undelivered: true })],
        sealing_failed: [session(14, {})],
      },
      8,
    )
    renderApp('/admin/dashboard')

    const list = await work()
    const items = list.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/, \d+:\d+.[AP]M/, ''))
    // What is not shown is told below the rows of its kind.
    expect(items[items.findIndex((text) => text?.startsWith('Follow-up')) + 1]).toBe('All overdue follow-ups (8)')
    expect(items.filter((text) => !text?.startsWith('All '))).toEqual([
      'DeclinedMaria Alvarez Agent of Record Authorization, declined Nov 20, 2026, from 198.51.100.7Reason: My husband must read it first CallOffer AgainReplaceWithdraw',
      'Not sealedMaria Alvarez onboarding session, signed, but could not be sealed Call',
      'ChangesRui Alvarez proposed changes to the record CallAccept or Dismiss',
      'Follow-upMaria Alvarez November 20, 2026 (2 days ago) CallDoneSnooze a daySnooze a week',
      'ExpiringMaria Alvarez onboarding session, expires Dec 20, 2099 CallRemind',
      'Not signedMaria Alvarez onboarding session, since Nov 10, 2026 CallRemind',
      'To sendMaria Alvarez onboarding session, not sent yet CallSend',
      'Not deliveredMaria Alvarez onboarding session, a message did not reach the client CallSend',
    ])
    expect((await rowOf(/^Follow-up/)).getByRole('link', { name: 'Maria Alvarez' })).toHaveAttribute(
      'href',
      `/admin/clients/${id(1)}`,
    )
    expect(list.getByRole('link', { name: 'All overdue follow-ups (8)' })).toHaveAttribute(
      'href',
      '/admin/clients?follow_up=overdue&sort=next_f_u_date',
    )
    expect(asked.sort()).toEqual(
      [
        ...['coming next_f_u_date', 'expiring waiting', 'open', 'overdue next_f_u_date', 'sealing_failed'],
        ...['waiting_for_us', 'waiting_long waiting'],
      ].sort(),
    )
    expect(await violations()).toEqual([])
  })

  test('given lists that are answered one by one, when the last one is, then all show at once, below the figures', async () => {
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
    const figures = screen.getAllByRole('link')
    expect(screen.queryByRole('region', { name: 'Needs somebody' })).not.toBeInTheDocument()

    held.release()
    await work()
    expect(screen.getAllByRole('link').slice(0, figures.length)).toEqual(figures)
  })

  test('[OF-12] given a list that fails, when it is retried, then its rows show', async () => {
    answerToday()
    answerLists({ expiring: [listedSession()] })
    server.use(http.get(at('declined-documents'), () => HttpResponse.json({}, { status: 500 })))
    const user = renderApp('/admin/dashboard')
    const failure = await screen.findByText('Not loaded: declined documents.')
    expect(await rowOf(/^Expiring/)).toBeDefined()
    answerDeclined([declined])
    await user.click(within(failure.parentElement ?? document.body).getByRole('button', { name: 'Try again' }))
    await waitFor(async () => expect(await rowOf(/^Declined/)).toBeDefined())
  })

  test('given a follow-up, when it is snoozed and undone by keys, then its date moves on its version, and back', async () => {
    vi.setSystemTime(new Date(2026, 10, 22, 12))
    signIn()
    answerToday()
    const lists: Record<string, object[]> = { overdue: [listed({ next_f_u_date: '2026-11-20' })] }
    answerLists(lists)
    const saved: unknown[] = []
    server.use(
      http.put(at(`clients/${id(1)}`), async ({ request }) => {
        saved.push([await request.json(), request.headers.get('If-Match')])
        lists.overdue = []
        return HttpResponse.json(client({ version: 9 }))
      }),
    )
    const user = renderApp('/admin/dashboard')
    const row = await rowOf(/^Follow-up/)
    row.getByRole('link', { name: 'Maria Alvarez' }).focus()
    await user.keyboard('s')
    await screen.findByText('Maria Alvarez: follow up on November 23, 2026.')
    // Its row went with the focus, and was the last one.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    await waitFor(() =>
      expect(saved).toEqual([
        [{ next_f_u_date: '2026-11-23' }, `"${listed().version}"`],
        [{ next_f_u_date: '2026-11-20' }, '"9"'],
      ]),
    )
  })

  const names = ['Ana', 'Bea', 'Cleo', 'Dora', 'Eva', 'Fay', 'Gil']
  /** Serves overdue follow-ups, five at a time; one that is changed is gone. Gives the names of those changed. */
  function serveFollowUps() {
    answerToday()
    const people = names.map((client_first_name, index) =>
      listed({ id: id(index + 1), client_first_name, next_f_u_date: '2026-01-02' }),
    )
    const changed: string[] = []
    const lists: Record<string, object[]> = { overdue: people.slice(0, 5), open: [listed({ id: id(20) })] }
    answerLists(lists, people.length)
    server.use(
      http.put(at('clients/:id'), ({ params }) => {
        changed.push(people.find((person) => person.id === params.id)?.client_first_name ?? '')
        lists.overdue = people.filter((person) => !changed.includes(person.client_first_name ?? '')).slice(0, 5)
        return HttpResponse.json(client({ version: 9 }))
      }),
    )
    return { changed, lists }
  }

  test('given the fifth of the rows, when it is snoozed by a key, then the row that comes in its place has the focus', async () => {
    serveFollowUps()
    const user = renderApp('/admin/dashboard')
    const row = await rowOf(/Eva/)
    row.getByRole('link', { name: 'Eva Alvarez' }).focus()
    await user.keyboard('s')
    await waitFor(async () => expect((await rowOf(/Fay/)).getByRole('link', { name: 'Fay Alvarez' })).toHaveFocus())
  })

  test('given a row, when one above it goes before it does, then the next row has the focus', async () => {
    const { changed, lists } = serveFollowUps()
    const held = holdAnswer()
    server.use(
      http.get(at('clients'), async ({ request }) => {
        if (changed.length > 0 && request.url.includes('overdue')) await held.hold()
      }),
    )
    const user = renderApp('/admin/dashboard')
    const row = await rowOf(/Bea/)
    delete lists.open
    row.getByRole('button', { name: 'Snooze a week' }).focus()
    await user.keyboard('w')
    await waitFor(async () => expect((await work()).queryByText('Changes')).not.toBeInTheDocument())
    held.release()
    await waitFor(async () => expect((await work()).getByRole('link', { name: 'Cleo Alvarez' })).toHaveFocus())
  })

  test('given a row that was done, when its place is pressed again at once, then the row that came there stays @full', async () => {
    const { changed } = serveFollowUps()
    const user = renderApp('/admin/dashboard')
    await user.click((await rowOf(/Bea/)).getByRole('button', { name: 'Done' }))
    await waitFor(async () => expect((await work()).queryByText('Bea Alvarez')).not.toBeInTheDocument())
    await user.click((await rowOf(/Cleo/)).getByRole('button', { name: 'Done' }))
    // Others have not moved, and keys follow the focus.
    await user.click((await rowOf(/Ana/)).getByRole('button', { name: 'Done' }))
    await waitFor(async () => expect((await work()).queryByText('Ana Alvarez')).not.toBeInTheDocument())
    ;(await work()).getByRole('link', { name: 'Dora Alvarez' }).focus()
    await user.keyboard('d')
    await waitFor(() => expect(changed).toEqual(['Bea', 'Ana', 'Dora']))
    await waitFor(
      async () => {
        await user.click((await rowOf(/Cleo/)).getByRole('button', { name: 'Done' }))
        expect(changed).toEqual(['Bea', 'Ana', 'Dora', 'Cleo'])
      },
      { timeout: 3_000 },
    )
  })

  test('given rows, when moved between by arrows, then keys act on the row that has the focus alone', async () => {
    answerToday()
    answerLists({ expiring: [listedSession(), listedSession({ id: id(12), session_code: 'BBBBBBBBBBBB' })] })
    const reminded: unknown[] = []
    server.use(
      http.post(at('session/:code/remind'), ({ params }) => {
        reminded.push(params.code)
        return HttpResponse.json({ sent: false, text: 'Hello Maria' })
      }),
    )
    const user = renderApp('/admin/dashboard')
    const [first] = (await work()).getAllByRole('link', { name: 'Maria Alvarez' })
    await user.keyboard('r')
    first?.focus()
    await user.keyboard('{ArrowDown}r')
    const outcome = within(await screen.findByRole('dialog', { name: 'Reminder' }))
    expect(outcome.getByText('Hello Maria')).toBeInTheDocument()
    expect(reminded).toEqual(['BBBBBBBBBBBB'])
  })

  test('given what a client proposes, when Accept is pressed, then both values show, and each is decided there @full', async () => {
    answerToday()
    answerLists({ open: [listed()] })
    const decided: unknown[] = []
    const proposal = { field: 'occupation', current: 'Baker', proposed: 'Teacher', document: 'Application' }
    const about = { id: id(80), session_form_id: id(30), session_id: id(10), created_at: declined.declined_at }
    server.use(
      http.get(at(`clients/${id(1)}/proposals`), () =>
        HttpResponse.json({ success: true, proposals: [{ ...proposal, ...about }] }),
      ),
      http.post(at(`clients/${id(1)}/proposals/:proposal/accept`), ({ request }) => {
        decided.push(request.headers.get('If-Match'))
        return HttpResponse.json({ success: true, proposals: [] })
      }),
    )
    const user = renderApp('/admin/dashboard')
    await user.click((await rowOf(/^Changes/)).getByRole('button', { name: 'Accept or Dismiss' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Changes of Maria Alvarez' }))
    expect(await dialog.findByText('Teacher')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Accept Employment Information: Occupation' }))
    await waitFor(() => expect(decided).toEqual([`"${listed().version}"`]))
  })

  test('given a client of whom a signed document names a policy, when the changes are opened, then the way to that policy is there @full', async () => {
    answerLists({ open: [listed()] })
    const named = { id: id(90), session_form_id: id(30), session_id: id(10), document: 'Application', fields: [] }
    server.use(
      http.get(at(`clients/${id(1)}/proposals`), () => HttpResponse.json({ success: true, proposals: [] })),
      http.get(at(`clients/${id(1)}/policy-proposals`), () =>
        HttpResponse.json({ proposals: [{ ...named, created_at: declined.declined_at }] }),
      ),
    )
    const user = renderApp('/admin/dashboard')
    await user.click((await rowOf(/^Changes/)).getByRole('button', { name: 'Accept or Dismiss' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Changes of Maria Alvarez' }))
    expect(await dialog.findByRole('link', { name: 'Add or dismiss it in the record' })).toHaveAttribute(
      'href',
      `/admin/clients/${id(1)}#section-policies`,
    )
    expect(dialog.queryByText('All changes are decided.')).not.toBeInTheDocument()
  })

  test('[PH-06] given declined documents, when one is to be replaced, then its session opens with the choice of another', async () => {
    answerToday()
    const marked = { title: null, declined_at: null, declined_from: null, decline_reason: null }
    answerDeclined([declined, { ...declined, id: uuid(6), ...marked }])
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json({}, { status: 404 })),
      http.get(at(`clients/${uuid(5)}/sessions`), () => HttpResponse.json([])),
    )
    const user = renderApp('/admin/dashboard')
    expect(await rowOf(/Untitled, marked as declined by staff/)).toBeDefined()
    await user.click((await rowOf(/Agent of Record/)).getByRole('button', { name: 'Replace' }))
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe(
        `/admin/clients/${uuid(5)}/sessions/ABCDEFGHJKMN?replace=${uuid(4)}`,
      ),
    )
  })

  test('given an auditor, when the dashboard shows, then rows can be read and called about, not changed', async () => {
    signIn('auditor')
    answerToday()
    answerDeclined([declined])
    answerLists({ overdue: [listed({ next_f_u_date: '2026-01-02' })], expiring: [listedSession()] })
    renderApp('/admin/dashboard')
    const list = await work()
    expect(list.getAllByRole('link', { name: 'Call 305-555-0187' }).length).toBeGreaterThan(0)
    expect(list.queryByRole('button')).not.toBeInTheDocument()
    expect(screen.queryByText(/snooze a day/)).not.toBeInTheDocument()
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

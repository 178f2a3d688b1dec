import type { ClientListItem } from '@agency/contract/clients'
import { phoneCases } from '@agency/contract/found-cases'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, counts, id, listed } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'
import { typeSteadily } from '../../../testing/type-steadily'
import { chooseColumns } from './column-choice'

const maria = listed()
const unknown = listed({
  id: id(2),
  client_first_name: null,
  client_last_name: 'Bennett',
  dob: null,
  next_f_u_date: null,
  current_health_plan_name: null,
})

/** Answers the list and gives the queries it was asked for. */
function answerList(clients: readonly ClientListItem[], total = clients.length): URLSearchParams[] {
  const asked: URLSearchParams[] = []
  server.use(
    http.get(at('clients'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(clients, { headers: { 'X-Total-Count': String(total) } })
    }),
  )
  return asked
}

const lastOf = (asked: readonly URLSearchParams[]) => Object.fromEntries(asked.at(-1) ?? [])

beforeEach(() => {
  signIn()
  chooseColumns(null)
  server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
})

describe('the client list', () => {
  test('[CL-01] [CL-02] [HO-10] given clients, when the list shows, then it has its tools and columns', async () => {
    answerList([maria, unknown])
    renderApp('/admin/clients')

    expect(await screen.findByRole('row', { name: /Maria Alvarez/ })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Clients', level: 1 })).toBeInTheDocument()
    const filters = await screen.findByRole('button', { name: 'All 312' })
    const names = within(filters.closest('fieldset') ?? filters)
      .getAllByRole('button')
      .map((b) => b.textContent)
    expect(names).toEqual(['All 312', 'Active 210', 'Inactive 60', 'Unpaid 30', 'Cancelled 12', 'Archived 0'])
    expect(screen.getByRole('button', { name: '+ client' })).toBeInTheDocument()
    expect(screen.getByRole('searchbox', { name: 'Search clients' })).toBeInTheDocument()
    const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent)
    expect(headings).toEqual([
      'First',
      'Last',
      'Next Follow-Up',
      'Health Plan',
      'Age',
      'Phone',
      'Status',
      'Owner',
      'Waiting',
      'Edit',
    ])
    expect(await violations()).toEqual([])
  })

  test('[FN-01] [FN-02] given a search, when the list shows, then what matched is marked, and the number that was found @full', async () => {
    const rows = phoneCases.map(({ typed }, n) => listed({ id: id(10 + n), primary_phone: typed }))
    const [marked, secondary, emailed] = [
      listed({ id: id(2), client_first_name: 'Núria', client_last_name: 'O’Brien', primary_phone: null }),
      listed({ id: id(3), client_last_name: 'Second', primary_phone: null }),
      listed({ id: id(4), client_last_name: 'Mailed', primary_email: 'obrien.n@example.com' }),
    ]
    answerList([...rows, marked, secondary, emailed])
    renderApp('/admin/clients?q=obrien+nuria')
    await screen.findByRole('row', { name: /Brien/ })
    const phones = screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[5]?.textContent)
    expect(phones.slice(1, rows.length + 1)).toEqual(phoneCases.map(({ shown }) => shown))
    const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
    expect(marks()).toEqual(['Núria', 'O’Brien'])
    cleanup()

    answerList([listed({ primary_phone: '305\u2011555\u20110147' }), secondary])
    renderApp('/admin/clients?q=%2B1+305+555+0147')
    await screen.findByRole('row', { name: /Second/ })
    expect(marks()).toEqual(['305-555-0147', '305-555-0147'])
    expect(screen.getByRole('row', { name: /Second/ })).toHaveTextContent('305-555-0147 (secondary phone)')
    cleanup()

    answerList([emailed])
    renderApp('/admin/clients?q=obrien.n@')
    expect(await screen.findByRole('row', { name: /Mailed/ })).toHaveTextContent('obrien.n@example.com')
    expect(marks()).toEqual(['obrien.n@'])
    expect(await violations()).toEqual([])
  })

  test('given a phone number, when the list shows, then it is a link that calls, which neither Tab nor the arrows reach', async () => {
    answerList([maria, listed({ id: id(2), primary_phone: 'ask her son' })])
    renderApp('/admin/clients')
    const call = await screen.findByRole('link', { name: '305-555-0187' })
    expect(call).toHaveAttribute('href', 'tel:+13055550187')
    expect(call).toHaveAttribute('tabindex', '-1')
    expect(screen.getByText('ask her son').closest('a')).toBeNull()
  })

  test('given the filter by proposals, when it is removed, then all clients are listed again', async () => {
    const asked = answerList([maria])
    const user = renderApp('/admin/clients?proposals=open')
    await screen.findByRole('row', { name: /Maria Alvarez/ })
    expect(lastOf(asked)).toMatchObject({ proposals: 'open', offset: '0' })
    await user.click(screen.getByRole('button', { name: 'Client changes to review, remove filter' }))

    await waitFor(() => expect(lastOf(asked)).not.toHaveProperty('proposals'))
    expect(window.location.search).toBe('')
  })

  test('[CL-06] given missing values, when the list shows, then each is a dash and the age is in whole years', async () => {
    vi.setSystemTime(new Date(2026, 3, 11, 12))
    answerList([maria, unknown])
    renderApp('/admin/clients')

    const cells = (name: RegExp) =>
      within(screen.getByRole('row', { name }))
        .getAllByRole('cell')
        .slice(0, 5)
        .map((cell) => cell.textContent)
    await screen.findByRole('row', { name: /Alvarez/ })
    expect(cells(/Alvarez/)).toEqual(['Maria', 'Alvarez', '12/4/2026', 'Ambetter', '64'])
    expect(cells(/Bennett/)).toEqual(['-', 'Bennett', '-', '-', '-'])
    vi.useRealTimers()
  })

  test('[CL-06] given a past follow-up and waiting sessions, when the list shows, then the row says so', async () => {
    vi.setSystemTime(new Date(2026, 11, 5, 12))
    signIn()
    answerList([
      listed({ sessions_waiting: 2, status: 'unpaid' }),
      listed({ id: id(2), next_f_u_date: '2026-12-05' }),
      // The number of overdue follow-ups leaves them out.
      listed({ id: id(3), status: 'cancelled' }),
    ])
    renderApp('/admin/clients')

    await screen.findAllByRole('row', { name: /Alvarez/ })
    const [, first, second, cancelled] = screen.getAllByRole('row').map((row) => row.textContent)
    expect(first).toContain('12/4/2026 overdue')
    expect(first).toContain('unpaidDana Reyes2 sessions')
    expect(second).not.toContain('overdue')
    expect(cancelled).not.toContain('overdue')
    vi.useRealTimers()
  })

  test('[CL-03] given the column Age, when it is pressed, then ages ascend, and the address holds the birth dates descending @full', async () => {
    const asked = answerList([maria])
    const user = renderApp('/admin/clients')
    await user.click(await screen.findByRole('button', { name: 'Age' }))
    await waitFor(() => expect(lastOf(asked)).toMatchObject({ sort: 'dob', order: 'desc' }))
    expect(screen.getByRole('columnheader', { name: 'Age' })).toHaveAttribute('aria-sort', 'ascending')
    await user.click(screen.getByRole('button', { name: 'Age' }))
    await waitFor(() => expect(lastOf(asked)).toMatchObject({ sort: 'dob', order: 'asc' }))
    expect(screen.getByRole('columnheader', { name: 'Age' })).toHaveAttribute('aria-sort', 'descending')
  })

  test.each([
    ['First', 'client_first_name'],
    ['Next Follow-Up', 'next_f_u_date'],
    ['Health Plan', 'current_health_plan_name'],
    ['Status', 'status'],
  ])(
    '[CL-03] given the column %s, when it is pressed twice, then the list ascends, and then descends',
    async (heading, sort) => {
      const asked = answerList([maria])
      const user = renderApp('/admin/clients')
      await user.click(await screen.findByRole('button', { name: heading }))
      await waitFor(() => expect(lastOf(asked)).toMatchObject({ sort, order: 'asc', offset: '0' }))
      expect(screen.getByRole('columnheader', { name: heading })).toHaveAttribute('aria-sort', 'ascending')
      await user.click(screen.getByRole('button', { name: heading }))
      await waitFor(() => expect(lastOf(asked)).toMatchObject({ sort, order: 'desc', offset: '0' }))
      expect(screen.getByRole('columnheader', { name: heading })).toHaveAttribute('aria-sort', 'descending')
      expect(window.location.search).toBe(`?sort=${sort}&order=desc`)
    },
  )

  test('[CL-11] given more matches than are counted, when an address is beyond them, then the last counted page is shown @full', async () => {
    const asked = answerList(
      Array.from({ length: 50 }, (_, n) => listed({ id: id(n + 1) })),
      1_001,
    )
    renderApp('/admin/clients?q=a&page=99')
    await screen.findByText('Showing 951–1,000 of 1,000+ clients')
    expect(lastOf(asked)).toMatchObject({ q: 'a', offset: '950' })
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
  })

  test('[CL-03] given a phone, when the list is sorted by the choice, then it offers every column that sorts', async () => {
    const asked = answerList([maria])
    const user = renderApp('/admin/clients')
    const choice = await screen.findByRole('combobox', { name: 'Sort by' })
    expect(
      within(choice)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['First', 'Last', 'Next Follow-Up', 'Health Plan', 'Age', 'Status'].map((name) => `Sort by ${name}`))
    await user.selectOptions(choice, 'Sort by Status')
    await waitFor(() => expect(lastOf(asked)).toMatchObject({ sort: 'status', order: 'asc' }))
  })

  test('[OF-06] given the columns, when some are chosen, then the table shows them, also after a reload', async () => {
    answerList([maria])
    const user = renderApp('/admin/clients')
    const headings = () => screen.getAllByRole('columnheader').map((heading) => heading.textContent)
    await user.click(await screen.findByText('Columns'))
    await user.click(screen.getByRole('checkbox', { name: 'Age' }))
    await user.click(screen.getByRole('checkbox', { name: 'Email' }))
    expect(headings()).toEqual([
      'First',
      'Last',
      'Next Follow-Up',
      'Health Plan',
      'Phone',
      'Status',
      'Owner',
      'Waiting',
      'Email',
      'Edit',
    ])
    expect(await screen.findByRole('row', { name: /Maria/ })).toHaveTextContent('maria@example.com')
    expect(screen.queryByRole('checkbox', { name: 'First' })).not.toBeInTheDocument()
    expect(localStorage.getItem('clientListColumns')).toContain('primary_email')
    await user.keyboard('{Escape}')
    expect(screen.getByText('Columns')).toHaveFocus()
  })

  test('given several pages, when the next one is asked for, then it starts at the top with its first row in focus', async () => {
    const scrollTo = vi.fn()
    vi.stubGlobal('scrollTo', scrollTo)
    server.use(
      http.get(at('clients'), ({ request }) => {
        const isFirst = new URL(request.url).searchParams.get('offset') === '0'
        return HttpResponse.json([isFirst ? maria : unknown], { headers: { 'X-Total-Count': '60' } })
      }),
    )
    const user = renderApp('/admin/clients')
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bennett' })).toHaveFocus())
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' })
  })

  test('[CL-05] given something typed, when ↓ is pressed in the box, then the rows of that search are entered', async () => {
    server.use(
      http.get(at('clients'), ({ request }) => {
        const isSearch = new URL(request.url).searchParams.get('q') === 'ben'
        return HttpResponse.json([isSearch ? unknown : maria], { headers: { 'X-Total-Count': '1' } })
      }),
    )
    const user = renderApp('/admin/clients')
    await screen.findByRole('row', { name: /Maria Alvarez/ })
    await user.type(screen.getByRole('searchbox'), 'ben{ArrowDown}')
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bennett' })).toHaveFocus())
  })

  test('[CL-05] given something typed, when the box loses the focus, then the search starts at once, and only once', async () => {
    answerList([maria])
    renderApp('/admin/clients')
    await screen.findByRole('row', { name: /Maria Alvarez/ })
    const box = screen.getByRole('searchbox')
    // In one task: the pause of the search can't pass in between.
    typeSteadily(box, 'amb')
    expect(window.location.search).toBe('')
    fireEvent.blur(box)
    expect(window.location.search).toBe('?q=amb')
  })

  test('[CL-05] given the search box, when typing rests, then one search is made and the address holds it @full', async () => {
    const asked = answerList([maria])
    renderApp('/admin/clients?page=3&status=unpaid')
    await screen.findByRole('row', { name: /Alvarez/ })
    typeSteadily(screen.getByRole('searchbox'), 'amb')

    await waitFor(() => expect(lastOf(asked)).toMatchObject({ q: 'amb', offset: '0', status: 'unpaid' }))
    expect(asked.map((query) => query.get('q')).filter(Boolean)).toEqual(['amb'])
    await waitFor(() => expect(window.location.search).toBe('?q=amb&status=unpaid'))
    expect(screen.getByRole('searchbox')).toHaveValue('amb')
  })

  test('[CL-05] given the answer to an older search, when it comes after that of a newer one, then its rows are not shown @full', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked: (string | null)[] = []
    server.use(
      http.get(at('clients'), async ({ request }) => {
        const q = new URL(request.url).searchParams.get('q')
        asked.push(q)
        if (q === 'al') await held
        const total = { al: '2', alb: '1' }[q ?? ''] ?? '3'
        return HttpResponse.json([q === 'alb' ? unknown : maria], { headers: { 'X-Total-Count': total } })
      }),
    )
    const user = renderApp('/admin/clients')
    await screen.findByRole('row', { name: /Maria Alvarez/ })
    typeSteadily(screen.getByRole('searchbox'), 'al')
    await waitFor(() => expect(asked).toContain('al'))
    await user.type(screen.getByRole('searchbox'), 'b')
    expect(await screen.findByRole('row', { name: /Bennett/ })).toBeInTheDocument()
    expect(screen.getByText('1 client')).toHaveRole('status')

    release()
    await user.tab()
    await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'false'))
    expect(screen.queryByRole('row', { name: /Maria/ })).not.toBeInTheDocument()
    expect(screen.getByText('1 client')).toBeInTheDocument()
    expect(window.location.search).toBe('?q=alb')
    // The page does not ask for rows again that have just come.
    expect(asked).toEqual([null, 'al', 'alb'])
  })

  test('[CL-08] given no matches, when the list shows, then it says so', async () => {
    answerList([])
    renderApp('/admin/clients')

    expect(await screen.findByText('No clients found.')).toBeInTheDocument()
    expect(screen.getByText('0 clients')).toBeInTheDocument()
  })

  test('[CL-09] given a row, when it is opened with the keyboard, then the client shows', async () => {
    answerList([maria])
    server.use(
      http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
      http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([])),
    )
    const user = renderApp('/admin/clients')
    const link = await screen.findByRole('link', { name: 'Maria Alvarez' })
    link.focus()
    await user.keyboard('{Enter}')

    expect(await screen.findByRole('heading', { name: 'Maria Alvarez', level: 1 })).toBeInTheDocument()
    expect(window.location.pathname).toBe(`/admin/clients/${id(1)}`)
  })

  test('given too many rows of lists, when the list loads, then it says how long to wait', async () => {
    const message = 'You have opened more client records or rows of lists than one person may within an hour.'
    server.use(http.get(at('clients'), () => HttpResponse.json({ code: 'TOO_MANY_RECORDS', message }, { status: 429 })))
    renderApp('/admin/clients')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })

  test.each([
    ['fails', () => HttpResponse.json({ code: 'INTERNAL', message: 'no' }, { status: 500 })],
    ['is no array', () => HttpResponse.json({ clients: [] }, { headers: { 'X-Total-Count': '0' } })],
  ])(
    '[CL-10] given an answer that %s, when the list loads, then it says so over an empty list',
    async (_case, answer) => {
      server.use(http.get(at('clients'), answer))
      renderApp('/admin/clients')

      expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load clients.')
      expect(screen.getAllByRole('row')).toHaveLength(1)
    },
  )
})

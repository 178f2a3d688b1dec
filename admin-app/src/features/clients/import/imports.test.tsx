import type { ClientImport, ImportPlan, ImportRow } from '@agency/contract/client-imports'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { counts, listed } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const id = '0198b2a0-0000-7000-8000-000000000001'
const person = { id: '0198b2a0-0000-7000-8000-000000000002', name: 'Ann Lee' }
const settings = {
  encoding: 'utf-8',
  delimiter: ',',
  sheet: null,
  header_row: 1,
  dates: 'mdy',
  decimals: 'point',
} as const
const plan: ImportPlan = {
  settings,
  mapping: ['full_name', null],
  match_by: ['ssn', 'email', 'phone', 'name_dob'],
  fill_only: false,
  leave_out_faults: false,
  add_zeros: false,
}
const open: ClientImport = {
  id,
  file_name: 'book.csv',
  kind: 'csv',
  created_at: '2026-11-27T12:00:00.000Z',
  created_by_name: 'Ana Lima',
  state: 'open',
  plan,
  detected: settings,
  sheets: [],
  columns: [
    { heading: 'Name', samples: ['Ann Lee'] },
    { heading: 'Town', samples: ['Miami'] },
  ],
  mixed_dates: false,
  unknown_statuses: [],
  remembered: false,
  rows: null,
  done: 0,
  counts: {},
  fault: null,
  file_until: '2099-12-04T12:00:00.000Z',
}
const row: ImportRow = {
  number: 2,
  outcome: 'ambiguous',
  decision: null,
  result: null,
  reasons: [{ field: '', message: 'a client has the same phone number, other name' }],
  values: [
    { field: 'address', former: null, value: 'Miami' },
    { field: 'dob', former: null, value: '1980-01-02' },
    { field: 'primary_email', former: null, value: 'ann@example.com' },
  ],
  client: null,
  same_as: null,
  candidates: [person],
  policy: null,
  kept: [],
}

/** Serves one import, with its steps. @returns what was sent */
function serveImport(first: ClientImport = open, untilSaved = () => Promise.resolve()) {
  let stored = first
  const sent: unknown[] = []
  const become = (changes: Partial<ClientImport>) => {
    stored = { ...stored, ...changes }
    return HttpResponse.json(stored)
  }
  const checked = { state: 'checked', rows: 1, counts: { ambiguous: 1, undecided: 1 } } as const
  const done = { state: 'done', done: 1, counts: { ambiguous: 1, updated: 1 } } as const
  const path = `client-imports/${id}`
  server.use(
    http.get(at('client-imports'), () => HttpResponse.json({ imports: [stored] })),
    http.post(at('client-imports'), () => HttpResponse.json(stored, { status: 201 })),
    http.get(at(path), () => (stored.state === 'checking' ? become(checked) : HttpResponse.json(stored))),
    http.put<never, ImportPlan>(at(`${path}/plan`), async ({ request }) => {
      const changed = await request.json()
      await untilSaved()
      sent.push(changed)
      return become({ plan: changed })
    }),
    http.post(at(`${path}/check`), () => become({ state: 'checking' })),
    http.get(at(`${path}/rows`), () => HttpResponse.json({ rows: [row], total: 1 })),
    http.put(at(`${path}/decisions`), async ({ request }) => {
      sent.push(await request.json())
      return become({ counts: { ambiguous: 1 } })
    }),
    http.post(at(`${path}/run`), () =>
      stored.state === 'checked'
        ? become(done)
        : HttpResponse.json({ code: 'WRONG_STATE', message: 'This import is running.' }, { status: 409 }),
    ),
    http.post(at(`${path}/revert`), () => become({ state: 'reverted', counts: { ambiguous: 1, reverted: 1 } })),
  )
  return sent
}

beforeEach(() => signIn())

describe('the import of clients', () => {
  test('[BK-07] given former imports, when one is chosen to compare with, then it is saved, and the last file too', async () => {
    const sent = serveImport()
    const former = {
      ...open,
      id: '0192a000-0000-7000-8000-00000000f0e1',
      file_name: 'june.csv',
      state: 'done',
    } as const
    server.use(http.get(at('client-imports'), () => HttpResponse.json({ imports: [open, former] })))
    const user = renderApp(`/admin/import/${id}`)
    const choice = await screen.findByRole('combobox', { name: 'Missing clients' })
    await user.selectOptions(choice, 'Compare with june.csv of Nov 27, 2026')
    await user.selectOptions(choice, 'Compare with no file')
    await user.selectOptions(choice, 'Compare with the last file with these headings')
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent).toMatchObject([{ former: former.id }, { former: null }, plan])
    expect(sent[2]).not.toHaveProperty('former')
  })

  test('[BK-08] given a table, when it is uploaded, mapped, checked, decided, run and reverted, then each step is shown', async () => {
    const sent = serveImport()
    const user = renderApp('/admin/import')
    const file = new File(['Name,Town\nAnn Lee,Miami\n'], 'book.csv', { type: 'text/csv' })
    await user.upload(await screen.findByLabelText('Choose a table'), file)

    expect(await screen.findByRole('heading', { level: 1, name: 'book.csv' })).toBeInTheDocument()
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Town is' }), 'City')
    await waitFor(() => expect(sent).toMatchObject([{ mapping: ['full_name', 'city'] }]))
    expect(screen.queryByText(/No column is the name/)).not.toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: 'Town is' })).toHaveFocus()
    expect(await violations()).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Check the rows' }))
    const rows = within(await screen.findByRole('table', { name: 'Rows' }, { timeout: 5_000 }))
    expect(rows.getByText(/same phone number, other name/)).toBeInTheDocument()
    expect(rows.getByText('Date of Birth: 1/2/1980')).toBeInTheDocument()
    expect(rows.getByText('ann@example.com').innerHTML).toBe('ann@<wbr>example.<wbr>com')
    expect(screen.getByText(/Decide the unclear rows/)).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Import 1 row' })).toBeDisabled()
    await user.selectOptions(rows.getByRole('combobox', { name: 'Row 2' }), 'Change Ann Lee')
    await waitFor(() => expect(sent.at(-1)).toEqual({ number: 2, decision: 'update', candidate: person.id }))
    expect(await violations()).toEqual([])

    const run = await screen.findByRole('button', { name: 'Import 1 row' })
    // A double click, before the first one shows.
    act(() => {
      run.click()
      run.click()
    })
    await user.click(await screen.findByRole('button', { name: 'Revert' }))
    await user.click(await within(await screen.findByRole('alertdialog')).findByRole('button', { name: 'Revert' }))
    expect(await screen.findByText(/The import is reverted/)).toBeInTheDocument()
  })

  test('[BK-02] given a column that nothing is taken of, when the rows are checked, then the screen names it', async () => {
    const columns = [...open.columns, { heading: 'Seguro', samples: ['Oscar'] }, { heading: 'Empty', samples: [] }]
    const mapping = ['full_name', 'city', null, null] as const
    serveImport({ ...open, state: 'checked', rows: 1, columns, plan: { ...plan, mapping: [...mapping] } })
    renderApp(`/admin/import/${id}`)
    const state = await screen.findByRole('region', { name: 'State' })
    expect(state).toHaveTextContent('Left out: Seguro. If one is needed')
  })

  test('[BK-38] given policies that are left out, when the rows are checked, then the screen says how many', async () => {
    serveImport({ ...open, state: 'checked', rows: 3, counts: { create: 3, policy_fault: 2 } })
    renderApp(`/admin/import/${id}`)
    expect(await screen.findByRole('button', { name: 'Import 3 rows' })).toBeEnabled()
    expect(screen.getByText(/2 policies would be left out/)).toBeInTheDocument()
  })

  test('[BK-38] given a carrier’s book, when its carrier and line are chosen for all rows, then they are saved, and rows say what becomes of policies @full', async () => {
    const columns = [
      { heading: 'Name', samples: ['Ann Lee'] },
      { heading: 'Policy Number', samples: ['••••1234'] },
      { heading: 'Policy Status', samples: ['Termed'] },
    ]
    const mapping: ImportPlan['mapping'] = ['full_name', 'policy.number', 'policy.status']
    const sent = serveImport({ ...open, columns, plan: { ...plan, mapping }, unknown_statuses: ['Future Active'] })
    const changed: ImportRow = {
      ...row,
      outcome: 'update',
      policy: 'policy_update',
      candidates: [],
      client: person,
      reasons: [],
      values: [{ field: 'policy.status', former: 'active', value: 'terminated' }],
    }
    server.use(
      http.get(at('carriers'), () => HttpResponse.json({ carriers: [] })),
      http.get(at(`client-imports/${id}/rows`), () => HttpResponse.json({ rows: [changed], total: 1 })),
    )
    const user = renderApp(`/admin/import/${id}`)
    expect(await screen.findByText(/No column says the carrier, line of policies/)).toBeInTheDocument()
    await user.type(screen.getByLabelText('Carrier of all policies'), 'Acme Health')
    await user.tab()
    await waitFor(() => expect(screen.queryByText(/No column says the carrier/)).not.toBeInTheDocument())
    await user.selectOptions(screen.getByRole('combobox', { name: 'Line of all policies' }), 'Dental')
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ policies: { carrier: 'Acme Health', line: 'dental' } }))
    await waitFor(() => expect(screen.queryByText(/No column says/)).not.toBeInTheDocument())
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status “Future Active”' }), 'Pending')
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ policies: { words: { 'Future Active': 'pending' } } }))
    await waitFor(() => expect(screen.queryByText(/This word is not known/)).not.toBeInTheDocument())
    expect(await violations()).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Check the rows' }))
    const rows = within(await screen.findByRole('table', { name: 'Rows' }, { timeout: 5_000 }))
    expect(rows.getByText('Changed policy')).toBeInTheDocument()
    expect(rows.getByText(/Policy State/)).toHaveTextContent('Policy State: active terminated')
    expect(await violations()).toEqual([])
  })

  test.each(['Full name', 'Full name, last name first'])(
    '[BK-08] given a table without a column of names, when staff choose %s, then they are no longer asked to @full',
    async (label) => {
      serveImport({ ...open, plan: { ...plan, mapping: [null, 'city'] } })
      const user = renderApp(`/admin/import/${id}`)
      expect(await screen.findByText(/No column is the name of clients/)).toBeInTheDocument()
      await user.selectOptions(screen.getByRole('combobox', { name: 'Name is' }), label)
      await waitFor(() => expect(screen.queryByText(/No column is the name/)).not.toBeInTheDocument())
    },
  )

  test('[BK-41] given a file without headings, when it is opened, then the screen says that the first row is data, and staff change it @full', async () => {
    const sent = serveImport({ ...open, plan: { ...plan, settings: { ...settings, header_row: 0 } } })
    const user = renderApp(`/admin/import/${id}`)
    const headings = await screen.findByRole('combobox', { name: 'Headings are in' })
    expect(headings).toHaveDisplayValue('No row: the first is data')
    expect(headings).toHaveAccessibleDescription(/first row is imported as a client/)
    await user.selectOptions(headings, 'Row 1')
    await waitFor(() => expect(sent).toMatchObject([{ settings: { header_row: 1 } }]))
    await waitFor(() => expect(screen.queryByText(/first row is imported as a client/)).not.toBeInTheDocument())
  })

  test('[BK-08] given rows with a fault, when staff choose to import them without it, then the rows are checked again @full', async () => {
    const sent = serveImport({ ...open, state: 'checked', rows: 1, counts: { fault: 1 } })
    const user = renderApp(`/admin/import/${id}`)
    await user.click(await screen.findByRole('button', { name: /^Check again, to import them/ }))
    expect(await screen.findByText(/One row is unclear/, undefined, { timeout: 5_000 })).toBeInTheDocument()
    expect(sent).toMatchObject([{ leave_out_faults: true }])
    expect(screen.queryByText(/Rows with a fault/)).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('[BK-08] given two choices before the first is saved, when both are, then neither is lost @full', async () => {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const sent = serveImport(open, () => isAnswered)
    const user = renderApp(`/admin/import/${id}`)
    const choice = (name: string) => screen.getByRole('checkbox', { name })
    await screen.findByRole('checkbox', { name: /^Only fill/ })
    await user.click(choice('Phone number'))
    await user.click(choice('E-mail address'))
    answer()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.at(-1)).toMatchObject({ match_by: ['ssn', 'name_dob'] })
    await waitFor(() => expect(choice('E-mail address')).not.toBeChecked())
    expect(choice('Phone number')).not.toBeChecked()
  })

  test('[BK-04] given rows of which none has a known client, when all are decided to change it, then it says so', async () => {
    serveImport({ ...open, state: 'checked', rows: 1, counts: { ambiguous: 1, undecided: 1 } })
    const still = { ...open, state: 'checked', rows: 1, counts: { ambiguous: 1, undecided: 1 } }
    server.use(http.put(at(`client-imports/${id}/decisions`), () => HttpResponse.json(still)))
    const user = renderApp(`/admin/import/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Change the known client' }))

    expect(await screen.findByText(/no client is known: add them, or leave them out/)).toBeInTheDocument()
  })

  test('[BK-08] given unclear rows of two kinds, when one kind is decided, then its question is sent', async () => {
    const questions = [
      { question: 'is two people', count: 2 },
      { question: 'a client has the same name', count: 1 },
    ]
    serveImport({ ...open, state: 'checked', rows: 3, counts: { ambiguous: 3, undecided: 3 }, questions })
    const bodies: unknown[] = []
    server.use(
      http.put(at(`client-imports/${id}/decisions`), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ ...open, state: 'checked', rows: 3, counts: { ambiguous: 3, undecided: 1 } })
      }),
    )
    const user = renderApp(`/admin/import/${id}`)
    const couples = within(await screen.findByRole('group', { name: '2 rows: is two people' }))
    await user.click(couples.getByRole('button', { name: 'Add as a new client' }))
    await waitFor(() => expect(bodies).toEqual([{ decision: 'create', question: 'is two people' }]))
  })

  test('[BK-05] given an import that was reverted, when its rows are shown, then a policy is there only if it was kept', async () => {
    const counts = { ambiguous: 2, kept: 2, policy_create: 2 }
    serveImport({ ...open, state: 'reverted', rows: 2, done: 2, counts })
    const values = [{ field: 'policy.premium', former: null, value: '41.50' }] as const
    const kept = { ...row, result: 'kept', policy: 'policy_create', values } as const
    const rows = [
      { ...kept, kept: ['notes'] },
      { ...kept, number: 3, kept: ['policies', 'policy.premium'] },
    ]
    server.use(http.get(at(`client-imports/${id}/rows`), () => HttpResponse.json({ rows, total: 2 })))
    renderApp(`/admin/import/${id}`)

    const [first, second] = [await screen.findByRole('row', { name: /^2 / }), screen.getByRole('row', { name: /^3 / })]
    expect(first).not.toHaveTextContent(/New policy|41.50/)
    expect(second).toHaveTextContent(/New policy.*41.50/)
    expect(screen.queryByRole('button', { name: /^New policy/ })).not.toBeInTheDocument()
  })

  test('[BK-07] given clients who are missing from a file, when their list is opened, then it asks for them by the file’s name', async () => {
    serveImport({ ...open, state: 'done', rows: 1, done: 1, counts: { skip: 1, missing: 1 } })
    let where: unknown
    server.use(
      http.get(at(`client-imports/${id}/missing`), () => HttpResponse.json({ clients: [person], total: 1 })),
      http.get(at('clients'), ({ request }) => {
        where = JSON.parse(new URL(request.url).searchParams.get('where') ?? 'null')
        return HttpResponse.json([listed()], { headers: { 'X-Total-Count': '1' } })
      }),
      http.get(at('clients/counts'), () => HttpResponse.json(counts)),
      http.get(at('client-list-views'), () => HttpResponse.json({ views: [] })),
      http.get(at('admin/list'), () => HttpResponse.json([])),
      http.get(at('teams'), () => HttpResponse.json([])),
    )
    const user = renderApp(`/admin/import/${id}`)
    await user.click(await screen.findByRole('link', { name: 'Open them in the client list' }))
    const chip = /^Missing from file is book\.csv, .*2026, remove filter$/
    expect(await screen.findByRole('button', { name: chip })).toBeVisible()
    const conditions = [{ field: 'missing_from', operator: 'is', values: [id] }]
    expect(where).toEqual({ match: 'all', conditions })
  })

  test.each([
    ['no table', 'has no rows', 'The file has no rows.'],
    ['empty', 'is empty (0 bytes): save it again', 'The file is empty (0 bytes): save it again.'],
  ])(
    '[BK-08] given a file that is %s, when it is uploaded, then the screen says why',
    async (_what, message, words) => {
      serveImport()
      server.use(
        http.post(at('client-imports'), () => {
          const details = [{ field: 'file', message }]
          return HttpResponse.json({ code: 'INVALID_INPUT', message: `file: ${message}`, details }, { status: 400 })
        }),
      )
      const user = renderApp('/admin/import')
      await user.upload(
        await screen.findByLabelText('Choose a table'),
        new File([' '], 'book.csv', { type: 'text/csv' }),
      )
      expect(await screen.findByRole('alert')).toHaveTextContent(words)
    },
  )
})

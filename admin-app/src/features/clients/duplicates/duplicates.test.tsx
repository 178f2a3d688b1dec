import type { PairedClient } from '@agency/contract/client-duplicates'
import type { ClientComparison, ClientMerge } from '@agency/contract/client-merges'
import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const maria: PairedClient = {
  id: id(1),
  client_first_name: 'Maria',
  client_last_name: 'Alvarez',
  dob: '1961-04-12',
  status: 'active',
}
const twin: PairedClient = { ...maria, id: id(2), client_first_name: 'María' }
const none = { policies: 0, sessions: 0, documents: 0, notes: 0, proposals: 0 }
const side = { version: 3, created_at: '2026-01-05T15:00:00Z', owner_name: 'Dana Reyes', team_name: null }
const comparison = {
  client: { ...maria, ...side, has: none },
  other: { ...twin, ...side, team_name: 'Miami', version: 5, has: { ...none, policies: 2, sessions: 1 } },
  fields: [
    { name: 'client_first_name', value: 'Maria', other_value: 'María', same: false, other_is_newer: true },
    { name: 'client_last_name', value: 'Alvarez', other_value: 'Alvarez', same: true, other_is_newer: false },
    { name: 'ssn', value: '***-**-6781', other_value: '***-**-9999', same: false, other_is_newer: false },
    { name: 'primary_phone', value: null, other_value: '3055550147', same: false, other_is_newer: true },
  ],
} satisfies ClientComparison
const merge: ClientMerge = {
  ...{ id: id(9), client_first_name: 'María', client_last_name: 'Alvarez', may_undo: true, merged_by: 'Dana Reyes' },
  ...{ merged_at: '2026-11-20T15:00:00Z', undo_until: '2099-12-20T15:00:00Z' },
}

/** Serves a pair and its comparison; gives what was sent. */
function serve() {
  const sent: { path: string; body: unknown; key: string | null }[] = []
  const take = async (request: Request) => {
    const text = await request.text()
    const key = request.headers.get('idempotency-key')
    sent.push({ path: new URL(request.url).pathname, body: text === '' ? null : JSON.parse(text), key })
  }
  server.use(
    http.get(at('clients/duplicates/queue'), () =>
      HttpResponse.json(
        sent.length > 0
          ? { pairs: [], total: 0 }
          : { pairs: [{ clients: [maria, twin], reasons: ['name', 'phone'] }], total: 1 },
      ),
    ),
    http.get(at(`clients/${id(1)}/comparison/${id(2)}`), () => HttpResponse.json(comparison)),
    http.post(at(`clients/${id(1)}/not-duplicates`), async ({ request }) => {
      await take(request)
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(at(`clients/${id(1)}/merges`), async ({ request }) => {
      await take(request)
      return HttpResponse.json({ id: id(9), client_id: id(1) }, { status: 201 })
    }),
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
  )
  return sent
}

beforeEach(() => {
  signIn()
})

describe('the queue of duplicates on its screen', () => {
  test('[BK-10] given a pair, when shown, then both records, what they share and what can be done are there @full', async () => {
    serve()
    renderApp('/admin/duplicates')
    const table = within(await screen.findByRole('table', { name: 'Duplicates' }))
    expect(table.getAllByRole('row').at(1)).toHaveTextContent(
      /Maria Alvarez, born 4\/12\/1961María Alvarez, born 4\/12\/1961same name and birth date, same phone number/,
    )
    expect(table.getByRole('link', { name: 'Compare Maria Alvarez and María Alvarez' })).toHaveAttribute(
      'href',
      `/admin/clients/${id(1)}/merge/${id(2)}`,
    )
    expect(await violations()).toEqual([])
  })

  test('[BK-10] given two of one name without birth dates, when shown, then the name is among what they share', async () => {
    serve()
    const [one, other] = [
      { ...maria, dob: null },
      { ...twin, dob: null },
    ]
    server.use(
      http.get(at('clients/duplicates/queue'), () =>
        HttpResponse.json({ pairs: [{ clients: [one, other], reasons: ['phone'] }], total: 1 }),
      ),
    )
    renderApp('/admin/duplicates')
    expect(await screen.findByRole('cell', { name: 'same name, same phone number' })).toBeInTheDocument()
    expect(screen.queryByRole('rowheader')).not.toBeInTheDocument()
  })

  test('[BK-11] given a pair, when it is not a duplicate, then that is asked, sent, and the pair is gone @full', async () => {
    const sent = serve()
    const user = renderApp('/admin/duplicates')
    await user.click(await screen.findByRole('button', { name: 'Maria Alvarez and María Alvarez: not a duplicate' }))
    await user.click(await screen.findByRole('button', { name: 'Not a duplicate' }))
    expect(await screen.findByText('No duplicates found.')).toBeInTheDocument()
    expect(sent).toMatchObject([{ body: { other_id: id(2) } }])
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  test('[BK-11] given an auditor, when a pair is shown, then nothing can be done with it', async () => {
    signIn('auditor')
    serve()
    renderApp('/admin/duplicates')
    await screen.findByRole('table', { name: 'Duplicates' })
    expect(screen.queryByRole('link', { name: /Compare/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /not a duplicate/ })).not.toBeInTheDocument()
  })
})

describe('merging on its screen', () => {
  test('[BK-12] given two records, when compared, then newer values are chosen, masks stay, and the choice is sent once @full', async () => {
    const sent = serve()
    const user = renderApp(`/admin/clients/${id(1)}/merge/${id(2)}`)
    const first = within(await screen.findByRole('group', { name: 'First Name' }))
    expect(first.getByRole('radio', { name: /María/ })).toBeChecked()
    const ssn = within(screen.getByRole('group', { name: 'SSN' }))
    expect(ssn.getByRole('radio', { name: /6781/ })).toBeChecked()
    expect(screen.getByText('These may be two people. Different: social security number.')).toBeInTheDocument()
    expect(screen.getByText(/The same in both records: Last Name/)).toBeInTheDocument()
    expect(screen.getByText(/Moved from the record of María Alvarez: 2 policies, 1 session\./)).toBeInTheDocument()
    expect(screen.getByText(/owner Dana Reyes, team Miami/)).toBeInTheDocument()
    expect(screen.getByText(/Owner and team stay those of the record that is kept/)).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(first.getByRole('radio', { name: /Maria/ }))
    await user.click(ssn.getByRole('radio', { name: /9999/ }))
    await user.dblClick(screen.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(window.location.pathname).toBe(`/admin/clients/${id(1)}`))
    const body = { other_id: id(2), version: 3, other_version: 5, from_other: ['ssn', 'primary_phone'] }
    expect(sent).toEqual([{ path: `/admin/_api/clients/${id(1)}/merges`, body, key: expect.any(String) }])
  })

  test('[BK-12] given another record that has nothing but its fields, when compared, then it says that nothing else moves', async () => {
    serve()
    const other = { ...comparison.other, has: none }
    server.use(http.get(at(`clients/${id(1)}/comparison/${id(2)}`), () => HttpResponse.json({ ...comparison, other })))
    renderApp(`/admin/clients/${id(1)}/merge/${id(2)}`)
    expect(await screen.findByText(/The other record has nothing else to move\./)).toBeInTheDocument()
  })

  test('[BK-12] given a record that was changed since, when merged, then the server’s words are shown and it is compared again @full', async () => {
    serve()
    let compared = 0
    const message = 'One of these records was changed (Occupation) since you compared them.'
    server.use(
      http.get(at(`clients/${id(1)}/comparison/${id(2)}`), () => {
        compared += 1
        return HttpResponse.json(comparison)
      }),
      http.post(at(`clients/${id(1)}/merges`), () =>
        HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 }),
      ),
    )
    const user = renderApp(`/admin/clients/${id(1)}/merge/${id(2)}`)
    await user.click(await screen.findByRole('button', { name: 'Merge' }))
    expect(await screen.findByText(message)).toBeInTheDocument()
    await waitFor(() => expect(compared).toBe(2))
  })
})

describe('duplicates and merges of a record', () => {
  test('[BK-10] given a likely duplicate that is found late, when the record is opened, then it is named with the first paint, and leads to the comparison @full', async () => {
    serve()
    server.use(
      http.get(at(`clients/${id(1)}/duplicates`), async () => {
        await delay(500)
        return HttpResponse.json({ clients: [{ ...twin, reasons: ['ssn'] }] })
      }),
    )
    renderApp(`/admin/clients/${id(1)}`)
    await screen.findByRole('heading', { level: 1, name: 'Maria Alvarez' })
    const link = screen.getByRole('link', { name: 'María Alvarez' })
    expect(link).toHaveAttribute('href', `/admin/clients/${id(1)}/merge/${id(2)}`)
    expect(link.parentElement).toHaveTextContent('May be the same person as María Alvarez (same SSN)')
  })

  test('[BK-12] given a record whose duplicate was named, when the two are merged, then the record is shown with its merge at once @full', async () => {
    const sent = serve()
    server.use(
      http.get(at(`clients/${id(1)}/duplicates`), () =>
        HttpResponse.json({ clients: sent.length > 0 ? [] : [{ ...twin, reasons: ['ssn'] }] }),
      ),
      http.get(at(`clients/${id(1)}/merges`), async () => {
        if (sent.length > 0) await delay(500)
        return HttpResponse.json({ merges: sent.length > 0 ? [merge] : [] })
      }),
    )
    const user = renderApp(`/admin/clients/${id(1)}`)
    await user.click(await screen.findByRole('link', { name: 'María Alvarez' }))
    await user.click(await screen.findByRole('button', { name: 'Merge' }))
    await screen.findByRole('heading', { level: 1, name: 'Maria Alvarez' })
    expect(screen.getByRole('button', { name: /^Take apart the merge/ })).toBeInTheDocument()
    expect(screen.queryByText(/May be the same person/)).not.toBeInTheDocument()
  })

  test('[BK-13] given a merge, when it is taken apart, then that is asked; a refusal says which fields were changed @full', async () => {
    serve()
    const message = 'The record was changed since the merge: Occupation.'
    server.use(
      http.get(at(`clients/${id(1)}/merges`), () => HttpResponse.json({ merges: [merge] })),
      http.post(at(`clients/${id(1)}/merges/${id(9)}/undo`), () =>
        HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 }),
      ),
    )
    const user = renderApp(`/admin/clients/${id(1)}`)
    await user.click(await screen.findByRole('button', { name: /^Take apart the merge with María Alvarez/ }))
    await user.click(await screen.findByRole('button', { name: 'Take apart' }))
    expect(await screen.findByText(message)).toBeInTheDocument()
  })

  test('[BK-13] given a merge, when it was taken apart, then its button goes, and the heading has the focus @full', async () => {
    serve()
    let merges = [merge]
    server.use(
      http.get(at(`clients/${id(1)}/merges`), () => HttpResponse.json({ merges })),
      http.post(at(`clients/${id(1)}/merges/${id(9)}/undo`), () => {
        merges = []
        return HttpResponse.json({ id: id(9), client_id: id(1) })
      }),
    )
    const user = renderApp(`/admin/clients/${id(1)}`)
    const button = await screen.findByRole('button', { name: /^Take apart the merge with María Alvarez/ })
    await user.click(button)
    await user.click(await screen.findByRole('button', { name: 'Take apart' }))
    await waitFor(() => expect(button).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  test('[BK-14] given the address of a record that was merged away, when opened, then the kept record’s is shown', async () => {
    serve()
    server.use(http.get(at(`clients/${id(2)}`), () => HttpResponse.json(client())))
    renderApp(`/admin/clients/${id(2)}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Maria Alvarez' })).toBeInTheDocument()
    expect(window.location.pathname).toBe(`/admin/clients/${id(1)}`)
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id, policy } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const carrier = { id: id(71), name: 'Ambetter', lines: ['health'], phone: null, portal: null, code: 'A-1' }

/** Serves the list; gives the queries that were asked. */
function serve(total = 1, ids = [policy().id]) {
  const asked: URLSearchParams[] = []
  const sent: unknown[] = []
  const named = { client_first_name: 'Maria', client_last_name: 'Alvarez' }
  server.use(
    http.get(at('policies'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json(total === 0 ? [] : ids.map((id) => ({ ...policy(), ...named, id })), {
        headers: { 'X-Total-Count': String(total) },
      })
    }),
    http.get(at('carriers'), () =>
      HttpResponse.json({ carriers: [{ ...carrier, archived: sent.length > 0, version: 1 }] }),
    ),
    http.patch(at(`carriers/${id(71)}`), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...carrier, archived: true, version: 2 })
    }),
  )
  return { sent, last: () => Object.fromEntries(asked.at(-1) ?? []) }
}

beforeEach(() => {
  signIn()
})

describe('[PY-12] the list of policies on its screen', () => {
  test('given policies, when shown, then each leads to its client, with plan, mask, status, dates and premium @full', async () => {
    serve(10_001)
    renderApp('/admin/policies')
    const table = within(await screen.findByRole('table', { name: 'Policies' }))

    expect(table.getByRole('link', { name: 'Maria Alvarez, Ambetter Balanced Care' })).toHaveAttribute(
      'href',
      `/admin/clients/${id(1)}#section-policies`,
    )
    const row = table.getAllByRole('row').at(1)
    expect(row).toHaveTextContent(/Health \/ ACA••••1207Active1\/1\/20261\/1\/2027\$412.50client pays \$312.50/)
    expect(screen.getByRole('status')).toHaveTextContent('Showing 1–1 of 10,000+ policies')
    expect(await violations()).toEqual([])
  })

  test('given a view and filters, when pressed, then the address and the query have them; the due view is by renewal @full', async () => {
    const { last } = serve()
    const user = renderApp('/admin/policies')
    await user.click(await screen.findByRole('button', { name: 'Due in 60 days' }))
    await waitFor(() => expect(last()).toMatchObject({ view: 'due_60', sort: 'renewal_date', order: 'asc' }))
    expect(last().date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by line' }), 'Dental')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Filter by carrier' }), 'Ambetter')
    await waitFor(() => expect(last()).toMatchObject({ view: 'due_60', line: 'dental', carrier_id: id(71) }))
    expect(window.location.search).toBe(`?view=due_60&line=dental&carrier=${id(71)}`)
    await user.click(screen.getByRole('button', { name: 'Premium' }))
    await waitFor(() => expect(last()).toMatchObject({ sort: 'premium', order: 'desc' }))
    const all = screen.getByRole('button', { name: 'All' })
    expect(all).toHaveAttribute('aria-pressed', 'false')
    await user.click(all)
    await waitFor(() => expect(all).toHaveAttribute('aria-pressed', 'true'))
    await waitFor(() => expect(last()).not.toHaveProperty('line'))
    expect(last()).not.toHaveProperty('carrier_id')
  })

  test('given a month in the address, when opened, then its first and last day are asked for', async () => {
    const { last } = serve(0)
    renderApp('/admin/policies?renews=2028-02&q=ambetter&page=99')
    expect(await screen.findByText('No policies found.')).toBeInTheDocument()

    expect(last()).toMatchObject({ renewal_from: '2028-02-01', renewal_to: '2028-02-29', q: 'ambetter', offset: '0' })
    expect(screen.getByRole('combobox', { name: 'Filter by renewal date' })).toHaveDisplayValue(
      'Renews in February 2028',
    )
  })

  test('given the search, when going on by arrows, then each row is reached, and the rows are one tab stop', async () => {
    serve(3, [id(81), id(82), id(83)])
    const user = renderApp('/admin/policies')
    const rows = await screen.findAllByRole('link', { name: 'Maria Alvarez, Ambetter Balanced Care' })
    await user.keyboard('/{ArrowDown}')
    await waitFor(() => expect(rows[0]).toHaveFocus())
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(rows[2]).toHaveFocus()
    await user.keyboard('{Home}{ArrowDown}')
    expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
    expect(rows[1]).toHaveFocus()
  })

  test('given the carriers, when one is archived, then that is sent and shown', async () => {
    const { sent } = serve()
    const user = renderApp('/admin/policies')
    await user.click(await screen.findByRole('button', { name: 'Carriers' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Carriers' }))
    await user.click(await dialog.findByRole('button', { name: 'Archive Ambetter' }))

    expect(await dialog.findByText('Archived')).toBeInTheDocument()
    expect(sent).toEqual([{ archived: true }])
  })
})

test('given an amount as dialogs take it, when a condition has it, then it is asked for', async () => {
  const { last } = serve()
  const user = renderApp('/admin/policies')
  await user.click(await screen.findByRole('button', { name: 'Conditions' }))
  const panel = within(screen.getByRole('form', { name: 'Conditions' }))
  await user.selectOptions(panel.getByRole('combobox', { name: 'Field' }), 'premium')
  await user.selectOptions(panel.getByRole('combobox', { name: 'Operator' }), 'at_least')
  await user.type(panel.getByRole('textbox'), '$1,300')
  await user.click(panel.getByRole('button', { name: 'Show' }))

  const condition = { field: 'premium', operator: 'at_least', values: ['1300.00'] }
  await waitFor(() =>
    expect(last()).toMatchObject({ where: JSON.stringify({ match: 'all', conditions: [condition] }) }),
  )
})

describe('[BK-23] own views of the list of policies', () => {
  test('given conditions and filters, when a view is saved and opened, then all but the search is sent, and shown again @full', async () => {
    const { last } = serve()
    let views: unknown[] = []
    const bodies: unknown[] = []
    const where = { match: 'all' as const, conditions: [{ field: 'premium', operator: 'at_least', values: ['400'] }] }
    const view = {
      ...{ view: null, status: 'active', line: null, carrier: null, effective: null, renews: null, where },
      ...{ sort: 'effective_date', order: 'desc' },
    }
    const saved = { id: id(80), name: 'Costly', shared: false, own: true, owner_name: 'Ana', view }
    server.use(
      http.get(at('policy-list-views'), () => HttpResponse.json({ views })),
      http.put(at('policy-list-views'), async ({ request }) => {
        bodies.push(await request.json())
        views = [saved]
        return HttpResponse.json({ views })
      }),
    )
    const user = renderApp(`/admin/policies?q=x&status=active&where=${encodeURIComponent(JSON.stringify(where))}`)
    expect(await screen.findByRole('button', { name: 'Premium is at least 400, remove filter' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save this view' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save View' }))
    await user.type(dialog.getByLabelText('Name'), 'Costly')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies).toEqual([{ name: 'Costly', shared: false, view }]))
    await user.click(await screen.findByRole('button', { name: 'Costly' }))
    await waitFor(() => expect(last()).toMatchObject({ status: 'active', where: JSON.stringify(where) }))
    expect(last()).not.toHaveProperty('q')
    expect(await violations()).toEqual([])
  })
})

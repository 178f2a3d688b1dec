import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { listed } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const counts = { all: 1, active: 1, inactive: 0, unpaid: 0, cancelled: 0, archived: 0 }

/** Serves lists and exports; gives the exports that were asked for. */
function serve() {
  const asked: [of: string, query: object, reason: string | null][] = []
  const total = { headers: { 'X-Total-Count': '1' } }
  server.use(
    http.get(at('clients'), () => HttpResponse.json([listed()], total)),
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('policies'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
    http.get(at('carriers'), () => HttpResponse.json({ carriers: [] })),
    ...(['clients', 'policies'] as const).map((of) =>
      http.get(at(`${of}/export`), ({ request }) => {
        const query = Object.fromEntries(new URL(request.url).searchParams)
        asked.push([of, query, request.headers.get('x-reveal-reason')])
        return new HttpResponse('First Name\r\n', { headers: { 'content-type': 'text/csv' } })
      }),
    ),
  )
  return asked
}

beforeEach(() => {
  signIn()
})

test('[BK-16] given a view of the clients, when exported by keyboard, then with its filters, order and shown columns @full', async () => {
  const asked = serve()
  const user = renderApp('/admin/clients?status=active&sort=dob')
  const button = await screen.findByRole('button', { name: 'Export' })
  button.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Export Clients' })
  expect(await violations()).toEqual([])
  screen.getAllByRole('button', { name: 'Export' }).at(-1)?.focus()
  await user.keyboard('{Enter}')
  const columns =
    'client_first_name,client_last_name,next_f_u_date,current_health_plan_name,dob,primary_phone,status,owner_name,sessions_waiting'
  const query = { status: 'active', sort: 'dob', order: 'asc', format: 'csv', columns }
  await waitFor(() => expect(asked).toEqual([['clients', query, null]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('[BK-16] given whole records with sensitive values, when exported, then with policies, and as XLSX if that is chosen', async () => {
  const asked = serve()
  const user = renderApp('/admin/clients')
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  const whole = await screen.findByRole('radio', { name: /^Whole records/ })
  expect(screen.queryByRole('checkbox', { name: /sensitive/ })).not.toBeInTheDocument()
  await user.click(whole)
  await user.click(screen.getByRole('checkbox', { name: /With sensitive values/ }))
  await user.click(screen.getByRole('radio', { name: /XLSX/ }))
  await user.click(screen.getAllByRole('button', { name: 'Export' }).at(-1) ?? document.body)
  const query = { sort: 'client_last_name', order: 'asc', format: 'xlsx', policies: 'true', sensitive: 'true' }
  await waitFor(() => expect(asked).toEqual([['clients', query, null]]))
})

test('[BK-16] given the list of policies, when exported, then with its view @full', async () => {
  const asked = serve()
  const user = renderApp('/admin/policies?view=due_30')
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('radio', { name: 'All fields of the policies' }))
  await user.click(screen.getAllByRole('button', { name: 'Export' }).at(-1) ?? document.body)
  await waitFor(() =>
    expect(asked).toMatchObject([['policies', { view: 'due_30', whole: 'true', format: 'csv' }, null]]),
  )
})

test('[BK-18] given an assistant, when the lists are shown, then neither offers an export', async () => {
  serve()
  signIn('assistant')
  renderApp('/admin/clients')
  await screen.findByRole('table')
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})

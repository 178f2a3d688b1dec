import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { counts, listed } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

let asked: URLSearchParams[] = []

beforeEach(() => {
  signIn()
  asked = []
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('clients'), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json([listed()], { headers: { 'X-Total-Count': '1' } })
    }),
    http.get(at('client-list-views'), () => HttpResponse.json({ views: [] })),
    http.get(at('admin/list'), () => HttpResponse.json([])),
    http.get(at('teams'), () => HttpResponse.json([])),
    http.get(at('client-imports'), () => HttpResponse.json({ imports: [] })),
  )
})

const lastWhere = () => JSON.parse(asked.at(-1)?.get('where') ?? 'null')

test('[BK-25] given the panel of conditions, when two are filled in and shown, then the address and the call have them, as chips @full', async () => {
  const user = renderApp('/admin/clients')
  await user.click(await screen.findByRole('button', { name: 'Conditions' }))
  const panel = within(screen.getByRole('form', { name: 'Conditions' }))
  await user.selectOptions(panel.getByLabelText('Field'), 'Date of Birth')
  await user.type(panel.getByLabelText('From age'), '70')
  await user.type(panel.getByLabelText('To age'), '65')
  await user.click(panel.getByRole('button', { name: 'Show' }))
  expect(panel.getByText('This needs the lower value first.')).toBeVisible()
  expect(await violations()).toEqual([])
  await user.clear(panel.getByLabelText('From age'))
  await user.type(panel.getByLabelText('From age'), '64')
  await user.click(panel.getByRole('button', { name: 'Add a condition' }))
  const second = within(panel.getByRole('group', { name: 'Condition 2' }))
  await user.selectOptions(second.getByLabelText('Field'), 'Status')
  await user.selectOptions(second.getByLabelText('Value'), 'unpaid')
  await user.selectOptions(panel.getByLabelText(/Show what meets/), 'any of these')
  await user.click(panel.getByRole('button', { name: 'Add a condition' }))
  await user.click(panel.getByRole('button', { name: 'Remove condition 3' }))
  expect(panel.getByRole('button', { name: 'Add a condition' })).toHaveFocus()
  await user.click(panel.getByRole('button', { name: 'Show' }))
  const conditions = [
    { field: 'dob', operator: 'age_between', values: ['64', '65'] },
    { field: 'status', operator: 'is', values: ['unpaid'] },
  ]
  await waitFor(() => expect(lastWhere()).toEqual({ match: 'any', conditions }))
  expect(asked.at(-1)?.get('date')).toMatch(/^\d{4}-/)
  expect(screen.queryByRole('form', { name: 'Conditions' })).not.toBeInTheDocument()
  const opener = screen.getByRole('button', { name: 'Conditions' })
  expect(opener).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(opener).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Status is unpaid, remove filter' }))
  await waitFor(() => expect(lastWhere()).toEqual({ match: 'any', conditions: conditions.slice(0, 1) }))
  expect(opener).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Date of Birth age is between 64 and 65, remove filter' })).toBeVisible()
})

test('[BK-20] given a month, when birthdays in it are shown, then the condition says its name @full', async () => {
  const where = { match: 'all', conditions: [{ field: 'dob', operator: 'birthday_in', values: ['3'] }] }
  const user = renderApp(`/admin/clients?where=${encodeURIComponent(JSON.stringify(where))}`)
  expect(await screen.findByRole('button', { name: 'Date of Birth birthday is in March, remove filter' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Conditions' }))
  expect(screen.getByRole('option', { name: 'March', selected: true })).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Value'), 'May')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(lastWhere()?.conditions).toEqual([{ ...where.conditions[0], values: ['5'] }]))
})

test('[BK-25] given an address whose conditions are none, when it is opened, then the list has none', async () => {
  renderApp('/admin/clients?where=%7Bx')
  await screen.findByRole('table', { name: 'Clients' })
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked.at(-1)?.has('where')).toBe(false)
})

test('[BK-22] given a sensitive field, when its whole value is shown, then it is posted, masked on screen, and in no address @full', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post(at('clients/find'), async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json([listed()], { headers: { 'X-Total-Count': '1' } })
    }),
  )
  const user = renderApp('/admin/clients?status=active')
  await user.click(await screen.findByRole('button', { name: 'Conditions' }))
  const panel = within(screen.getByRole('form', { name: 'Conditions' }))
  await user.selectOptions(panel.getByLabelText('Field'), 'ssn')
  await user.type(panel.getByLabelText('Value'), '123-45-6789')
  await user.click(panel.getByRole('button', { name: 'Show' }))
  const where = { match: 'all', conditions: [{ field: 'ssn', operator: 'is', values: ['123-45-6789'] }] }
  await waitFor(() => expect(bodies).toMatchObject([{ status: 'active', where }]))
  expect(await screen.findByRole('button', { name: 'SSN is ••••6789, remove filter' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Select' })).not.toBeInTheDocument()
  expect(window.location.search).toBe('?status=active')
  expect(asked.every((params) => !params.toString().includes('6789'))).toBe(true)
})

import type { SavedClientListView } from '@agency/contract/client-list-views'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { counts, id, listed } from '../../../testing/fixtures'
import { holdAnswer } from '../../../testing/held-answer'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'
import { chooseColumns } from './column-choice'

const saved: SavedClientListView = {
  id: id(70),
  name: 'To collect',
  shared: true,
  own: false,
  owner_name: 'Lee Ortiz',
  view: {
    status: 'unpaid',
    follow_up: 'overdue',
    proposing: false,
    sort: 'next_f_u_date',
    order: 'desc',
    columns: ['next_f_u_date', 'primary_phone'],
  },
}

let views: SavedClientListView[] = []

beforeEach(() => {
  signIn()
  chooseColumns(null)
  views = [saved]
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('clients'), () => HttpResponse.json([listed()], { headers: { 'X-Total-Count': '1' } })),
    http.get(at('client-list-views'), () => HttpResponse.json({ views })),
  )
})

test('[OF-06] given a shared view, when it is opened, then filter, order and columns are as they were saved @full', async () => {
  const user = renderApp('/admin/clients?q=mar&page=2')
  const open = await screen.findByRole('button', { name: 'To collect' })
  expect(open).toHaveAttribute('title', 'Shared by Lee Ortiz')
  expect(open).toHaveAttribute('aria-pressed', 'false')
  expect(screen.queryByRole('button', { name: 'Delete the view To collect' })).not.toBeInTheDocument()
  await user.click(open)
  await waitFor(() =>
    expect(window.location.search).toBe('?status=unpaid&follow_up=overdue&sort=next_f_u_date&order=desc'),
  )
  expect(await screen.findByRole('button', { name: 'To collect', pressed: true })).toBeInTheDocument()
  const headings = () => screen.getAllByRole('columnheader').map((heading) => heading.textContent)
  await waitFor(() => expect(headings()).toEqual(['First', 'Last', 'Next Follow-Up', 'Phone', 'Edit']))
  expect(await violations()).toEqual([])
})

test('given views that are answered late, when they arrive, then they stand behind the button that saves one', async () => {
  const held = holdAnswer()
  server.use(
    http.get(at('client-list-views'), async () => {
      await held.hold()
      return HttpResponse.json({ views })
    }),
  )
  renderApp('/admin/clients')
  const save = await screen.findByRole('button', { name: 'Save this view' })
  held.release()
  const arrived = await screen.findByRole('button', { name: 'To collect' })
  expect(save.compareDocumentPosition(arrived)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('[OF-06] given a shown list, when it is saved under a name, then all but the search is sent, and it is offered @full', async () => {
  const bodies: unknown[] = []
  server.use(
    http.put(at('client-list-views'), async ({ request }) => {
      bodies.push(await request.json())
      views = [{ ...saved, id: id(71), name: 'Unpaid ones', own: true }]
      return HttpResponse.json({ views })
    }),
  )
  const user = renderApp('/admin/clients?q=mar&status=unpaid&sort=dob')
  await screen.findByRole('button', { name: 'To collect' })
  await user.click(await screen.findByRole('button', { name: 'Save this view' }))
  await user.type(await screen.findByLabelText('Name'), 'Unpaid ones')
  await user.click(screen.getByRole('checkbox', { name: 'Share with all staff' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByRole('button', { name: 'Unpaid ones' })).toBeInTheDocument()
  const view = { status: 'unpaid', follow_up: null, proposing: false, sort: 'dob', order: 'asc', columns: null }
  expect(bodies).toEqual([{ name: 'Unpaid ones', shared: true, view }])
})

test('[OF-06] given a view of one’s own, when it is deleted, then a question is asked and the view is removed', async () => {
  views = [{ ...saved, own: true }]
  const deleted: unknown[] = []
  server.use(
    http.delete(at('client-list-views/:id'), ({ params }) => {
      deleted.push(params.id)
      views = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const user = renderApp('/admin/clients')
  await user.click(await screen.findByRole('button', { name: 'Delete the view To collect' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'To collect' })).not.toBeInTheDocument())
  expect(deleted).toEqual([saved.id])
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('[OF-06] given a shared view of one’s own, when another is saved under its name, then it is asked first @full', async () => {
  views = [{ ...saved, own: true, shared: true }]
  const bodies: unknown[] = []
  server.use(
    http.put(at('client-list-views'), async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ views })
    }),
  )
  const user = renderApp('/admin/clients')
  await screen.findByRole('button', { name: 'To collect' })
  await user.click(await screen.findByRole('button', { name: 'Save this view' }))
  await user.type(await screen.findByLabelText('Name'), 'To collect')
  const press = async (question: string, answer: string) => {
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const asked = within(await screen.findByRole('alertdialog', { name: question }))
    await user.click(asked.getByRole('button', { name: answer }))
  }
  await press('Replace your view To collect? It is shared now, and will be yours alone.', 'Cancel')
  await user.click(screen.getByRole('checkbox', { name: 'Share with all staff' }))
  expect(bodies).toEqual([])
  await press('Replace your view To collect?', 'Replace')
  await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ name: 'To collect', shared: true })]))
})

test('[OF-06] given a person with the most views, when another is saved, then the server’s message says so @full', async () => {
  const message = 'You have 50 saved views, which is the most. Delete one first.'
  const refused = () => HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 })
  server.use(http.put(at('client-list-views'), refused))
  const user = renderApp('/admin/clients')
  await user.click(await screen.findByRole('button', { name: 'Save this view' }))
  await user.type(await screen.findByLabelText('Name'), 'One more')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(message)).toBeInTheDocument()
})

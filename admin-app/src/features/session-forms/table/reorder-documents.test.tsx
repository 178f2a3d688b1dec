import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id, session, sessionForm } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const named = (number: number, title: string, folder: string | null) =>
  sessionForm({ id: id(number), title, folder, order_index: number })
// The folders take turns, so that an order of one of them alone would show.
const forms = [named(31, 'Terms', 'A'), named(32, 'Guide', null), named(33, 'Fees', 'A'), named(34, 'Rates', 'A')]

/** Answers an order that is asked for, and gives the orders that were sent. */
function answerOrder(answer: (ids: readonly string[]) => Response): string[][] {
  const orders: string[][] = []
  server.use(
    http.put<never, { ids: string[] }>(at(`sessionforms/session/${id(10)}/order`), async ({ request }) => {
      const { ids } = await request.json()
      orders.push(ids)
      return answer(ids)
    }),
  )
  return orders
}

/** Stores an order, as the server does: a poll that comes later has it too. */
function stored(ids: readonly string[]) {
  const data = ids.map((id, order_index) => ({ ...forms.find((form) => form.id === id), order_index }))
  const answer = () => HttpResponse.json({ success: true, data })
  server.use(http.get(at(`sessionforms/session/${id(10)}`), answer))
  return answer()
}

async function show() {
  const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
  await screen.findByRole('button', { name: 'Terms' })
  return user
}

const order = () =>
  within(screen.getAllByRole('table')[0] ?? document.body)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

beforeEach(() => {
  signIn()
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: forms })),
  )
})

describe('the order of documents', () => {
  test('given an auditor, when the documents show, then none can be moved', async () => {
    signIn('auditor')
    await show()
    expect(screen.queryByRole('button', { name: /^(?:Drag|Move) / })).not.toBeInTheDocument()
  })

  test('given a folder, when a document is moved down, then all ids are sent in the new order, and it is announced @full', async () => {
    const orders = answerOrder(stored)
    const user = await show()
    const down = screen.getByRole('button', { name: 'Move Terms down' })
    await user.click(down)

    expect(order()).toEqual(['Fees', 'Terms', 'Rates'])
    expect(screen.getByText('Terms is number 2 of 3.')).toBeInTheDocument()
    expect(down).toHaveFocus()
    await waitFor(() => expect(orders).toEqual([[id(33), id(32), id(31), id(34)]]))
    expect(await violations()).toEqual([])
  })

  test('given two moves at once, when both are answered, then they were sent in sequence and the last one is kept @full', async () => {
    const orders = answerOrder(stored)
    const user = await show()
    await user.click(screen.getByRole('button', { name: 'Move Terms down' }))
    await user.click(screen.getByRole('button', { name: 'Move Terms down' }))

    await waitFor(() => expect(orders).toHaveLength(2))
    expect(orders[1]).toEqual([id(33), id(32), id(34), id(31)])
    expect(order()).toEqual(['Fees', 'Rates', 'Terms'])
  })

  test('given the first or last document, when it is moved beyond the end, then that is announced and nothing is sent', async () => {
    const orders = answerOrder(stored)
    const user = await show()
    const up = screen.getByRole('button', { name: 'Move Terms up' })
    expect(up).toHaveAttribute('aria-disabled', 'true')
    await user.click(up)

    expect(order()).toEqual(['Terms', 'Fees', 'Rates'])
    expect(orders).toEqual([])
  })

  test('given a server that refuses, when a document is moved, then the stored order is restored and an alert is shown @full', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    answerOrder(() => HttpResponse.json({ code: 'INVALID_INPUT', message: 'no' }, { status: 400 }))
    const user = await show()
    await user.click(screen.getByRole('button', { name: 'Move Terms down' }))

    await screen.findByRole('alertdialog', {
      name: 'The new order could not be saved. The previous order was restored.',
    })
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(order()).toEqual(['Terms', 'Fees', 'Rates'])
    expect(reported).toHaveBeenCalledOnce()
  })

  test('given a folder with one document, when it shows, then there is nothing to move it with', async () => {
    await show()

    expect(screen.queryByRole('button', { name: /(Move|Drag) Guide/ })).not.toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: /^Drag/ })).toHaveLength(3)
  })
})

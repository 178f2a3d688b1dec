import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { id } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

beforeEach(() => {
  signIn()
})

test('given a demonstration, when its outbox is opened, then it shows the messages @full', async () => {
  const message = { id: id(90), to: 'ida@example.com', written_at: '2026-11-20T15:04:05.000Z' }
  server.use(
    http.get(at('outbox'), () =>
      HttpResponse.json({
        messages: [{ ...message, channel: 'email', subject: 'Documents for you', text: 'Hello Ida,\nplease sign.' }],
      }),
    ),
  )
  renderApp('/admin/outbox')
  const list = within(await screen.findByRole('list', { name: 'Messages' }))
  expect(list.getByRole('listitem')).toHaveTextContent(/Email to ida@example.com.*Documents for you.*please sign/)
  expect(await violations()).toEqual([])
})

test('given no message yet, when the outbox is opened, then it says so @full', async () => {
  server.use(http.get(at('outbox'), () => HttpResponse.json({ messages: [] })))
  renderApp('/admin/outbox')
  expect(await screen.findByText(/No messages since the start/)).toBeInTheDocument()
})

test('given no demonstration, when the outbox is opened, then it says that there is none', async () => {
  server.use(http.get(at('outbox'), () => HttpResponse.json({ code: 'NOT_FOUND', message: '' }, { status: 404 })))
  renderApp('/admin/outbox')
  expect(await screen.findByText('Only a demonstration shows its messages.')).toBeInTheDocument()
})

test('given a role that may not read it, when the outbox is opened, then it says so, and offers no second try', async () => {
  server.use(http.get(at('outbox'), () => HttpResponse.json({ code: 'FORBIDDEN', message: '' }, { status: 403 })))
  renderApp('/admin/outbox')
  expect(await screen.findByText('Your access level does not allow you to see the messages.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

import type { SessionMessage, SessionMessages } from '@agency/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id, session, sessionForm } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, capabilities, server } from '../../../testing/server'

const address = 'session/ABCDEFGHJKMN/messages'
const channel = { mode: 'server', to: 'm•••@example.com', carries: null } as const

const messagesOf = (changes: Partial<SessionMessages> = {}): SessionMessages => ({
  messages: [],
  channels: { email: channel, text: { ...channel, to: '•••0187' } },
  held: null,
  contact_changes: [],
  language: 'es',
  ...changes,
})

const message = (changes: Partial<SessionMessage> = {}): SessionMessage => ({
  id: id(80),
  kind: 'invitation',
  channel: 'email',
  destination: 'm•••@example.com',
  language: 'es',
  state: 'sent',
  attempts: 1,
  unconfirmed: 0,
  error: null,
  can_retry: false,
  created_at: '2026-11-20T15:04:05.000Z',
  sent_at: '2026-11-20T15:04:06.000Z',
  ...changes,
})

function show(messages = messagesOf()) {
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session({ status: 'not_started' }))),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [sessionForm()] })),
    http.get(at(address), () => HttpResponse.json(messages)),
  )
  return renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
}

const group = async (name: string) => within(await screen.findByRole('group', { name }))

beforeEach(() => {
  signIn()
})

describe('Send', () => {
  test('given a personal line, when it is typed, then the preview has it, and it is sent; an error stands beside it @full', async () => {
    const bodies: unknown[] = []
    const shown: unknown[] = []
    const details = [{ field: 'note', message: 'must not contain the passcode' }]
    server.use(
      http.post(at(`${address}/preview`), async ({ request }) => {
        shown.push(await request.json())
        return HttpResponse.json({ subject: 'Documents', text: 'Hello', html: '<body><p>Hello</p></body>' })
      }),
      http.post(at(address), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ code: 'INVALID_INPUT', message: 'note', details }, { status: 400 })
      }),
    )
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send to the client' }))
    await user.type(await dialog.findByRole('textbox', { name: 'Personal line' }), ' See you ')
    expect(await dialog.findByText('Documents')).toBeInTheDocument()
    expect(dialog.getByRole('img', { name: 'Email: Hello' })).toBeInTheDocument()
    await waitFor(() => expect(shown.at(-1)).toEqual({ channel: 'email', note: 'See you' }))
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(bodies).toEqual([{ link: 'email', passcode: 'text', note: 'See you' }]))
    await waitFor(() =>
      expect(dialog.getByRole('textbox', { name: 'Personal line' })).toHaveAccessibleDescription(/must not contain/),
    )
    await user.click((await group('Link')).getByRole('radio', { name: /^By hand/ }))
    expect(dialog.queryByRole('textbox', { name: 'Personal line' })).not.toBeInTheDocument()
    expect(dialog.queryByRole('region', { name: 'Preview' })).not.toBeInTheDocument()
  })

  test('given a reachable client, when sent, then the link goes by e-mail, the passcode by text, and the page shows both @full', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(at(address), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(messagesOf({ messages: [message({ state: 'sent' })] }))
      }),
    )
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send to the client' }))
    expect(await dialog.findByText('Messages are in Spanish.')).toBeInTheDocument()
    expect((await group('Link')).getByRole('radio', { name: 'Email to m•••@example.com' })).toBeChecked()
    expect((await group('Passcode')).getByRole('radio', { name: 'Text message to •••0187' })).toBeChecked()
    expect(await violations()).toEqual([])

    await user.click(dialog.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(bodies).toEqual([{ link: 'email', passcode: 'text' }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const card = within(await screen.findByRole('region', { name: 'Messages' }))
    expect(await card.findByText('Sent')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Send Again' })).toBeInTheDocument()
  })

  test.each([
    ['power', 1],
    ['assistant', 0],
  ] as const)(
    'given messages that reach nobody, when %s staff send, then the way to them is there only if they may read them',
    async (role, links) => {
      signIn(role)
      server.use(http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, outbox_page: true })))
      const files = { ...channel, mode: 'files' } as const
      const user = show(messagesOf({ channels: { email: files, text: files } }))
      await user.click(await screen.findByRole('button', { name: 'Send' }))
      expect(await screen.findByText(/reach nobody/)).toBeInTheDocument()
      await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Open the outbox' })).toHaveLength(links))
    },
  )

  test('given the link moved to text, when chosen, then the passcode no longer takes text, and cannot @full', async () => {
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    await user.click((await group('Link')).getByRole('radio', { name: /Text message/ }))
    const passcode = await group('Passcode')
    const text = passcode.getByRole('radio', { name: /Text message/ })
    expect(text).toBeDisabled()
    expect(text).toHaveAccessibleDescription('The link goes this way. The passcode must take another.')
    expect(passcode.getByRole('radio', { name: /By hand/ })).toBeChecked()
  })

  test('[TR-03] given no number and no servers, when opened, then all goes by hand, it says why, and leads to the record', async () => {
    const channels = {
      email: { mode: 'files', to: 'm•••@example.com', carries: null },
      text: { mode: 'files', to: null, carries: null },
    } as const
    const user = show(messagesOf({ channels }))
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    expect(await screen.findByText(/nothing can be sent/)).toBeInTheDocument()
    const ways = await group('Link')
    expect(ways.getByRole('radio', { name: /By hand/ })).toBeChecked()
    expect(ways.getByRole('radio', { name: /Email/ })).toHaveAccessibleDescription('No mail server is set up.')
    expect(screen.getByRole('button', { name: 'Mark as Sent' })).toBeEnabled()
    const dialog = within(screen.getByRole('dialog'))
    const copy = dialog.getByRole('button', { name: 'Copy client link' })
    expect(dialog.getByText(/\/session\/ABCDEFGHJKMN/)).toContainElement(copy)
    const link = screen.getByRole('link', { name: 'Edit the client’s contact details' })
    expect(link).toHaveAttribute('href', `/admin/clients/${id(1)}`)
    const told = await group('Passcode')
    expect(told.getByRole('radio', { name: /By hand/ })).toBeChecked()
    expect(told.getByText('The session page shows it: tell it by phone or in person.')).toBeInTheDocument()
  })

  test('given a client who replied STOP, when opened, then text cannot be chosen, and it says why @full', async () => {
    const stopped = { by: 'client', at: '2026-11-20T15:04:05.000Z', admin_name: null } as const
    const user = show(messagesOf({ channels: { email: channel, text: { ...channel, to: null, stopped } } }))
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    const passcode = await group('Passcode')
    const text = passcode.getByRole('radio', { name: /^Text message/ })
    expect(text).toBeDisabled()
    expect(text).toHaveAccessibleDescription(/^No text messages: the client replied STOP on Nov 20, 2026\./)
  })

  test.each([
    ['WRONG_STATE', 409, 'This session is over.'],
    ['TOO_MANY_ATTEMPTS', 429, 'Please try again in 30 seconds.'],
  ])('given a refusal as %s, when sent, then the dialog stays and says why @full', async (code, status, message) => {
    server.use(http.post(at(address), () => HttpResponse.json({ code, message }, { status })))
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Send' }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Messages are in Spanish.')
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(message)
  })
})

describe('the messages of a session', () => {
  test('given none, when shown, then the card says what it is for', async () => {
    show()
    expect(await screen.findByText(/No messages yet/)).toBeInTheDocument()
  })

  test('given messages in all states, when shown, then each says in plain words what became of it @full', async () => {
    show(
      messagesOf({
        messages: [
          message({ id: id(81), state: 'queued', sent_at: null }),
          message({ id: id(82), unconfirmed: 1 }),
          message({ id: id(83), state: 'failed', error: 'busy', sent_at: null }),
          message({ id: id(84), state: 'dead', error: 'mailbox-unknown', sent_at: null }),
          message({ id: id(85), state: 'dead', error: 'not-needed', sent_at: null }),
          message({ id: id(86), state: 'dead', error: 'restored', unconfirmed: 1, sent_at: null }),
        ],
      }),
    )
    const card = within(await screen.findByRole('region', { name: 'Messages' }))
    const rows = await card.findAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('.badge')?.textContent)).toEqual([
      'Sending',
      'Sent',
      'Not sent yet',
      'Not delivered',
      'Not sent',
      'Not sent',
    ])
    expect(rows[1]).toHaveTextContent('It may have arrived more than once.')
    expect(rows[2]).toHaveTextContent('Will be tried again: the server is busy.')
    expect(rows[3]).toHaveTextContent('Could not be delivered: mailbox unknown.')
    expect(rows[4]).toHaveTextContent('No longer needed, or the client’s address has changed.')
    expect(rows[5]).toHaveTextContent('Restored from a backup. It may have been sent before.')
    expect(await violations()).toEqual([])
  })

  test.each([
    ['server', 'Sent'],
    ['files', 'Written to a file'],
    ['off', 'Written to a file'],
  ] as const)('given a channel that is %s, when a message has gone out, then its row says %s', async (mode, label) => {
    const email = { ...channel, mode }
    show(messagesOf({ messages: [message()], channels: { email, text: email } }))
    const card = within(await screen.findByRole('region', { name: 'Messages' }))
    expect((await card.findByRole('listitem')).querySelector('.badge')).toHaveTextContent(label)
  })

  test('given a message that was given up, when it is retried, then its new state shows @full', async () => {
    const dead = message({ state: 'dead', error: 'mailbox-unknown', can_retry: true, sent_at: null })
    server.use(
      http.post(at(`${address}/${id(80)}/retry`), () => HttpResponse.json(messagesOf({ messages: [message()] }))),
    )
    const user = show(messagesOf({ messages: [dead] }))
    await user.click(await screen.findByRole('button', { name: 'Retry: Link by email' }))
    const card = within(screen.getByRole('region', { name: 'Messages' }))
    expect(await card.findByText('Sent')).toBeInTheDocument()
  })
})

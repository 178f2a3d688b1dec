import { revealReasonHeader } from '@agency/contract/reveal-reasons'
import { passcodeMask, type Session } from '@agency/contract/sessions'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { forgetRevealReasons } from '../../../shared/reveals/reveal-reason'
import { violations } from '../../../testing/accessibility'
import { client, id, session, sessionSummary } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, capabilities, server } from '../../../testing/server'

const unseen = { passcode: passcodeMask, identification: 'made_and_sent', identified_by: '•••0187' } as const

/** The page of a session as the server shows it, which is changed by `changes`. */
function show(read: () => Session) {
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(read())),
    http.get(at(`clients/${id(1)}/sessions`), () =>
      HttpResponse.json([sessionSummary({ identification: read().identification })]),
    ),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
  )
  return renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
}

const fact = async (label: string) => {
  const summary = within(await screen.findByRole('region', { name: 'Session summary' }))
  return summary.getByText(label).nextElementSibling?.textContent
}

/** The dialog of a new session, and the bodies that were sent. */
async function openStart() {
  const bodies: unknown[] = []
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([])),
    http.post(at('session'), async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ id: id(10), session_code: 'ABCDEFGHJKMN' }, { status: 201 })
    }),
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session(unseen))),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
  )
  const user = renderApp(`/admin/clients/${id(1)}`)
  await user.click(await screen.findByRole('button', { name: 'Start New Session' }))
  return { user, bodies, modal: within(await screen.findByRole('dialog', { name: 'Start New Session' })) }
}

beforeEach(() => {
  signIn()
})
afterEach(() => {
  act(forgetRevealReasons)
})

describe('Start New Session', () => {
  test('given the choice, when the product is to make the passcode, then the field goes, and the call asks for it @full', async () => {
    const { user, bodies, modal } = await openStart()
    expect(modal.getByRole('radio', { name: 'Choose a passcode' })).toBeChecked()
    await user.click(modal.getByRole('radio', { name: 'Make a passcode and send it' }))
    expect(modal.queryByLabelText('Client login password')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Start Session' }))
    await waitFor(() => expect(bodies).toMatchObject([{ passcode: null, make_passcode: true }]))
  })

  test('given a deployment that makes passcodes first, when the dialog opens, then that is chosen @full', async () => {
    server.use(http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, session_passcode: 'made' })))
    const { modal } = await openStart()
    expect(await modal.findByRole('radio', { name: 'Make a passcode and send it', checked: true })).toBeInTheDocument()
  })

  test('given an assistant, when they start a session, then there is nothing to choose @full', async () => {
    signIn('assistant')
    const { user, bodies, modal } = await openStart()
    expect(modal.queryByLabelText('Client login password')).not.toBeInTheDocument()
    expect(modal.queryByRole('radio')).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Start Session' }))
    await waitFor(() => expect(bodies).toMatchObject([{ passcode: null, make_passcode: true }]))
  })
})

describe('a passcode that nobody has seen', () => {
  test('given one, when Show is confirmed, then a reason is asked for, and the page has passcode and lower level @full', async () => {
    let seen = false
    const reasons: (string | null)[] = []
    server.use(
      http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, reveal_reason: 'required' })),
      http.post(at('session/ABCDEFGHJKMN/passcode/reveal'), ({ request }) => {
        reasons.push(request.headers.get(revealReasonHeader))
        seen = true
        return HttpResponse.json({ passcode: 'bcdf-2345-ghjk' })
      }),
    )
    const user = show(() =>
      session(seen ? { passcode: 'bcdf-2345-ghjk', identification: 'chosen_or_seen' } : { ...unseen }),
    )
    await screen.findByRole('button', { name: 'Show passcode' })
    expect(await fact('Identified by')).toBe('Passcode made by the product, sent to •••0187, shown to nobody')
    await user.click(screen.getByRole('button', { name: 'Show passcode' }))
    await user.click(await screen.findByRole('button', { name: 'Show Passcode' }))
    const asked = within(await screen.findByRole('dialog', { name: 'Why do you need this?' }))
    await user.selectOptions(asked.getByRole('combobox', { name: 'Reason' }), 'The client asked')
    await user.click(asked.getByRole('button', { name: 'Continue' }))
    await waitFor(async () => expect(await fact('Identified by')).toBe('Passcode chosen or seen by staff'))
    expect(reasons).toEqual(['client-request'])
    expect(await screen.findByText('bcdf-2345-ghjk')).toBeInTheDocument()
  })

  test('given an assistant, when the session shows, then there is no Show, and marks stand beside the level @full', async () => {
    signIn('assistant')
    show(() =>
      session({
        ...unseen,
        passcode: null,
        contact_changes: [{ field: 'phone', since: '2026-11-20T15:04:05.000Z', by: 'Rui Paz' }],
        opened_in_agency_at: '2026-11-21T15:04:05.000Z',
      }),
    )
    expect(await fact('Passcode')).toBe('Not shown to you. The client gets it by Send.')
    expect(screen.queryByRole('button', { name: 'Show passcode' })).not.toBeInTheDocument()
    expect(screen.getByText('Phone: address on the record since Nov 20, 2026, changed by Rui Paz')).toBeInTheDocument()
    expect(screen.getByText(/^Opened in the agency’s network, Nov 21, 2026/)).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })
})

describe('a Send that waits', () => {
  const channel = { mode: 'server', to: 'm•••@example.com', carries: null } as const
  const messages = {
    messages: [],
    channels: { email: channel, text: { ...channel, to: '•••0187' } },
    held: { link: 'email', passcode: 'text', at: '2026-11-20T15:04:05.000Z', by: 'Rui Paz' },
    contact_changes: [],
    language: 'en',
  }

  test.each(['standard', 'assistant'] as const)(
    'given a %s, when the session shows, then who may release it can',
    async (role) => {
      signIn(role)
      let released = 0
      const path = 'session/ABCDEFGHJKMN/messages'
      server.use(
        http.get(at(path), () => HttpResponse.json(released > 0 ? { ...messages, held: null } : messages)),
        http.post(at(`${path}/release`), () => {
          released += 1
          return HttpResponse.json({ ...messages, held: null })
        }),
      )
      const user = show(() => session({ ...unseen, passcode: role === 'assistant' ? null : passcodeMask }))
      expect(await screen.findByText(/^Rui Paz asked to send this session/)).toBeInTheDocument()
      const button = screen.queryByRole('button', { name: 'Release and Send' })
      if (role === 'assistant') {
        expect(button).not.toBeInTheDocument()
        return
      }
      await user.click(button ?? expect.fail('There is no button'))
      await waitFor(() => expect(screen.queryByText(/^Rui Paz asked/)).not.toBeInTheDocument())
      expect(released).toBe(1)
    },
  )
})

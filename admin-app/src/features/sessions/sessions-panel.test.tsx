import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility'
import { client, formPreset, globalForm, id, session, sessionForm, sessionSummary } from '../../testing/fixtures'
import { holdAnswer } from '../../testing/held-answer'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const path = `/admin/clients/${id(1)}`

beforeEach(() => {
  signIn()
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client({ primary_phone: '3055550187' }))),
    http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([sessionSummary()])),
  )
})

async function openStart() {
  const user = renderApp(path)
  await user.click(await screen.findByRole('button', { name: 'Start New Session' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Start New Session' }))
  await waitFor(() => expect(modal.getByRole('button', { name: 'Start Session' })).toBeEnabled())
  return { user, modal }
}

/** Answers the start of a session and gives what was sent. */
function answerStart(answer: () => Response): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.post(at('session'), async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
  )
  return bodies
}

describe('the sessions panel', () => {
  test('given a client at work, when the session is completed, then the panel follows by itself @full', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    renderApp(path)
    expect(await screen.findByText('in progress')).toBeInTheDocument()
    server.use(
      http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([sessionSummary({ status: 'completed' })])),
    )
    vi.advanceTimersByTime(5_000)

    expect(await screen.findByText('completed')).toBeInTheDocument()
    vi.useRealTimers()
  })

  test('[OF-03] given sessions, when they show, then each says how many of its documents are signed, and how the signer is identified', async () => {
    server.use(
      http.get(at(`clients/${id(1)}/sessions`), () =>
        HttpResponse.json([
          sessionSummary(),
          sessionSummary({
            ...{ id: id(11), session_code: 'ABCDEFGHJKMP', documents_total: 0, documents_done: 0 },
            identification: null,
          }),
        ]),
      ),
    )
    renderApp(path)
    const table = within(await screen.findByRole('table', { name: 'Sessions' }))
    const [, signed, none] = table.getAllByRole('row').map((row) => within(row).queryAllByRole('cell').at(-1))

    expect(signed).toHaveTextContent(/^2 of 4 signed ?Passcode known to staff$/)
    expect(none).toHaveTextContent(/^No documents$/)
  })

  test('given a client who declined and was asked again, when the sessions show, then both stay beside the status @full', async () => {
    const asked = { asked_again_at: '2026-11-22T17:00:00.000Z', asked_again_by: 'Olga Prado' }
    const signed = sessionSummary({ status: 'completed', declined_at: '2026-11-21T17:00:00.000Z', ...asked })
    server.use(http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([signed])))
    renderApp(path)

    const mark = 'Declined on Nov 21, 2026, asked again by Olga Prado, Nov 22, 2026'
    expect(await screen.findByText(mark)).toBeInTheDocument()
  })

  test('given sessions that fail, when the panel shows, then it says so and the client stays @full', async () => {
    server.use(http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json({}, { status: 500 })))
    renderApp(path)

    expect(await screen.findByRole('alert')).toHaveTextContent('The sessions could not be loaded.')
    expect(screen.getByRole('heading', { name: 'Maria Alvarez' })).toBeInTheDocument()
  })
})

describe('starting a session', () => {
  test('given the suggested passcode, when a stronger one is generated, then it replaces it @full', async () => {
    const { user, modal } = await openStart()
    await user.click(modal.getByRole('button', { name: 'Use a stronger one' }))

    expect(modal.getByLabelText<HTMLInputElement>('Client login password').value).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    expect(modal.getByLabelText('Client login password')).toHaveFocus()
    expect(modal.queryByText(/easy to guess/)).not.toBeInTheDocument()
  })

  test('given a phone, where all stands in one column, when the dialog shows, then the forms come before the passcode @full', async () => {
    const { modal } = await openStart()
    const [type, forms, passcode] = [
      modal.getByLabelText('Session type'),
      modal.getByRole('group', { name: 'Forms' }),
      modal.getByRole('group', { name: 'Passcode' }),
    ]
    expect(type.compareDocumentPosition(forms)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(forms.compareDocumentPosition(passcode)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('[SE-03] given an answer without a code, when a session is started, then that is alerted @full', async () => {
    answerStart(() => HttpResponse.json({}, { status: 201 }))
    const { user, modal } = await openStart()
    await user.click(modal.getByRole('button', { name: 'Start Session' }))

    await screen.findByRole('alertdialog', { name: 'Session created, but session_code missing.' })
  })

  test('[SE-03] given a refusal, when a session is started, then that is alerted and the dialog stays', async () => {
    vi.stubGlobal('reportError', vi.fn())
    answerStart(() => HttpResponse.json({}, { status: 500 }))
    const { user, modal } = await openStart()
    await user.click(modal.getByRole('button', { name: 'Start Session' }))

    await screen.findByRole('alertdialog', { name: 'Failed to create session.' })
    expect(modal.getByLabelText('Client login password')).toHaveValue('alvarez0187')
  })

  test('given a refused passcode, when a session is started, then the field says what is wrong @full', async () => {
    const message = 'needs more letters or digits'
    const details = [{ field: 'passcode', message }]
    answerStart(() => HttpResponse.json({ code: 'INVALID_INPUT', message, details }, { status: 400 }))
    const { user, modal } = await openStart()
    await user.click(modal.getByRole('button', { name: 'Start Session' }))

    await waitFor(() => expect(modal.getByLabelText('Client login password')).toHaveAccessibleDescription(/needs more/))
  })

  test('given presets that have not arrived, when the dialog shows, then a session can be started only after them @full', async () => {
    const presets = holdAnswer()
    server.use(
      http.get(at('form-presets'), async () => {
        await presets.hold()
        return HttpResponse.json([formPreset({ session_type: 'onboarding' })])
      }),
    )
    const user = renderApp(path)
    await user.click(await screen.findByRole('button', { name: 'Start New Session' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Start New Session' }))
    expect(await modal.findByText('Loading presets...')).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Start Session' })).toBeDisabled()
    presets.release()

    expect(await modal.findByRole('checkbox', { name: /^Add “/ })).toBeChecked()
    expect(modal.getByRole('button', { name: 'Start Session' })).toBeEnabled()
  })

  test('given presets that cannot be loaded, when the dialog shows, then it says what that means, and can be tried again @full', async () => {
    server.use(http.get(at('form-presets'), () => HttpResponse.json({}, { status: 500 })))
    const user = renderApp(path)
    await user.click(await screen.findByRole('button', { name: 'Start New Session' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Start New Session' }))
    expect(await modal.findByRole('alert')).toHaveTextContent('the session would start without forms')
    expect(modal.getByRole('button', { name: 'Start Session' })).toBeEnabled()
    server.use(http.get(at('form-presets'), () => HttpResponse.json([formPreset({ session_type: 'onboarding' })])))
    await user.click(modal.getByRole('button', { name: 'Try again' }))

    expect(await modal.findByRole('checkbox', { name: /^Add “/ })).toBeChecked()
  })

  test('[OF-09] given a preset for renewals, when a renewal is started, then its forms are attached @full', async () => {
    const attached: string[] = []
    const bodies = answerStart(() => HttpResponse.json(session(), { status: 201 }))
    server.use(
      http.get(at('form-presets'), () =>
        HttpResponse.json([
          formPreset({ name: 'Renewal packet', session_type: 'renewal' }),
          formPreset({ id: id(91), name: 'Second packet', session_type: 'renewal' }),
        ]),
      ),
      http.post(at('sessionforms/session/:session/presets/:preset'), ({ params }) => {
        attached.push(`${params.session} ${params.preset}`)
        return HttpResponse.json({ success: true, data: [] })
      }),
    )
    const { user, modal } = await openStart()
    expect(modal.queryByRole('checkbox')).not.toBeInTheDocument()
    await user.selectOptions(modal.getByLabelText('Session type'), 'renewal')
    expect(await modal.findByRole('checkbox', { name: 'Add “Renewal packet” (1 form)' })).toBeChecked()
    await user.click(modal.getByRole('checkbox', { name: 'Add “Second packet” (1 form)' }))
    await user.click(modal.getByRole('button', { name: 'Start Session' }))
    await waitFor(() => expect(attached).toEqual([`${id(10)} ${id(90)}`]))
    expect(bodies).toMatchObject([{ session_type: 'renewal' }])
    await user.click(within(await screen.findByRole('dialog', { name: 'Send to the client' })).getByText('Cancel'))
    expect(await screen.findByRole('heading', { name: 'onboarding Session for Maria Alvarez' })).toBeInTheDocument()
  })

  test('[OF-09] given a preset for every session, when it is ticked, then its forms are attached; unticked, it is only offered @full', async () => {
    const attached: unknown[] = []
    answerStart(() => HttpResponse.json(session(), { status: 201 }))
    const every = [{ name: 'Notices' }, { id: id(91), name: 'Extras' }]
    server.use(
      http.get(at('form-presets'), () =>
        HttpResponse.json(every.map((preset) => formPreset({ session_type: null, ...preset }))),
      ),
      http.post(at('sessionforms/session/:session/presets/:preset'), ({ params }) => {
        attached.push(params.preset)
        return HttpResponse.json({ success: true, data: [] })
      }),
    )
    const { user, modal } = await openStart()
    expect(await modal.findByRole('checkbox', { name: 'Add “Extras” (1 form)' })).not.toBeChecked()
    await user.click(modal.getByRole('checkbox', { name: 'Add “Notices” (1 form)' }))
    expect(modal.getByRole('checkbox', { name: 'Add “Notices” (1 form)' })).toBeChecked()
    await user.click(modal.getByRole('button', { name: 'Start Session' }))

    await waitFor(() => expect(attached).toEqual([id(90)]))
  })

  test('given two forms of the library, when they are chosen and sent, then five presses do it, with the message as it will arrive @full', async () => {
    answerStart(() => HttpResponse.json(session(), { status: 201 }))
    const channel = { mode: 'server', to: 'm•••@example.com', carries: null }
    const messages = { messages: [], channels: { email: channel, text: { ...channel, to: '•••0187' } }, held: null }
    const sent: unknown[] = []
    const record = (name: string, answer: object, status = 200) =>
      http.post(at(name), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(answer, { status })
      })
    server.use(
      http.get(at('global-forms'), () =>
        HttpResponse.json({ success: true, forms: [globalForm(), globalForm({ id: id(21), title: 'Review' })] }),
      ),
      http.get(at('session/ABCDEFGHJKMN/messages'), () =>
        HttpResponse.json({ ...messages, contact_changes: [], language: 'en' }),
      ),
      record('sessionforms', sessionForm(), 201),
      record('session/ABCDEFGHJKMN/messages', { ...messages, contact_changes: [], language: 'en' }),
    )
    const user = renderApp(path)
    let presses = 0
    const press = async (control: HTMLElement) => {
      presses += 1
      await user.click(control)
    }
    await press(await screen.findByRole('button', { name: 'Start New Session' }))
    const start = within(await screen.findByRole('dialog', { name: 'Start New Session' }))
    await press(await start.findByRole('checkbox', { name: /^Consent/ }))
    await press(start.getByRole('checkbox', { name: /^Review/ }))
    expect(await violations()).toEqual([])
    await press(start.getByRole('button', { name: 'Start Session' }))
    const send = within(await screen.findByRole('dialog', { name: 'Send to the client' }))
    expect(await send.findByText('Documents are ready for you to sign.')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await press(send.getByRole('button', { name: 'Send' }))
    expect(await screen.findByRole('heading', { name: 'onboarding Session for Maria Alvarez' })).toBeInTheDocument()
    expect(presses).toBe(5)
    expect(sent).toMatchObject([
      { session_id: id(10), form_id: id(20), order_index: 0 },
      { session_id: id(10), form_id: id(21), order_index: 1 },
      { link: 'email', passcode: 'text' },
    ])
  })

  test('given no passcode, when a session with forms is started, then its page opens, since it cannot be sent @full', async () => {
    answerStart(() => HttpResponse.json(session(), { status: 201 }))
    server.use(
      http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [globalForm()] })),
      http.post(at('sessionforms'), () => HttpResponse.json(sessionForm(), { status: 201 })),
    )
    const { user, modal } = await openStart()
    await user.click(await modal.findByRole('checkbox', { name: /^Consent/ }))
    await user.clear(modal.getByLabelText('Client login password'))
    await user.click(modal.getByRole('button', { name: 'Start Session' }))
    expect(await screen.findByRole('heading', { name: 'onboarding Session for Maria Alvarez' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('given a preset that fails, when the session is started, then it opens and says so @full', async () => {
    vi.stubGlobal('reportError', vi.fn())
    answerStart(() => HttpResponse.json(session(), { status: 201 }))
    server.use(
      http.get(at('form-presets'), () => HttpResponse.json([formPreset()])),
      http.post(at('sessionforms/session/:session/presets/:preset'), () => HttpResponse.json({}, { status: 500 })),
    )
    const { user, modal } = await openStart()
    await modal.findByRole('checkbox')
    await user.click(modal.getByRole('button', { name: 'Start Session' }))
    await screen.findByRole('alertdialog', { name: 'Session created, but not all forms of the preset could be added.' })
    const name = 'onboarding Session for Maria Alvarez'
    expect(await screen.findByRole('heading', { name, hidden: true })).toBeInTheDocument()
  })
})

import type { SessionForm } from '@agency/contract/session-forms'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id, session, sessionForm } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const waiting = sessionForm({ status: 'viewed', has_file: false })
const text = 'Hello Ida,\n\na document is waiting for you.'

/** Serves one document, which is reminded of when the answer is a success; counts the reminders. */
function serve(form: SessionForm, answer: () => Response = () => HttpResponse.json({ sent: true })) {
  const calls = { reminders: 0 }
  let now = form
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [now] })),
    http.post(at(`sessionforms/${form.id}/remind`), () => {
      calls.reminders += 1
      const given = answer()
      if (given.ok) now = { ...form, reminded_at: '2026-11-20T15:04:05.000Z', version: form.version + 1 }
      return given
    }),
  )
  return calls
}

async function open() {
  const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
  await user.click(await screen.findByRole('button', { name: 'Consent' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Document' }))
  // The editor brings buttons of its own.
  await edit.findByRole('textbox', { name: 'Notes' })
  return { user, edit }
}

beforeEach(() => signIn())

describe('reminding a client', () => {
  test('given an open document, when Remind is pressed, then it says that an e-mail is sent, and when the last one was @full', async () => {
    const calls = serve(waiting)
    const { user, edit } = await open()
    expect(edit.queryByText('Reminded')).not.toBeInTheDocument()
    await user.click(edit.getByRole('button', { name: 'Remind' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Reminder' }))
    expect(dialog.getByText('An email is being sent to the client.')).toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: 'Copy reminder' })).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    const again = within(await screen.findByRole('dialog', { name: 'Edit Document' }))
    expect(await again.findByText('Reminded')).toBeInTheDocument()
    expect(calls.reminders).toBe(1)
  })

  test.each([
    ['opened', { status: 'viewed', envelope_id: id(60) }, ['Delete', 'Remind', 'Void']],
    ['signed', { status: 'signed', envelope_id: id(60) }, ['Delete', 'Void']],
  ] as const)(
    'given an open document, when the client has %s it meanwhile, then no action comes or goes @full',
    async (_, act, enabled) => {
      const calls = serve(sessionForm({ has_file: false }), () => {
        server.use(
          http.get(at(`sessionforms/session/${id(10)}`), () =>
            HttpResponse.json({ success: true, data: [sessionForm({ ...act, has_file: false, version: 2 })] }),
          ),
        )
        return HttpResponse.json({ sent: true })
      })
      const { user, edit } = await open()
      const footer = () => edit.getAllByRole('button').map(({ textContent }) => textContent)
      const before = footer()
      await user.click(edit.getByRole('button', { name: 'Void' }))
      expect(screen.queryByRole('dialog', { name: 'Void Document' })).not.toBeInTheDocument()
      await user.click(edit.getByRole('button', { name: 'Remind' }))
      await user.click(
        within(await screen.findByRole('dialog', { name: 'Reminder' })).getByRole('button', { name: 'Done' }),
      )

      await waitFor(() => {
        const usable = edit.getAllByRole('button', { name: /^(Delete|Remind|Void)$/ })
        const names = usable.filter((button) => button.ariaDisabled !== 'true').map(({ textContent }) => textContent)
        expect(names.toSorted()).toEqual(enabled)
      })
      // Remind has another label until its answer is handled.
      await waitFor(() => expect(footer()).toEqual(before))
      expect(calls.reminders).toBe(1)
    },
  )

  test('given that no e-mail can be sent, when Remind is pressed, then a text to copy is shown @full', async () => {
    serve(waiting, () => HttpResponse.json({ sent: false, text }))
    const { user, edit } = await open()
    await user.click(edit.getByRole('button', { name: 'Remind' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Reminder' }))
    expect(dialog.getByText(/a document is waiting for you/)).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Copy reminder' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(text))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reminder' })).not.toBeInTheDocument())
    expect(screen.getByRole('dialog', { name: 'Edit Document' })).toBeInTheDocument()
  })

  test('given the text of a reminder, when the client has signed meanwhile, then Remind is disabled and the text stays @full', async () => {
    serve(waiting, () => HttpResponse.json({ sent: false, text }))
    server.use(
      http.post(at(`sessionforms/${waiting.id}/remind`), () => {
        serve({ ...waiting, status: 'signed' })
        return HttpResponse.json({ sent: false, text })
      }),
    )
    const { user, edit } = await open()
    await user.click(edit.getByRole('button', { name: 'Remind' }))
    expect(await screen.findByText(/a document is waiting for you/)).toBeInTheDocument()
    await waitFor(() => expect(edit.getByText('Remind').closest('button')).toHaveAttribute('aria-disabled', 'true'))

    expect(screen.getByRole('dialog', { name: 'Reminder' })).toBeInTheDocument()
  })

  test('given a reminder that is too early, when Remind is pressed, then it says when the next one is possible @full', async () => {
    const message = 'It can be done again in 7 minutes.'
    serve(waiting, () => HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 }))
    const { user, edit } = await open()
    await user.click(edit.getByRole('button', { name: 'Remind' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(message)
  })

  test('given a server that fails, when Remind is pressed, then it says so @full', async () => {
    vi.stubGlobal('reportError', vi.fn())
    serve(waiting, () => HttpResponse.json({}, { status: 500 }))
    const { user, edit } = await open()
    await user.click(edit.getByRole('button', { name: 'Remind' }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Failed to remind the client. Please try again.')
  })

  test('given an e-mail that could not be sent, when the document is opened, then it says why @full', async () => {
    serve({ ...waiting, reminder_error: 'The email could not be sent.' })
    const { edit } = await open()
    expect(edit.getByText('The email could not be sent.')).toBeInTheDocument()
  })

  test.each(['signed', 'completed', 'declined', 'voided', 'expired'] as const)(
    'given a document that is %s, when it is opened, then there is nothing to remind of @full',
    async (status) => {
      serve({ ...waiting, status, reminder_error: 'The email could not be sent.' })
      const { edit } = await open()
      expect(edit.getByRole('button', { name: 'Save' })).toBeInTheDocument()
      expect(edit.queryByRole('button', { name: 'Remind' })).not.toBeInTheDocument()
      expect(edit.queryByText('The email could not be sent.')).not.toBeInTheDocument()
    },
  )
})

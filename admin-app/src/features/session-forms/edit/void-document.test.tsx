import type { SessionForm } from '@agency/contract/session-forms'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id, session, sessionForm } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const sent = sessionForm({ status: 'viewed', envelope_id: id(60), has_file: false })
const refused = (code: string, message: string) => () => HttpResponse.json({ code, message }, { status: 409 })

/** Serves one document, and voids it when asked; gives what was sent. */
function serve(form: SessionForm, answer?: () => Response): unknown[] {
  const bodies: unknown[] = []
  let now = form
  server.use(
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [now] })),
    http.post<never, { reason: string }>(at(`sessionforms/${form.id}/void`), async ({ request }) => {
      const body = await request.json()
      bodies.push(body)
      if (answer !== undefined) return answer()
      now = { ...form, status: 'voided', envelope_id: null, void_reason: body.reason, version: form.version + 1 }
      return HttpResponse.json(now)
    }),
  )
  return bodies
}

async function open() {
  const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
  await user.click(await screen.findByRole('button', { name: 'Consent' }))
  return { user, edit: within(await screen.findByRole('dialog', { name: 'Edit Document' })) }
}

const voiding = async () => within(await screen.findByRole('dialog', { name: 'Void Document' }))

beforeEach(() => {
  signIn()
  server.use(http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())))
})

describe('voiding a document', () => {
  test('given a sent document, when it is voided with a reason, then the reason is sent and shown @full', async () => {
    const bodies = serve(sent)
    const { user, edit } = await open()
    await user.click(edit.getByRole('button', { name: 'Void' }))
    const dialog = await voiding()
    expect(await violations()).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), '  Wrong plan ')
    await user.click(dialog.getByRole('button', { name: 'Void Document' }))

    const again = within(await screen.findByRole('dialog', { name: 'Edit Document' }))
    expect(again.getByText('Wrong plan')).toBeInTheDocument()
    expect(again.getByLabelText('Status')).toHaveValue('voided')
    expect(again.queryByRole('button', { name: 'Void' })).not.toBeInTheDocument()
    expect(bodies).toEqual([{ reason: 'Wrong plan' }])
  })

  test('given no reason, when it is voided, then one is asked for and nothing is sent @full', async () => {
    const bodies = serve(sent)
    const { user, edit } = await open()
    await user.click(edit.getByRole('button', { name: 'Void' }))
    const dialog = await voiding()
    await user.type(dialog.getByLabelText('Reason'), ' ')
    await user.click(dialog.getByRole('button', { name: 'Void Document' }))

    expect(await dialog.findByRole('alert')).toHaveTextContent('Please give a reason.')
    expect(bodies).toEqual([])
  })

  test.each([
    [refused('WRONG_STATE', 'It is being sealed.'), 'It is being sealed.'],
    [() => HttpResponse.json({ code: 'ESIGN_FAILED', message: 'It was signed.' }, { status: 502 }), 'It was signed.'],
    [() => HttpResponse.json({}, { status: 500 }), 'The document could not be voided. Please try again.'],
  ])('given a refusal, when it is voided, then the dialog stays and says why @full', async (answer, words) => {
    serve(sent, answer)
    const { user, edit } = await open()
    await user.click(edit.getByRole('button', { name: 'Void' }))
    const dialog = await voiding()
    await user.type(dialog.getByLabelText('Reason'), 'Wrong plan')
    await user.click(dialog.getByRole('button', { name: 'Void Document' }))

    expect(await dialog.findByRole('alert')).toHaveTextContent(words)
    expect(dialog.getByLabelText('Reason')).toHaveValue('Wrong plan')
  })

  test('given a sent document, when Delete is pressed, then voiding is offered instead @full', async () => {
    serve(sent)
    const { user, edit } = await open()
    await user.click(edit.getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog', { name: "This document can't be deleted" }))
    await user.click(question.getByRole('button', { name: 'Void Instead' }))

    expect((await voiding()).getByLabelText('Reason')).toBeInTheDocument()
  })

  test('given a document that the client opens meanwhile, when its deletion is refused, then voiding is offered instead @full', async () => {
    const pending = sessionForm({ has_file: false })
    serve(pending)
    server.use(http.delete(at(`sessionforms/${pending.id}`), refused('WRONG_STATE', 'Opened.')))
    const { user, edit } = await open()
    await user.click(edit.getByRole('button', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))

    await screen.findByRole('alertdialog', { name: "This document can't be deleted" })
  })

  test('given an ended document, when its deletion is refused, then the server’s reason is alerted @full', async () => {
    const declined = sessionForm({ status: 'declined', has_file: false })
    serve(declined)
    server.use(http.delete(at(`sessionforms/${declined.id}`), refused('WRONG_STATE', 'It stays on record.')))
    const { user, edit } = await open()
    expect(edit.queryByRole('button', { name: 'Void' })).not.toBeInTheDocument()
    await user.click(edit.getByRole('button', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))

    await screen.findByRole('alertdialog', { name: 'It stays on record.' })
  })

  test('given unsaved edits, when Void is pressed, then it asks before they are lost @full', async () => {
    serve(sent)
    const { user, edit } = await open()
    await user.type(edit.getByLabelText('Title'), ' 2')
    await user.click(edit.getByRole('button', { name: 'Void' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(edit.getByLabelText('Title')).toHaveValue('Consent 2')
  })
})

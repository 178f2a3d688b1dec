import { type SessionForm, sealedFields } from '@agency/contract/session-forms'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endLogin } from '../../../shared/login-store'
import { violations } from '../../../testing/accessibility'
import { id, session, sessionForm } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const signed = sessionForm({
  folder: 'Onboarding',
  notes: '<p>Ask first</p>',
  status: 'completed',
  sent_at: '2026-11-20T15:04:05.000Z',
  read_at: '2026-11-20T16:04:05.000Z',
  signed_at: '2026-11-20T17:04:05.000Z',
  sealed_sha256: 'ab'.repeat(32),
})

interface Put {
  readonly version: string | null
  readonly body: unknown
}

/** Answers the changes of the document and gives what was sent. */
function answerPuts(...answers: (() => Response)[]): Put[] {
  const puts: Put[] = []
  server.use(
    http.put(at(`sessionforms/${id(30)}`), async ({ request }) => {
      puts.push({ version: request.headers.get('If-Match'), body: await request.json() })
      return answers.shift()?.() ?? HttpResponse.json(signed)
    }),
  )
  return puts
}

async function open(form: SessionForm) {
  server.use(
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [form] })),
    http.get(
      at(`sessionforms/${id(30)}/file`),
      () => new HttpResponse('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    ),
  )
  const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
  await user.click(await screen.findByRole('button', { name: form.title ?? 'Untitled' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Edit Document' }))
  await modal.findByRole('textbox', { name: 'Notes' })
  return { user, modal }
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

beforeEach(() => {
  signIn()
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [] })),
  )
})

describe('a document of a session', () => {
  test.each([
    [500, { code: 'INTERNAL', message: 'no' }, 'The changes could not be saved. Please try again.'],
    [409, { code: 'WRONG_STATE', message: 'It is signed.' }, 'It is signed.'],
  ])(
    'given a save answered with %i, when it fails, then the dialog stays and says why @full',
    async (status, body, words) => {
      answerPuts(() => HttpResponse.json(body, { status }))
      const { user, modal } = await open(signed)
      await user.type(modal.getByLabelText('Title'), '!')
      await user.click(modal.getByRole('button', { name: 'Save' }))

      expect(await modal.findByRole('alert')).toHaveTextContent(words)
      expect(modal.getByLabelText('Title')).toHaveValue('Consent!')
    },
  )

  test('[SE-09] given a document, when its texts, status and dates are edited, then they are sent, and emptied dates as null', async () => {
    const puts = answerPuts()
    const dates = { sent_at: '2026-11-20T15:04:05.000Z', read_at: '2026-11-20T16:04:05.000Z' }
    const { user, modal } = await open(sessionForm({ type: 'Link', has_file: false, status: 'sent', ...dates }))
    await user.type(modal.getByLabelText('Title'), ' 2')
    await user.type(modal.getByLabelText('Folder'), 'Books')
    await user.selectOptions(modal.getByLabelText('Status'), 'viewed')
    for (const label of ['Sent Date', 'Opened Date']) await user.clear(modal.getByLabelText(label))
    fireEvent.change(modal.getByLabelText('Created Date'), { target: { value: '2026-01-02' } })
    expect(modal.getByRole('button', { name: 'Delete' })).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts).toMatchObject([
      {
        body: {
          session_id: id(10),
          title: 'Consent 2',
          folder: 'Books',
          status: 'viewed',
          sent_at: null,
          read_at: null,
        },
      },
    ])
    expect(puts).toMatchObject([{ body: { signed_at: null, created_at: expect.stringMatching(/^2026-01-02/) } }])
  })

  test('given a signed document, when it is edited, then what is fixed is read-only, and folder and notes alone are sent @full', async () => {
    const puts = answerPuts()
    const frozen_fields = [...sealedFields]
    const { user, modal } = await open({ ...signed, frozen_fields })
    for (const label of ['Title', 'Status', 'Created Date', 'Sent Date', 'Opened Date', 'Signed Date'])
      expect(modal.getByLabelText(label)).toHaveAttribute('readonly')
    expect(modal.getByLabelText('Signed Date')).toHaveValue('11/20/2026')
    expect(modal.getByText(/The client has signed this document/)).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.type(modal.getByLabelText('Folder'), ' 2')
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts.map(({ body }) => body)).toEqual([
      { session_id: id(10), folder: 'Onboarding 2', notes: '<p>Ask first</p>' },
    ])
  })

  test('[PH-07] given a document that staff marked, when it shows, then who marked it and when stand beside it', async () => {
    const marked = sessionForm({
      status: 'completed',
      status_set_at: '2026-11-22T17:00:00.000Z',
      status_set_by: 'Olga Prado',
      dates_set: ['signed_at'],
      dates_set_at: '2026-11-22T17:00:00.000Z',
      dates_set_by: null,
    })
    const { modal } = await open(marked)
    expect(screen.getAllByText('Marked completed by Olga Prado, Nov 22, 2026')).toHaveLength(2)
    const [badge] = screen.getAllByText('completed', { selector: '.badge' })
    expect(badge).not.toHaveAttribute('data-tone')
    expect(modal.getByText('Signed Date set by a former admin, Nov 22, 2026')).toBeInTheDocument()
  })

  const declined = sessionForm({
    status: 'declined',
    declined_at: new Date(2026, 10, 20, 15, 4).toISOString(),
    declined_by: 'Maria Alvarez',
    declined_from: '198.51.100.7',
    decline_reason: 'My husband must read it first',
  })

  test('[PH-06] given a client who declined, when the page and the document show, then who, when, from where and why @full', async () => {
    const { user, modal } = await open(declined)
    const words =
      'Consent was declined by Maria Alvarez, Nov 20, 2026, 3:04 PM, from 198.51.100.7.Reason: My husband must read it first'
    expect(modal.getByRole('status')).toHaveTextContent(words)
    expect(await violations()).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Cancel' }))
    await closed()
    const card = within(screen.getByRole('region', { name: 'Forms & Documents' }))
    expect(card.getByText(/^was declined by Maria Alvarez/, { exact: false })).toHaveTextContent(words)
    await user.click(card.getByRole('button', { name: 'Open Document' }))
    expect(await screen.findByRole('dialog', { name: 'Edit Document' })).toBeInTheDocument()
  })

  test('[PH-07] given a document that the client declined and staff reopened, when it is marked as completed, then it asks first @full', async () => {
    const puts = answerPuts()
    const reopened = { ...declined, status: 'pending', status_set_at: '2026-11-22T17:00:00.000Z' } as const
    const { user, modal } = await open(reopened)
    await user.selectOptions(modal.getByLabelText('Status'), 'completed')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await screen.findByRole('alertdialog', { name: 'The client declined' })
    expect(puts).toEqual([])
  })

  test('given a client who was asked again, when the document shows, then the decline is marked and not the status @full', async () => {
    const asked = { asked_again_at: '2026-11-22T17:00:00.000Z', asked_again_by: 'Olga Prado' }
    await open({ ...declined, ...asked, status: 'pending', status_set_at: asked.asked_again_at })
    expect(screen.getAllByText(/^Declined on .*, asked again by Olga Prado, Nov 22, 2026$/)).toHaveLength(2)
    expect(screen.queryByText(/^Marked pending/)).not.toBeInTheDocument()
  })

  test('given a client who declined, when it is set to pending, then the question says that the client is asked again @full', async () => {
    const puts = answerPuts()
    const { user, modal } = await open(declined)
    await user.selectOptions(modal.getByLabelText('Status'), 'pending')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Ask Again' }))
    await closed()
    expect(puts.map(({ body }) => body)).toMatchObject([{ status: 'pending' }])
  })

  test('given a client who declined, when another status is set, then it asks first @full', async () => {
    const puts = answerPuts()
    const { user, modal } = await open(declined)
    await user.selectOptions(modal.getByLabelText('Status'), 'completed')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'The client declined' }))
    await user.click(question.getByRole('button', { name: 'Keep' }))
    expect(puts).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Set Status' }))
    await closed()
    expect(puts.map(({ body }) => body)).toMatchObject([{ status: 'completed' }])
  })

  test('given a document that the client opened meanwhile, when its texts are saved, then both changes are kept without a question @full', async () => {
    const current = { ...signed, status: 'declined', version: 5 }
    const puts = answerPuts(() =>
      HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current }, { status: 409 }),
    )
    const { user, modal } = await open(signed)
    await user.type(modal.getByLabelText('Title'), '!')
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[1]?.version).toBe('"5"')
    expect(puts[1]?.body).toMatchObject({ title: 'Consent!', status: 'declined' })
  })

  test('[SE-10] given a document of a template, when it is opened, then its pages show, also in a window of their own until the logout', async () => {
    const tab = { location: { href: '' }, close: vi.fn() }
    const revoked = vi.spyOn(URL, 'revokeObjectURL')
    vi.stubGlobal('open', () => tab)
    const { user, modal } = await open(sessionForm({ source_template_id: 'built-in:consent', type: 'DocuSign' }))
    const preview = within(await modal.findByRole('region', { name: 'Preview of the document' }))
    expect(await preview.findAllByRole('img')).toHaveLength(2)
    await user.click(modal.getByRole('button', { name: 'Open in New Window' }))

    await waitFor(() => expect(tab.location.href).toBe('blob:kept'))
    expect(tab.close).not.toHaveBeenCalled()
    act(() => endLogin('logged-out'))
    expect(tab.close).toHaveBeenCalledOnce()
    expect(revoked).toHaveBeenCalledWith('blob:kept')
  })

  test('given a sealed document, when it is opened, then its file is fetched only on demand @full', async () => {
    let fetched = 0
    const { user, modal } = await open({ ...signed, source_template_id: 'built-in:consent' })
    server.use(
      http.get(at(`sessionforms/${id(30)}/file`), () => {
        fetched += 1
        return new HttpResponse('%PDF')
      }),
    )
    expect(modal.queryByRole('region', { name: 'Preview of the document' })).not.toBeInTheDocument()
    expect(fetched).toBe(0)
    await user.click(modal.getByRole('button', { name: 'Show Preview' }))

    expect(await modal.findByRole('region', { name: 'Preview of the document' })).toBeInTheDocument()
    expect(fetched).toBe(1)
  })

  test('[SE-11] given a document that can’t be removed any more, when it is deleted, then the reason is alerted', async () => {
    const message = 'This document has already been opened for signing, and can no longer be removed.'
    server.use(
      http.delete(at(`sessionforms/${id(30)}`), () =>
        HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 }),
      ),
    )
    const { user, modal } = await open(signed)
    await user.click(modal.getByRole('button', { name: 'Delete' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))

    expect(await screen.findByRole('alertdialog', { name: message })).toBeInTheDocument()
  })
})

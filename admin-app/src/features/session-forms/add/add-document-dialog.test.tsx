import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { formPreset, globalForm, id, session, sessionForm } from '../../../testing/fixtures'
import { holdAnswer } from '../../../testing/held-answer'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

beforeEach(() => {
  signIn()
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [sessionForm()] })),
  )
})

describe('adding documents', () => {
  const letter = globalForm({ id: id(21), title: 'Letter', folder: 'Renewal', notes: '<p>First</p>' })
  const link = globalForm({ id: id(22), title: null, type: 'Link', source: 'https://www.example.com', has_file: false })

  async function openAdd(forms = [letter, link]) {
    server.use(http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms })))
    const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
    await screen.findByRole('button', { name: 'Consent' })
    await user.click(screen.getByRole('button', { name: 'Add Document' }))
    return { user, modal: within(await screen.findByRole('dialog', { name: 'Add Document' })) }
  }

  test('[SE-16] given a form that can’t be attached, when forms are used, then it is alerted and only the rest stays selected', async () => {
    vi.stubGlobal('reportError', vi.fn())
    let attached = 0
    server.use(
      http.post(at('sessionforms'), () => {
        attached += 1
        if (attached === 1) return HttpResponse.json(sessionForm(), { status: 201 })
        return HttpResponse.json({}, { status: 500 })
      }),
    )
    const { user, modal } = await openAdd()
    await user.click(await modal.findByRole('checkbox', { name: /Letter/ }))
    await user.click(modal.getByRole('checkbox', { name: /Untitled/ }))
    await user.click(modal.getByRole('button', { name: 'Use Selected' }))

    await screen.findByRole('alertdialog', { name: 'Failed to save form. See console for details.' })
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(modal.getByRole('checkbox', { name: /Letter/ })).not.toBeChecked()
    expect(modal.getByRole('checkbox', { name: /Untitled/ })).toBeChecked()
  })

  test.each(['Cancel', 'Create New Form'])(
    'given ticked forms, when %s is pressed, then only after a question @full',
    async (way) => {
      const { user, modal } = await openAdd()
      await user.click(await modal.findByRole('checkbox', { name: /Letter/ }))
      await user.click(modal.getByRole('button', { name: way }))
      const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
      await user.click(question.getByRole('button', { name: 'Cancel' }))
      expect(modal.getByRole('checkbox', { name: /Letter/ })).toBeChecked()

      await user.click(modal.getByRole('button', { name: way }))
      await user.click(await screen.findByRole('button', { name: 'Discard' }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Document' })).not.toBeInTheDocument())
    },
  )

  test('[OF-13] given a PDF of one’s own, when it is chosen in the picker, then only Save is left, and other files are refused @full', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(at('sessionforms'), ({ request }) => {
        sent.push(request.headers.get('content-type')?.split(';')[0])
        return HttpResponse.json(sessionForm(), { status: 201 })
      }),
    )
    const { user, modal } = await openAdd([])
    const input = document.querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input')
    const opened = vi.spyOn(input, 'click')
    await user.click(modal.getByRole('button', { name: 'Upload a PDF' }))
    expect(opened).toHaveBeenCalledOnce()
    // The browser's file dialog may be set to show all files.
    const photo = new File(['a'], 'Photo.png', { type: 'image/png' })
    await userEvent.upload(input, photo, { applyAccept: false })
    await screen.findByRole('alertdialog', { name: 'Only PDF files can be uploaded here.' })
    await user.click(screen.getByRole('button', { name: 'OK' }))

    await user.upload(input, new File(['%PDF-1.7'], 'Offer.pdf', { type: 'application/pdf' }))
    const created = within(await screen.findByRole('dialog', { name: 'Create New Document' }))
    expect(created.getByLabelText('Title')).toHaveValue('Offer')
    expect(created.getByText(/^Offer\.pdf ·/)).toBeInTheDocument()
    expect(created.getByRole('checkbox', { name: 'The client has to sign this document' })).toBeChecked()
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await user.click(created.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual(['multipart/form-data']))
  })

  test('given an empty library, when the modal opens, then it says so', async () => {
    const { modal } = await openAdd([])

    expect(await modal.findByText('No Global Forms Found')).toBeInTheDocument()
  })

  test('[OF-09] given presets of this type and of another, when one is pressed, then its forms are attached in one step @full', async () => {
    const bodies: unknown[] = []
    server.use(
      http.get(at('form-presets'), () =>
        HttpResponse.json([
          formPreset({ form_ids: [id(21), id(22), id(20)] }),
          formPreset({ id: id(91), name: 'Renewal packet', session_type: 'renewal' }),
        ]),
      ),
      http.post(at('sessionforms'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(sessionForm(), { status: 201 })
      }),
    )
    const { user, modal } = await openAdd([globalForm(), letter, link])
    await user.click(await modal.findByRole('button', { name: 'Onboarding packet · 3 forms' }))
    expect(modal.queryByRole('button', { name: /Renewal packet/ })).not.toBeInTheDocument()
    // The session has a document of the third form already.
    expect(modal.getByText('3 forms, 2 selected')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Use Selected' }))
    await waitFor(() => expect(bodies).toMatchObject([{ form_id: id(21) }, { form_id: id(22) }]))
  })

  test('[SE-12] given the library, when forms are ticked, then by folder, used in the order of ticking, and none when left', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(at('sessionforms'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(sessionForm(), { status: 201 })
      }),
    )
    const { user, modal } = await openAdd()
    expect(modal.getByText('Select From Existing')).toBeInTheDocument()
    expect(await modal.findByRole('button', { name: 'Renewal 1' })).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Ungrouped 1' })).toBeInTheDocument()
    const first = () => modal.getByRole('checkbox', { name: /Letter/ })
    const second = () => modal.getByRole('checkbox', { name: /Untitled/ })
    const use = modal.getByRole('button', { name: 'Use Selected' })
    expect(use).toBeDisabled()
    await user.click(second())
    await user.click(first())
    await user.click(second())
    expect(second()).not.toBeChecked()
    await user.click(second())
    await user.click(use)
    await waitFor(() => expect(bodies).toMatchObject([{ form_id: id(21) }, { form_id: id(22) }]))
  })

  test('given a session that was sent, when a document is added, then it says that no message went out, until the client is reminded @full', async () => {
    const forms = [sessionForm()]
    const added = sessionForm({ id: id(31), title: 'Letter', created_at: '2026-11-25T15:00:00.000Z' })
    const sent = session({ sent_at: '2026-11-20T15:00:00.000Z' })
    server.use(http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(sent)))
    const { user, modal } = await openAdd()
    server.use(
      http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: forms })),
      http.post(at('sessionforms'), () => {
        forms.push(added)
        return HttpResponse.json(added, { status: 201 })
      }),
      http.post(at(`sessionforms/${added.id}/remind`), () => {
        forms[1] = { ...added, reminded_at: '2026-11-25T15:00:05.000Z' }
        return HttpResponse.json({ sent: true })
      }),
    )
    await user.click(await modal.findByRole('checkbox', { name: /Letter/ }))
    await user.click(modal.getByRole('button', { name: 'Use Selected' }))
    const words = '“Letter” was added. The client can open it now, but no message has told them.'
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Remind' }))

    await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument())
    expect(screen.getByText('An email is being sent to the client.')).toBeInTheDocument()
  })

  test('given many forms, when they are searched, then the count follows and what is chosen stays @full', async () => {
    const { user, modal } = await openAdd()
    await user.click(await modal.findByRole('checkbox', { name: /Untitled/ }))
    await user.type(modal.getByRole('searchbox', { name: 'Search forms' }), 'renewal lett{Enter}')
    expect(modal.queryByRole('checkbox', { name: /Untitled/ })).not.toBeInTheDocument()
    expect(modal.getByText('1 of 2 forms, 1 selected')).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Use Selected' })).toBeEnabled()
  })

  test.each([
    ['answered', 1, () => HttpResponse.json([formPreset()])],
    ['refused', 0, () => HttpResponse.json({}, { status: 500 })],
  ])(
    'given presets that are %s late, when the forms can be ticked, then nothing moves them anymore @full',
    async (_, offered, answer) => {
      const held = holdAnswer()
      server.use(
        http.get(at('form-presets'), async () => {
          await held.hold()
          return answer()
        }),
      )
      const { modal } = await openAdd()
      await held.asked
      await expect(modal.findByRole('checkbox', {}, { timeout: 200 })).rejects.toThrow()

      held.release()
      await modal.findByRole('checkbox', { name: /Letter/ })
      expect(modal.queryAllByRole('button', { name: /Onboarding packet/ })).toHaveLength(offered)
    },
  )

  test('[OF-09] given chosen forms, when they are saved as a preset, then it has a name and the type of the session @full', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(at('form-presets'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(formPreset(), { status: 201 })
      }),
    )
    const { user, modal } = await openAdd()
    await user.click(await modal.findByRole('checkbox', { name: /Letter/ }))
    await user.click(modal.getByRole('button', { name: 'Save as preset' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Save as preset' }))
    await user.type(question.getByRole('textbox'), 'Welcome{Enter}')
    await waitFor(() => expect(bodies).toEqual([{ name: 'Welcome', session_type: 'onboarding', form_ids: [id(21)] }]))
  })
})

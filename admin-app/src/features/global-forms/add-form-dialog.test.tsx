import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility'
import { globalForm, id } from '../../testing/fixtures'
import { placedField, serveFields } from '../../testing/place-fields'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const letter = globalForm({ title: 'Letter' })

let lists = 0

beforeEach(() => {
  signIn()
  lists = 0
  server.use(
    http.get(at('global-forms'), () => {
      lists += 1
      return HttpResponse.json({ success: true, forms: [letter] })
    }),
  )
})

describe('adding a form', () => {
  const pdf = new File(['%PDF-1.4'], 'Plan 2027.pdf', { type: 'application/pdf' })

  async function openAdd(kind?: string) {
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Add Document' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Add New Form' }))
    if (kind !== undefined) await user.selectOptions(modal.getByLabelText('Form Type'), kind)
    return { user, modal }
  }

  test.each(['Close', 'Close & Refresh'])(
    'given words for another kind, when the note is left by %s, then only after a question @full',
    async (way) => {
      const { user, modal } = await openAdd()
      await user.type(modal.getByLabelText('Title'), 'Plan')
      await user.selectOptions(modal.getByLabelText('Form Type'), 'DocuSign Template (sync only)')
      await user.click(await screen.findByRole('button', { name: way }))
      const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
      await user.click(question.getByRole('button', { name: 'Discard' }))

      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    },
  )

  test('given another kind and nothing typed, when the dialog is left, then nothing is asked @full', async () => {
    const { user, modal } = await openAdd('External Link')
    await user.click(modal.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('[FO-05] given the DocuSign type, when its button is pressed, then the dialog only closes and refreshes @full', async () => {
    const { user } = await openAdd('DocuSign Template (sync only)')
    const modal = within(await screen.findByRole('dialog', { name: 'Add New Form' }))
    expect(await modal.findByText(/Sync Templates/)).toBeInTheDocument()
    expect(modal.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Close & Refresh' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(lists).toBe(2))
  })

  test('given the wrong file, when another one is chosen, then the title is that of the other one, unless it was typed', async () => {
    const { user, modal } = await openAdd()
    const choose = (name: string) =>
      user.upload(modal.getByLabelText('PDF file'), new File(['%PDF-1.4'], name, { type: 'application/pdf' }))
    await choose('Wrong.pdf')
    await choose('Plan.pdf')
    expect(modal.getByLabelText('Title')).toHaveValue('Plan')
    await user.type(modal.getByLabelText('Title'), ' 2027')
    await choose('Plan v2.pdf')
    expect(modal.getByLabelText('Title')).toHaveValue('Plan 2027')
  })

  test('[FO-05] given a PDF with a form of its own, when it is added, then it says how many fields were found, and offers to place them @full', async () => {
    serveFields(`global-forms/${letter.id}/fields`, [placedField(), placedField({ id: id(71) })])
    server.use(
      http.post(at('global-forms'), () => HttpResponse.json(letter, { status: 201 })),
      http.get(at(`global-forms/${letter.id}/file`), () => new HttpResponse('%PDF')),
    )
    const { user, modal } = await openAdd()
    await user.upload(modal.getByLabelText('PDF file'), pdf)
    await user.click(modal.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('“Letter” was added. 2 fields were found in this PDF.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(screen.getByRole('button', { name: 'Place fields' }))
    expect(await screen.findByRole('dialog', { name: 'Place Fields' })).toBeInTheDocument()
  })

  test('[FO-05] given a file that is no PDF, when it is dropped, then it is refused beside the field @full', async () => {
    const { user, modal } = await openAdd()
    // A drop is not held to the control's `accept`.
    await userEvent
      .setup({ applyAccept: false })
      .upload(modal.getByLabelText('PDF file'), new File(['x'], 'photo.png', { type: 'image/png' }))

    expect(await modal.findByText('Only PDF files can be uploaded here.')).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.upload(modal.getByLabelText('PDF file'), pdf)
    expect(modal.queryByText('Only PDF files can be uploaded here.')).not.toBeInTheDocument()
  })

  test.each([
    [
      422,
      { code: 'PDF_REFUSED', message: 'This PDF is protected by a password.' },
      'This PDF is protected by a password.',
    ],
    [413, { code: 'TOO_LARGE', message: 'At most 50 MB.' }, 'At most 50 MB.'],
    [413, '<html>', 'This file is too large. A PDF may have 50 MB: scan it with 150 to 200 dpi, or split it.'],
    [
      400,
      { code: 'INVALID_INPUT', message: 'no', details: [{ field: 'folder', message: 'is too long' }] },
      'is too long',
    ],
  ])(
    'given an upload refused with %i, when it is answered, then the field says why @full',
    async (status, body, words) => {
      server.use(http.post(at('global-forms'), () => HttpResponse.json(body, { status })))
      const { user, modal } = await openAdd()
      await user.upload(modal.getByLabelText('PDF file'), pdf)
      await user.click(modal.getByRole('button', { name: 'Save' }))

      expect(await modal.findByText(words)).toBeInTheDocument()
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    },
  )

  test.each([
    ['Make smaller', 'smaller'],
    ['Keep as it is', 'keep'],
  ])(
    'given a large PDF whose pictures could be smaller, when staff choose “%s”, then it is sent again with %s @full',
    async (button, answer) => {
      const sent: unknown[] = []
      const message = 'This file is 46 MB. Make its pictures smaller (about 9 MB, 150 dpi)?'
      server.use(
        http.post(at('global-forms'), async ({ request }) => {
          const [, pictures = null] = /name="pictures"\s+(\S+)/.exec(await request.text()) ?? []
          sent.push(pictures)
          if (pictures !== 'ask') return HttpResponse.json(letter, { status: 201 })
          return HttpResponse.json({ code: 'PDF_PICTURES_LARGE', message }, { status: 422 })
        }),
      )
      const { user, modal } = await openAdd()
      const scan = new File([new Uint8Array(10 * 2 ** 20 + 1)], 'Scan.pdf', { type: 'application/pdf' })
      await user.upload(modal.getByLabelText('PDF file'), scan)
      await user.click(modal.getByRole('button', { name: 'Save' }))
      const question = within(await screen.findByRole('alertdialog'))
      expect(question.getByText(message)).toBeInTheDocument()
      await user.click(question.getByRole('button', { name: button }))
      await waitFor(() => expect(sent).toEqual(['ask', answer]))
    },
  )

  test('given a PDF with a password, when it is uploaded, then the dialog asks for it once, says when it is wrong, and forgets it with the file @full', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(at('global-forms'), async ({ request }) => {
        const [, password = null] = /name="pdf_password"\s+(\S+)/.exec(await request.text()) ?? []
        sent.push(password)
        if (password === 'right') return HttpResponse.json(letter, { status: 201 })
        const [code, message] = password
          ? ['PDF_PASSWORD_WRONG', 'This PDF does not open with that password.']
          : ['PDF_PASSWORD_NEEDED', 'This PDF opens only with its password.']
        return HttpResponse.json({ code, message }, { status: 422 })
      }),
      http.get(at(`global-forms/${letter.id}/fields`), () =>
        HttpResponse.json({ success: true, fields: [], version: 1 }),
      ),
    )
    const { user, modal } = await openAdd()
    const label = 'Password of the PDF'
    await user.upload(modal.getByLabelText('PDF file'), pdf)
    expect(modal.queryByLabelText(label)).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByText('This PDF opens only with its password.')).toBeInTheDocument()
    await waitFor(() => expect(modal.getByLabelText(label)).toHaveFocus())
    expect(await violations()).toEqual([])
    await user.type(modal.getByLabelText(label), 'wrong')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByText('This PDF does not open with that password.')).toBeInTheDocument()
    expect(modal.getByLabelText(label)).toHaveValue('')
    await user.upload(
      modal.getByLabelText('PDF file'),
      new File(['%PDF-1.5'], 'Other.pdf', { type: 'application/pdf' }),
    )
    expect(modal.queryByLabelText(label)).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await user.type(await modal.findByLabelText(label), 'right')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).toEqual([null, 'wrong', null, 'right'])
  })

  test('[FO-07] given a server error, when a form is saved, then the failure is alerted', async () => {
    vi.stubGlobal('reportError', vi.fn())
    server.use(http.post(at('global-forms'), () => HttpResponse.json({}, { status: 500 })))
    const { user, modal } = await openAdd()
    await user.upload(modal.getByLabelText('PDF file'), pdf)
    await user.click(modal.getByRole('button', { name: 'Save' }))

    await screen.findByRole('alertdialog', { name: 'Error saving form. See console for details.' })
  })
})

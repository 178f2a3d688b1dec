import type { GlobalForm } from '@agency/contract/global-forms'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { formPreset, globalForm, id } from '../../testing/fixtures'
import { placedField, serveFields } from '../../testing/place-fields'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const letter = globalForm({ title: 'Letter', folder: 'Onboarding' })
const notice = globalForm({ id: id(21), title: 'Notice', folder: 'Renewal' })

interface Library {
  uses: { documents: number; open: number; presets: string[] }
  sent: unknown[]
}

function serve(forms: GlobalForm[] = [letter, notice]): Library {
  const library: Library = { uses: { documents: 2, open: 1, presets: ['Renewal packet'] }, sent: [] }
  const archivedOnly = (request: Request) => new URL(request.url).searchParams.get('archived') === 'true'
  server.use(
    http.get(at('global-forms'), ({ request }) =>
      HttpResponse.json({
        success: true,
        forms: forms.filter(({ archived_at }) => (archived_at !== null) === archivedOnly(request)),
      }),
    ),
    http.get(at('global-forms/:id/uses'), () => HttpResponse.json(library.uses)),
    http.put(at('global-forms/:id'), async ({ request, params }) => {
      library.sent.push([params.id, await request.json()])
      return HttpResponse.json(letter)
    }),
    http.delete(at('global-forms/:id'), ({ params }) => {
      library.sent.push(['deleted', params.id])
      return new HttpResponse(null, { status: 204 })
    }),
    http.post(at('global-forms/:id/file'), () => HttpResponse.json({ ...letter, file_version: 2 })),
  )
  return library
}

async function open(title = 'Letter') {
  const user = renderApp('/admin/forms')
  await user.click(await screen.findByRole('button', { name: `Edit ${title}` }))
  return { user, modal: within(await screen.findByRole('dialog', { name: 'Edit Form' })) }
}

beforeEach(() => {
  signIn()
})

describe('archiving and deleting a form', () => {
  test('[OF-10] given a form in use, when it is archived, then the question says what uses it @full', async () => {
    const library = serve()
    const { user, modal } = await open()
    await user.click(modal.getByRole('button', { name: 'Archive' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Archive this form?' }))
    expect(
      question.getByText(/^2 documents were made from it, 1 of them open\. It is in the preset “Renewal packet”\./),
    )
    await user.click(question.getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(library.sent).toEqual([[id(20), { archived: true }]])
  })

  test.each(['Archive', 'Delete'])(
    'given unsaved texts, when %s is pressed, then it asks first whether to discard them @full',
    async (action) => {
      const library = serve()
      const { user, modal } = await open()
      await user.type(modal.getByLabelText('Title'), ' 2')
      await user.click(modal.getByRole('button', { name: action }))
      const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
      await user.click(question.getByRole('button', { name: 'Cancel' }))

      expect(modal.getByLabelText('Title')).toHaveValue(`${letter.title} 2`)
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
      expect(library.sent).toEqual([])
    },
  )

  test('[OF-10] given a form in use, when Delete is pressed, then archiving is offered instead @full', async () => {
    serve()
    const { user, modal } = await open()
    await user.click(modal.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('alertdialog', { name: 'Archive this form?' })).toBeInTheDocument()
  })

  test.each([
    ['no', []],
    ['delete', [['deleted', id(20)]]],
  ])(
    '[OF-10] given an unused form, when %o is typed, then it is deleted by the word alone @full',
    async (typed, sent) => {
      const library = serve()
      library.uses = { documents: 0, open: 0, presets: [] }
      const { user, modal } = await open()
      await user.click(modal.getByRole('button', { name: 'Delete' }))
      const question = within(await screen.findByRole('alertdialog', { name: 'Delete this form?' }))
      expect(screen.queryByText('Saving...')).not.toBeInTheDocument()
      await user.type(question.getByRole('textbox'), `${typed}{Enter}`)
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
      await waitFor(() => expect(library.sent).toEqual(sent))
    },
  )

  test('[OF-10] given an archived form, when it is restored, then the server is told @full', async () => {
    const library = serve([letter, globalForm({ ...notice, archived_at: '2026-11-20T15:04:05.000Z' })])
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Show archived' }))
    await user.click(await screen.findByRole('button', { name: 'Edit Notice' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Edit Form' }))
    expect(modal.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(library.sent).toEqual([[id(21), { archived: false }]]))
  })

  test('[OF-10] given a new PDF, when it is chosen, then an alert names the new version', async () => {
    serve()
    const { user, modal } = await open()
    const pdf = new File(['%PDF-1.4'], 'Plan.pdf', { type: 'application/pdf' })
    await user.upload(modal.getByLabelText('New version of the PDF'), pdf)
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    await screen.findByRole('alertdialog', {
      name: 'The PDF was replaced: version 2. Existing documents keep the previous version.',
    })
  })

  test('[OF-10] given placed fields, when the new PDF has fewer pages, then the alert says how many of them are gone', async () => {
    serve()
    const fields = (count: number) => Array.from({ length: count }, (_, n) => placedField({ id: id(70 + n) }))
    serveFields('global-forms/:id/fields', fields(7))
    server.use(
      http.post(at('global-forms/:id/file'), () => {
        serveFields('global-forms/:id/fields', fields(5))
        return HttpResponse.json({ ...letter, file_version: 2 })
      }),
    )
    const { user, modal } = await open()
    const pdf = new File(['%PDF-1.4'], 'Plan.pdf', { type: 'application/pdf' })
    await user.upload(modal.getByLabelText('New version of the PDF'), pdf)
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    await screen.findByRole('alertdialog', { name: /version 2\. .* 2 of its 7 fields would be beyond the new pages/ })
    expect(await modal.findByText(/5 fields/)).toBeInTheDocument()
  })

  test('given a new PDF, when it is not to replace the former one, then that one stays', async () => {
    serve()
    const { user, modal } = await open()
    const pdf = new File(['%PDF-1.4'], 'Plan.pdf', { type: 'application/pdf' })
    await user.upload(modal.getByLabelText('New version of the PDF'), pdf)
    const question = await screen.findByRole('alertdialog', { name: /with Plan\.pdf\?/ })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Replace PDF' })).not.toHaveAttribute('aria-busy', 'true')
  })

  test('given a new PDF with a password, when it is chosen, then the password is asked for until it opens @full', async () => {
    serve()
    server.use(
      http.post(at('global-forms/:id/file'), async ({ request }) => {
        const [, password] = /name="pdf_password"\s+(\S+)/.exec(await request.text()) ?? []
        if (password === 'right') return HttpResponse.json({ ...letter, file_version: 2 })
        const code = password ? 'PDF_PASSWORD_WRONG' : 'PDF_PASSWORD_NEEDED'
        return HttpResponse.json({ code, message: `This PDF is locked (${password ?? 'none'}).` }, { status: 422 })
      }),
    )
    const { user, modal } = await open()
    const pdf = new File(['%PDF-1.4'], 'Plan.pdf', { type: 'application/pdf' })
    await user.upload(modal.getByLabelText('New version of the PDF'), pdf)
    await user.click(await screen.findByRole('button', { name: 'Replace' }))
    await screen.findByText('This PDF is locked (none).')
    await user.type(screen.getByLabelText('Password of the PDF'), 'wrong{Enter}')
    await screen.findByText('This PDF is locked (wrong).')
    await user.type(screen.getByLabelText('Password of the PDF'), 'right{Enter}')
    await screen.findByRole('alertdialog', { name: /^The PDF was replaced: version 2/ })
  })
})

describe('finding and moving forms', () => {
  test('given search words, when they are typed, then the forms that contain all of them are shown and counted', async () => {
    serve()
    const user = renderApp('/admin/forms')
    await user.type(await screen.findByRole('searchbox', { name: 'Search forms' }), 'RENEW not')
    expect(screen.getByText('1 of 2 forms')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Edit Letter' })).not.toBeInTheDocument()
    await user.type(screen.getByRole('searchbox', { name: 'Search forms' }), 'xyz')
    expect(screen.getByText('No form has these words.')).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given a row, when it is dragged to another folder, then the form is moved there', async () => {
    const library = serve()
    renderApp('/admin/forms')
    const row = await screen.findByRole('row', { name: /^Letter/ })
    const dataTransfer = { types: [], setData: () => undefined, effectAllowed: '' }
    fireEvent.dragStart(row, { dataTransfer })
    const target = await screen.findByRole('button', { name: /^Renewal/ })
    fireEvent.dragOver(target, { dataTransfer })
    fireEvent.drop(target, { dataTransfer })
    expect(await screen.findByText('Letter is now in Renewal.')).toBeInTheDocument()
    expect(library.sent).toEqual([[id(20), { folder: 'Renewal' }]])
  })
})

describe('presets of the library', () => {
  test('[OF-09] given forms, when a preset is added, then it has a name, a type and these forms @full', async () => {
    serve()
    const bodies: unknown[] = []
    server.use(
      http.post(at('form-presets'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(formPreset(), { status: 201 })
      }),
    )
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Add Preset' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Add Preset' }))
    await user.click(await modal.findByRole('checkbox', { name: /Notice/ }))
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByText('Enter a name.')).toBeInTheDocument()
    await user.type(modal.getByLabelText('Name'), 'Yearly')
    await user.selectOptions(modal.getByLabelText('Session type'), 'renewal')
    expect(await violations()).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies).toEqual([{ name: 'Yearly', session_type: 'renewal', form_ids: [id(21)] }]))
  })

  test('given presets that fail, when the page shows, then it says so, and not that there are none, until a retry', async () => {
    serve()
    server.use(
      http.get(at('form-presets'), () => HttpResponse.json({}, { status: 500 }), { once: true }),
      http.get(at('form-presets'), () => HttpResponse.json([formPreset()])),
    )
    const user = renderApp('/admin/forms')
    const card = within(await screen.findByRole('region', { name: 'Presets' }))
    expect(await card.findByText('The presets could not be loaded.')).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Try again' }))
    expect(await card.findByRole('button', { name: 'Onboarding packet' })).toBeInTheDocument()
  })

  test('given forms that fail, when a preset is added, then its dialog offers a retry', async () => {
    serve()
    server.use(http.get(at('global-forms'), () => HttpResponse.json({}, { status: 500 })))
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Add Preset' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Preset' }))
    expect(await dialog.findByText('The forms could not be loaded.')).toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })

  test('[OF-09] given a preset, when it is deleted, then a question is asked first', async () => {
    serve()
    const deleted: unknown[] = []
    server.use(
      http.get(at('form-presets'), () => HttpResponse.json([formPreset()])),
      http.delete(at('form-presets/:id'), ({ params }) => {
        deleted.push(params.id)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Delete preset Onboarding packet' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(deleted).toEqual([id(90)]))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility'
import { globalForm, id } from '../../testing/fixtures'
import { serveLibrary } from '../../testing/place-fields'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const plan = globalForm({ title: 'Plan' })
const checking = { ...plan, has_file: false, pages: null, pdf_check: { state: 'checking', message: null } } as const
const reason = 'Parts of this PDF would be lost.'
const refused = { ...checking, pdf_check: { state: 'refused', message: reason } } as const

beforeEach(() => {
  signIn()
})

describe('a PDF that is being checked', () => {
  test.each([
    ['accepted', plan, '“Plan” was checked and accepted.'],
    ['refused', refused, 'The PDF of “Plan” was refused.'],
  ])(
    'given it is %s, when the library is polled, then its row says so and the end is announced @full',
    async (_what, next, text) => {
      const become = serveLibrary(checking)
      renderApp('/admin/forms')
      const row = await screen.findByRole('row', { name: /^Plan/ })
      expect(row).toHaveTextContent('Checking…')
      expect(await violations()).toEqual([])
      become(next)
      expect(await screen.findByText(text)).toBeInTheDocument()
      await waitFor(() => expect(screen.queryByText('Checking…')).not.toBeInTheDocument())
    },
  )

  test('given a refused one, when its form is opened, then it says why and what to do', async () => {
    serveLibrary(refused)
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Edit Plan' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/Parts of this PDF would be lost/)).toHaveTextContent('Replace PDF')
    expect(within(dialog).queryByRole('button', { name: 'Open' })).not.toBeInTheDocument()
    expect(within(dialog).queryByRole('button', { name: 'Place fields' })).not.toBeInTheDocument()
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toBeInTheDocument()
    expect(within(dialog).queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument()
  })

  test('given a refused new version, when it is dismissed, then the message and the badge go, and the form keeps its PDF @full', async () => {
    const become = serveLibrary({ ...plan, pdf_check: refused.pdf_check })
    const dismissed = vi.fn(() => {
      become(plan)
      return new HttpResponse(null, { status: 204 })
    })
    server.use(http.delete(at(`global-forms/${id(20)}/pdf-refusal`), dismissed))
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Edit Plan' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/Parts of this PDF would be lost/)).toHaveTextContent('the present one is used')
    expect(within(dialog).getByRole('button', { name: 'Replace PDF' })).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(within(dialog).queryByText(/Parts of this PDF/)).not.toBeInTheDocument())
    await waitFor(() => expect(dialog).toHaveFocus())
    expect(within(dialog).getByRole('button', { name: 'Open' })).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('PDF refused')).not.toBeInTheDocument())
    expect(dismissed).toHaveBeenCalledTimes(1)
  })

  test('given a refusal whose dismissal fails, when another version is being checked, then the server’s reason is alerted', async () => {
    serveLibrary({ ...plan, pdf_check: refused.pdf_check })
    const message = 'The new PDF of this form is still being checked.'
    server.use(
      http.delete(at(`global-forms/${id(20)}/pdf-refusal`), () =>
        HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 }),
      ),
    )
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Edit Plan' }))
    await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
    await screen.findByRole('alertdialog', { name: message })
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility'
import { globalForm, id, session, sessionForm } from '../../testing/fixtures'
import { serveLibrary } from '../../testing/place-fields'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const plan = globalForm({ title: 'Plan' })
const message = 'Page 2 of this PDF would look different after signing. Get another copy.'
const losses = [{ loss: 'look', page: 1 } as const]
const refusedCheck = { state: 'refused', message, losses } as const
const refusal = {
  code: 'PDF_REFUSED',
  message,
  details: [{ field: 'file', message }, ...losses.map((loss) => ({ field: 'accept_loss', message, ...loss }))],
}
const pdf = new File(['%PDF-1.4'], 'Plan 2027.pdf', { type: 'application/pdf' })
const question = () => screen.findByRole('alertdialog', { name: 'Use this PDF with a loss?' })

beforeEach(() => {
  signIn()
})

describe('an upload that would lose something', () => {
  /** Accepts the form once its loss is accepted. */
  function serveUpload() {
    const sent: (string | null)[] = []
    server.use(
      http.post(at('global-forms'), async ({ request }) => {
        const [, accepted = null] = /name="accept_loss"\s+(\S+)/.exec(await request.text()) ?? []
        sent.push(accepted)
        return accepted === 'look'
          ? HttpResponse.json(plan, { status: 201 })
          : HttpResponse.json(refusal, { status: 422 })
      }),
    )
    return sent
  }

  async function upload() {
    serveLibrary(plan)
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Add Document' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Add New Form' }))
    await user.upload(modal.getByLabelText('PDF file'), pdf)
    await user.click(modal.getByRole('button', { name: 'Save' }))
    return { user, modal, dialog: within(await question()) }
  }

  test('given the loss, when it is accepted, then the file is sent again with it, and the form is added @full', async () => {
    const sent = serveUpload()
    const { user, dialog } = await upload()
    expect(dialog.getByText(/Page 2 of this PDF would look different/)).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Use it like this' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add New Form' })).not.toBeInTheDocument())
    expect(sent).toEqual([null, 'look'])
  })

  test('given the loss, when both looks are compared, then the page is shown twice, and it can be used from there @full', async () => {
    const sent = serveUpload()
    let copied = ''
    server.use(
      http.post(at('pdf-copies'), async ({ request }) => {
        copied = await request.text()
        return new HttpResponse('%PDF-1.7 copy', { headers: { 'content-type': 'application/pdf' } })
      }),
    )
    const { user, dialog } = await upload()
    await user.click(dialog.getByRole('button', { name: 'Compare' }))
    const region = await dialog.findByRole('region', { name: 'Comparison' })
    const both = within(region)
    expect(await both.findByRole('img', { name: 'Page 2, as uploaded' })).toBeInTheDocument()
    expect(await both.findByRole('img', { name: 'Page 2, as it would be used' })).toBeInTheDocument()
    expect(copied).toMatch(/name="requires_signature"\s+true/)
    expect(copied).toMatch(/name="accept_loss"\s+look,words,value/)
    expect(region).toHaveFocus()
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Use it like this' }))
    await waitFor(() => expect(sent).toEqual([null, 'look']))
  })

  test('given a comparison that fails, when it is tried again, then it says so and tries @full', async () => {
    serveUpload()
    const copied = vi.fn(() => HttpResponse.json({ code: 'UNAVAILABLE', message: 'Too many.' }, { status: 422 }))
    server.use(http.post(at('pdf-copies'), copied))
    const { user, dialog } = await upload()
    await user.click(dialog.getByRole('button', { name: 'Compare' }))
    expect(await dialog.findByText('The pages could not be compared.')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(copied).toHaveBeenCalledTimes(2))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  })

  test('given the loss, when it is declined, then nothing is sent, and the refusal stands beside the file @full', async () => {
    const sent = serveUpload()
    const { user, modal, dialog } = await upload()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await modal.findByText(message)).toBeInTheDocument()
    expect(sent).toEqual([null])
  })
})

describe('a PDF whose check has named a loss', () => {
  const checking = { ...plan, has_file: false, pages: null, pdf_check: { state: 'checking', message: null } } as const

  test('given a library form, when the loss is accepted, then the kept upload is checked again, and the form says what it lacks @full', async () => {
    const become = serveLibrary({ ...checking, pdf_check: refusedCheck })
    const accepted = vi.fn(async ({ request }: { request: Request }) => {
      expect(await request.json()).toEqual({ accept_loss: ['look'] })
      become({ ...plan, losses })
      return HttpResponse.json(checking)
    })
    server.use(http.post(at(`global-forms/${id(20)}/pdf-refusal/accept`), accepted))
    const user = renderApp('/admin/forms')
    await user.click(await screen.findByRole('button', { name: 'Edit Plan' }))
    const form = await screen.findByRole('dialog')
    await user.click(within(form).getByRole('button', { name: 'Use it like this' }))
    await user.click(within(await question()).getByRole('button', { name: 'Use it like this' }))
    expect(
      await within(form).findByText(/with a difference to the uploaded file: another look of page 2\./),
    ).toBeVisible()
    await waitFor(() => expect(form).toHaveFocus())
    expect(await violations()).toEqual([])
    expect(accepted).toHaveBeenCalledTimes(1)
  })

  test('given a document of a session, when its loss is accepted, then it is checked again @full', async () => {
    let document = sessionForm({ has_file: false, pages: null, pdf_check: refusedCheck })
    const accepted = vi.fn(() => {
      document = sessionForm({ losses })
      return HttpResponse.json(document)
    })
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
      http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [document] })),
      http.post(at(`sessionforms/${id(30)}/pdf-refusal/accept`), accepted),
    )
    const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
    await user.click(await screen.findByRole('button', { name: 'Consent' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit Document' })
    await user.click(within(dialog).getByRole('button', { name: 'Use it like this' }))
    await user.click(within(await question()).getByRole('button', { name: 'Use it like this' }))
    expect(await within(dialog).findByText(/another look of page 2\./)).toBeVisible()
    expect(accepted).toHaveBeenCalledTimes(1)
  })
})

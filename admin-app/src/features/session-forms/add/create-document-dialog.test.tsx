import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { globalForm, id, session, sessionForm } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, capabilities, server } from '../../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

beforeEach(() => {
  signIn()
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [sessionForm()] })),
    http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [] })),
  )
})

async function open(kind?: string) {
  const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
  await screen.findByRole('button', { name: 'Consent' })
  await user.click(screen.getByRole('button', { name: 'Add Document' }))
  await user.click(await screen.findByRole('button', { name: 'Create New Form' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Create New Document' }))
  if (kind !== undefined) await user.selectOptions(modal.getByLabelText('Form Type'), kind)
  return { user, modal }
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

describe('creating a document', () => {
  test('[SE-13] given the library, when Create New Form is pressed, then the next dialog opens after 200 ms', async () => {
    const wait = vi.spyOn(globalThis, 'setTimeout')
    const { modal } = await open()

    expect(wait.mock.calls.map(([, delay]) => delay)).toContain(200)
    expect(screen.queryByRole('dialog', { name: 'Add Document' })).not.toBeInTheDocument()
    const kinds = within(modal.getByLabelText('Form Type')).getAllByRole('option')
    expect(kinds.map((kind) => kind.textContent)).toEqual([
      'Upload Custom PDF',
      'External Link',
      'DocuSign Template (sync only)',
    ])
    expect(modal.getByRole('radio', { name: 'For This Client Only' })).toBeChecked()
    expect(modal.getByRole('radio', { name: 'Global Template' })).not.toBeChecked()
    expect(await violations()).toEqual([])
  })

  test('[SE-14] given a template, when it is chosen, then there is nothing to save', async () => {
    const { user } = await open('DocuSign Template (sync only)')
    const modal = within(await screen.findByRole('dialog', { name: 'Create New Document' }))
    expect(modal.queryByRole('radio')).not.toBeInTheDocument()
    await user.click(modal.getByRole('button', { name: 'Close & Refresh' }))

    await closed()
  })

  test('[SE-14] [SE-16] given a global template, when attaching it fails, then trying again adds it to the library once @full', async () => {
    vi.stubGlobal('reportError', vi.fn())
    const library: unknown[] = []
    const attached: unknown[] = []
    server.use(
      http.post(at('global-forms'), async ({ request }) => {
        library.push(await request.json())
        return HttpResponse.json(globalForm({ type: 'Link', title: 'Account' }), { status: 201 })
      }),
      http.post(at('sessionforms'), async ({ request }) => {
        attached.push(await request.json())
        return attached.length === 1
          ? HttpResponse.json({}, { status: 500 })
          : HttpResponse.json(sessionForm(), { status: 201 })
      }),
    )
    const { user, modal } = await open('External Link')
    await user.type(modal.getByLabelText('External URL'), 'https://www.example.com/a')
    await user.click(modal.getByRole('radio', { name: 'Global Template' }))
    await user.click(modal.getByRole('button', { name: 'Save' }))
    const alert = await screen.findByRole('alertdialog', { name: 'Failed to save form. See console for details.' })
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    await user.type(modal.getByLabelText('Title'), 'Better')
    await user.click(await modal.findByRole('button', { name: 'Save' }))

    await closed()
    expect(library).toHaveLength(1)
    expect(attached[1]).toMatchObject({ form_id: id(20), title: 'Better', status: 'pending', order_index: 1 })
  })

  test('[FO-08] given a deployment without PDF storage, when a PDF is saved, then the server’s message is alerted without a prefix', async () => {
    const bodies: unknown[] = []
    server.use(
      http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, pdf_upload: false })),
      http.post(at('sessionforms'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(sessionForm(), { status: 201 })
      }),
    )
    const { user, modal } = await open()
    await waitFor(() => expect(modal.queryByLabelText('PDF file')).not.toBeInTheDocument())
    await user.type(modal.getByLabelText('Title'), 'Paper')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    const alert = await screen.findByRole('alertdialog', {
      name: 'PDF upload not wired yet. Save metadata only for now.',
    })
    expect(bodies).toEqual([])
    await user.click(within(alert).getByRole('button', { name: 'OK' }))

    await closed()
    expect(bodies).toEqual([expect.objectContaining({ type: 'PDF', title: 'Paper' })])
  })

  test('given a PDF for this client, when it is saved, then its reading rule is stored, its fields are offered, and their editor ends on the session @full', async () => {
    const own = sessionForm({ id: id(31), type: 'PDF', title: 'Paper', has_file: true, requires_signature: true })
    const sent: unknown[] = []
    const list = (data: unknown[]) =>
      http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data }))
    server.use(
      http.post(at('sessionforms'), async ({ request }) => {
        sent.push((await request.text()).match(/name="reading"\s+(\S+)/)?.[1])
        server.use(list([sessionForm(), own]))
        return HttpResponse.json(own, { status: 201 })
      }),
      http.get(at(`sessionforms/${id(31)}/file`), () => new HttpResponse('%PDF')),
    )
    const { user, modal } = await open()
    await user.upload(
      await modal.findByLabelText('PDF file'),
      new File(['%PDF'], 'Paper.pdf', { type: 'application/pdf' }),
    )
    await user.selectOptions(modal.getByLabelText('Reading'), 'Client must view every page')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Place fields' }))
    expect(sent).toEqual(['every_page'])
    const placing = within(await screen.findByRole('dialog', { name: 'Place Fields' }))
    await user.click(placing.getByRole('button', { name: 'Cancel' }))

    await closed()
    expect(screen.queryByRole('button', { name: 'Place fields' })).not.toBeInTheDocument()
  })
})

import { createHash } from 'node:crypto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { useLanguage } from '../../shared/language.ts'
import { violations } from '../../testing/accessibility.ts'
import { apiPath, refusal } from '../../testing/backend.ts'
import { address, renderPortal } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'

const pdf = (content: string, name = 'application.pdf') => new File([`%PDF-1.7 ${content}`], name)
const sha256 = (content: string) => createHash('sha256').update(`%PDF-1.7 ${content}`).digest('hex')

const sealed = {
  known: true,
  signer: 'Inês Gonçalves',
  voided: false,
  signed_at: '2026-11-03T10:00:00.000Z',
  completed_at: '2026-11-03T10:00:02.000Z',
  envelope_id: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b',
  pages: 3,
}

/** Knows one sealed document and records the requests. */
function serveVerifying(answer: object = sealed) {
  const asked: { hash: unknown; credentials: string; body: string }[] = []
  server.use(
    http.get(apiPath('verify/:sha256'), async ({ params, request }) => {
      asked.push({ hash: params.sha256, credentials: request.credentials, body: await request.text() })
      return HttpResponse.json(params.sha256 === sha256('sealed') ? answer : { known: false })
    }),
  )
  return asked
}

async function openPage() {
  const user = renderPortal('/verify')
  return { user, field: await screen.findByLabelText('Choose a PDF') }
}

const result = () => within(screen.getByRole('region', { name: 'Result' }))

describe('reaching the page', () => {
  test('given the code entry, when its link is followed, then the page comes, with the focus at its heading @full', async () => {
    const user = renderPortal('/')
    await user.click(screen.getByRole('link', { name: 'Verify a document' }))

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Verify a document' })).toHaveFocus())
    expect(address()).toBe('/verify')
    expect(document.title).toBe('Verify a document · Sunrise Insurance')
  })

  test('given nothing chosen yet, when the page is shown, then it says what to do and that nothing is uploaded', async () => {
    const { field } = await openPage()

    expect(field).toHaveAccessibleDescription(/stays on your device/)
    expect(result().queryByRole('term')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given a page without https, when it is shown, then it says plainly what is needed, and takes no document', async () => {
    vi.stubGlobal('crypto', {})
    renderPortal('/verify')

    expect(await screen.findByRole('alert')).toHaveTextContent('address that begins with https')
    expect(screen.queryByLabelText('Choose a PDF')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test.each([
    ['es', 'Elegir un PDF', 'Este documento es nuestro y no ha cambiado.'],
    ['pt', 'Escolher um PDF', 'Este documento é nosso e não mudou.'],
  ] as const)(
    'given %s is spoken, when a document is verified, then in that language',
    async (language, label, words) => {
      serveVerifying()
      await useLanguage.getState().choose(language)
      const user = renderPortal('/verify')
      await user.upload(await screen.findByLabelText(label), pdf('sealed'))

      expect(await screen.findByText(words)).toBeInTheDocument()
    },
  )
})

describe('verifying a document', () => {
  test('given a sealed document, when it is chosen, then it is recognised as unchanged, and only its hash was sent', async () => {
    const asked = serveVerifying()
    const { user, field } = await openPage()
    await user.upload(field, pdf('sealed'))

    expect(await result().findByText('This document is ours and unchanged.')).toBeInTheDocument()
    expect(result().getByText('November 3, 2026 at 10:00:00 AM UTC')).toHaveAttribute('datetime', sealed.signed_at)
    expect(result().getByText('November 3, 2026 at 10:00:02 AM UTC')).toHaveAttribute('datetime', sealed.completed_at)
    for (const fact of [sealed.signer, sealed.envelope_id, '3', 'application.pdf', sha256('sealed')]) {
      expect(result().getByText(fact)).toBeInTheDocument()
    }
    expect(asked).toEqual([{ hash: sha256('sealed'), credentials: 'omit', body: '' }])
    expect(await violations()).toEqual([])
  })

  test('given a sealed document that was voided, when it is chosen, then it is recognised as unchanged and voided', async () => {
    serveVerifying({ ...sealed, voided: true })
    const { user, field } = await openPage()
    await user.upload(field, pdf('sealed'))

    expect(await result().findByText(/but it was withdrawn and is no longer valid/)).toBeInTheDocument()
    expect(result().getByText(sealed.signer)).toBeInTheDocument()
    expect(result().queryByText('This document is ours and unchanged.')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test.each([
    ['en', 'Choose a PDF', 'Our record of this document is not valid.'],
    ['es', 'Elegir un PDF', 'Nuestro registro de este documento no es válido.'],
    ['pt', 'Escolher um PDF', 'Nosso registro deste documento não é válido.'],
  ] as const)(
    'given records that contradict one another and %s, when it is chosen, then it is not called ours and unchanged',
    async (language, label, words) => {
      serveVerifying({ known: false, record_altered: true })
      await useLanguage.getState().choose(language)
      const user = renderPortal('/verify')
      await user.upload(await screen.findByLabelText(label), pdf('sealed'))

      expect(await screen.findByText(words)).toBeInTheDocument()
      expect(screen.getAllByRole('term')).toHaveLength(2)
      expect(await violations()).toEqual([])
    },
  )

  test('given a changed document, when it is chosen, then it is not recognised, and nothing of a sealed one is shown', async () => {
    serveVerifying()
    const { user, field } = await openPage()
    await user.upload(field, pdf('sealed.'))

    expect(
      await result().findByText('We don’t know this document. It was changed, or it is not ours.'),
    ).toBeInTheDocument()
    expect(result().queryByText('Envelope')).not.toBeInTheDocument()
    expect(result().getByText(sha256('sealed.'))).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given a keyboard alone, when tabbing through the page, then the file field is reached', async () => {
    const { user, field } = await openPage()
    for (let presses = 0; presses < 12 && document.activeElement !== field; presses++) await user.tab()

    expect(field).toHaveFocus()
  })

  test('given a file that is no PDF, when it is chosen, then the screen says so and no call is made', async () => {
    const asked = serveVerifying()
    const { field } = await openPage()
    const user = userEvent.setup({ applyAccept: false })
    await user.upload(field, new File(['GIF89a'], 'photo.gif'))

    expect(await result().findByText('photo.gif is not a PDF. Please choose the PDF we gave you.')).toBeVisible()
    expect(asked).toEqual([])
  })

  test('given a file that cannot be read, when it is chosen, then it says so', async () => {
    const { user, field } = await openPage()
    const file = pdf('sealed')
    vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
    await user.upload(field, file)

    expect(await result().findByText(/could not read application.pdf/)).toBeInTheDocument()
  })

  test('given another document chosen meanwhile, when both are checked, then only the second result shows', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const requests: Request[] = []
    server.use(
      http.get(apiPath('verify/:sha256'), async ({ request }) => {
        requests.push(request)
        await held
        return HttpResponse.json(request.url.endsWith(sha256('sealed')) ? sealed : { known: false })
      }),
    )
    const { user, field } = await openPage()
    await user.upload(field, pdf('sealed', 'first.pdf'))
    expect(await result().findByText('Checking first.pdf...')).toBeInTheDocument()
    await vi.waitFor(() => expect(requests).toHaveLength(1), { timeout: 20_000 })
    await user.upload(field, pdf('other', 'second.pdf'))
    await vi.waitFor(() => expect(requests).toHaveLength(2), { timeout: 20_000 })
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
    expect(result().getByText('Checking second.pdf...')).toBeInTheDocument()
    release()

    expect(await result().findByText('second.pdf')).toBeInTheDocument()
    expect(result().getByText(/We don’t know this document/)).toBeInTheDocument()
  })

  test('given a service that fails, when Try again is pressed, then the same document is checked again', async () => {
    server.use(http.get(apiPath('verify/:sha256'), () => refusal(500, 'INTERNAL')))
    const { user, field } = await openPage()
    await user.upload(field, pdf('sealed'))
    expect(await result().findByText(/Something went wrong on our side/)).toBeInTheDocument()
    expect(result().queryByText(/We don’t know/)).not.toBeInTheDocument()
    expect(await violations()).toEqual([])

    serveVerifying()
    await user.click(result().getByRole('button', { name: 'Try again' }))

    expect(await result().findByText('This document is ours and unchanged.')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Result' })).toHaveFocus()
  })

  test('given a drag over the field, when it enters and leaves, then the area shows where to drop', async () => {
    const { field } = await openPage()
    const area = field.parentElement
    fireEvent.dragEnter(field)
    expect(area).toHaveAttribute('data-state', 'over')
    fireEvent.dragLeave(field)
    expect(area).toHaveAttribute('data-state', 'idle')
  })
})

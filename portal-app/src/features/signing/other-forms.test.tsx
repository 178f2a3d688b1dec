import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility.ts'
import { apiPath, form, refusal, serveSession } from '../../testing/backend.ts'
import { renderSession } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'
import { findReadyButton } from '../../testing/sign.ts'

describe('a PDF to read', () => {
  test('given a document whose file is missing, when it is opened, then it says so, with the phone line', async () => {
    serveSession([form({ id: 'a', requires_signature: false })])
    server.use(http.get(apiPath('sessionforms/a/file'), () => refusal(500, 'FILE_MISSING')))
    renderSession('/form/a')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/file can’t be read/)
    expect(alert.querySelector('a[href^="tel:"]')).not.toBeNull()
  })

  test('given a file that can’t be loaded, when it is retried, then it opens', async () => {
    serveSession([form({ id: 'a', requires_signature: false })])
    server.use(http.get(apiPath('sessionforms/a/file'), () => HttpResponse.json({}, { status: 400 }), { once: true }))
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))

    expect(await screen.findByText('Words of page 1')).toBeInTheDocument()
  })
})

describe('a document whose status staff set back', () => {
  /** The server refuses to acknowledge a document that was not reported as opened. */
  async function setBack(backend: ReturnType<typeof serveSession>) {
    await waitFor(() => expect(backend.forms[0]?.status).toBe('viewed'))
    backend.forms = backend.forms.map((kept) => ({ ...kept, status: 'pending' }))
    server.use(
      http.post(apiPath('sessionforms/a/acknowledge'), () =>
        backend.forms[0]?.status === 'viewed' ? undefined : refusal(409, 'WRONG_STATE'),
      ),
    )
  }

  test('given a PDF to read, when it is confirmed twice, then it is reported as opened again, and completed', async () => {
    const backend = serveSession([form({ id: 'a', requires_signature: false })])
    const user = renderSession('/form/a')
    const confirm = await findReadyButton('I have read this document')
    await setBack(backend)
    await user.click(confirm)
    expect(await screen.findByRole('alert')).toHaveTextContent(/has just changed/)
    await user.click(await findReadyButton('I have read this document'))

    expect(await screen.findByRole('heading', { name: /All done/ })).toBeInTheDocument()
  })

  test('given a link, when it is opened and Try again is pressed, then it is reported as opened again, and completed', async () => {
    const backend = serveSession([
      form({ id: 'a', type: 'Link', source: 'https://plans.example.com/', has_file: false }),
    ])
    const user = renderSession('/form/a')
    const link = await screen.findByRole('link', { name: /Open document/ })
    await setBack(backend)
    await user.click(link)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))

    expect(await screen.findByText('Completed')).toBeInTheDocument()
  })
})

describe('the document itself', () => {
  test('given a viewer that can’t be loaded, when it is retried, then the document opens', async () => {
    const { openPdf } = await import('@agency/pdf-viewer/pdf-document')
    vi.mocked(openPdf).mockRejectedValueOnce(new TypeError('not fetched'))
    serveSession([form({ id: 'a', requires_signature: false })])
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))

    expect(await screen.findByText('Words of page 1')).toBeInTheDocument()
  })

  test('given a page without words, when it is shown, then a screen reader is told that it is an image', async () => {
    const { openPdf } = await import('@agency/pdf-viewer/pdf-document')
    const { pages, close } = await openPdf(new Blob())
    const blank = pages.map((page) => ({ ...page, text: async () => (page.number === 2 ? ' \n' : 'Words') }))
    vi.mocked(openPdf).mockResolvedValueOnce({ pages: blank, close })
    serveSession([form({ id: 'a', requires_signature: false })])
    renderSession('/form/a')

    const second = await screen.findByRole('region', { name: 'Page 2 of 2' })
    expect(await within(second).findByText(/^This page is a picture\./)).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Page 1 of 2' })).toHaveTextContent('Words')
  })
})

describe('a page that cannot be drawn', () => {
  test('given a drawing that fails, when the page is in view, then it says so and does not count as viewed until a retry draws it', async () => {
    let broken = true
    const { openPdf } = await import('@agency/pdf-viewer/pdf-document')
    const { pages, close } = await openPdf(new Blob())
    const draw = () => ({
      done: broken ? Promise.reject(new Error('no memory')) : Promise.resolve(),
      cancel: () => undefined,
    })
    const opened = pages.map((page) => (page.number === 2 ? { ...page, draw } : page))
    vi.mocked(openPdf).mockResolvedValueOnce({ pages: opened, close })
    serveSession([form({ id: 'a' })])
    const user = renderSession('/form/a')
    expect(await screen.findByRole('alert')).toHaveTextContent('Page 2 could not be shown.')
    expect(await screen.findByText('1 of 2 pages viewed')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Review' })).not.toBeInTheDocument()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('button', { name: 'Review' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('a link', () => {
  test('[PO-11] given a document on another site, when it is opened, then it opens in a new tab without an opener, and is acknowledged', async () => {
    const source = 'https://plans.example.com/brochure'
    const backend = serveSession([form({ id: 'a', type: 'Link', source, has_file: false })])
    const user = renderSession('/form/a')
    const link = await screen.findByRole('link', { name: 'Open document (opens in a new tab)' })
    expect(link).toHaveAttribute('href', source)
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    expect(await violations()).toEqual([])
    await user.click(link)

    expect(await screen.findByText('Completed')).toBeInTheDocument()
    expect(backend.written).toContainEqual({ path: 'sessionforms/a/acknowledge', body: null })
    // What comes takes the place of nothing that was pressed.
    const [, ...after] = screen.getAllByRole('link').slice(screen.getAllByRole('link').indexOf(link))
    expect(after.map(({ textContent }) => textContent)).toContain('Back to the list')
  })

  test('given a document that is acknowledged already, when the answer to “opened” is late, then it stays completed', async () => {
    const link = form({ id: 'a', type: 'Link', source: 'https://plans.example.com/brochure', has_file: false })
    serveSession([link])
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const answered = vi.fn()
    server.use(
      http.post(apiPath('sessionforms/a/open'), async () => {
        await released
        answered()
        return HttpResponse.json({ ...link, status: 'viewed' })
      }),
    )
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('link', { name: 'Open document (opens in a new tab)' }))
    expect(await screen.findByText('Completed')).toBeInTheDocument()

    release()
    await waitFor(() => expect(answered).toHaveBeenCalled())
    // The answer passes through the network layer and the cache, each of which takes some turns of the event loop.
    for (let turn = 0; turn < 50; turn++) await act(() => new Promise<void>((resolve) => setImmediate(resolve)))
    expect(screen.getByText('Completed')).toBeInTheDocument()
  })

  test('given a browser without URL.canParse, such as Safari 16, when a link is shown, then it can be opened', async () => {
    const { canParse } = URL
    Reflect.deleteProperty(URL, 'canParse')
    onTestFinished(() => {
      URL.canParse = canParse
    })
    serveSession([form({ id: 'a', type: 'Link', source: 'https://plans.example.com/brochure', has_file: false })])
    renderSession('/form/a')

    expect(await screen.findByRole('link', { name: /Open document/ })).toBeInTheDocument()
  })

  test('given an address that is a script, when the document is shown, then nothing can be opened', async () => {
    serveSession([form({ id: 'a', type: 'Link', source: 'javascript:alert(1)', has_file: false })])
    renderSession('/form/a')

    expect(await screen.findByText(/This document has no file yet/)).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /Open document/ })).not.toBeInTheDocument()
  })
})

describe('what cannot be signed', () => {
  test.each([
    ['declined', /You declined to sign/],
    ['voided', /was withdrawn/],
    ['expired', /too late to sign this document/],
  ] as const)('given a document that is %s, when it is opened, then it says so', async (status, text) => {
    const backend = serveSession([form({ id: 'a', status })])
    renderSession('/form/a')

    expect(await screen.findByText(text)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Review' })).not.toBeInTheDocument()
    expect(backend.written).toEqual([])
  })

  test('given a DocuSign document with its file here, when it is opened, then it is signed like any other', async () => {
    serveSession([form({ id: 'a', type: 'DocuSign', envelope_id: 'envelope-1', status: 'sent' })])
    renderSession('/form/a')

    expect(await screen.findByText('Words of page 1')).toBeInTheDocument()
  })

  test('given an id of no document, when it is opened, then it says that there is none', async () => {
    serveSession([])
    renderSession('/form/zzz')

    expect(await screen.findByText('We can’t find this document.')).toBeInTheDocument()
  })

  test('[PO-11] given a completed document, when it is opened, then it can be read and downloaded, not signed', async () => {
    serveSession([form({ id: 'a', title: 'Paper', status: 'completed' })])
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    URL.createObjectURL = () => 'blob:paper'
    URL.revokeObjectURL = () => undefined
    const user = renderSession('/form/a')
    expect(await screen.findByText('Words of page 1')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Review' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Download' }))

    await vi.waitFor(() => expect(saved).toEqual(['Paper.pdf']), { timeout: 20_000 })
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility.ts'
import { apiPath, code, form, refusal, serveSession } from '../../testing/backend.ts'
import { address, renderSession } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'

const listPath = apiPath('sessionforms/session/session-1')

describe('dashboard', () => {
  test('[PO-04] given a session, when it loads, then it says so and greets the client by name', async () => {
    serveSession([form({ id: 'a' })])
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(http.get('*', () => answered))
    renderSession('/dashboard')

    expect(await screen.findByRole('heading', { name: 'Welcome, Loading...' })).toBeInTheDocument()
    expect(screen.getByText('Loading documents...')).toBeInTheDocument()
    answer()
    expect(await screen.findByRole('heading', { name: 'Welcome, Maria García' })).toBeInTheDocument()
    expect(document.title).toBe('Your documents · Sunrise Insurance')
  })

  test('[PO-04] given a client who cannot be fetched, when it loads, then the name is Unknown Client', async () => {
    serveSession([form({ id: 'a' })])
    server.use(http.get(apiPath('clients/client-1'), () => HttpResponse.json({}, { status: 404 })))
    renderSession('/dashboard')

    expect(await screen.findByRole('heading', { name: 'Welcome, Unknown Client' })).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: /Document a/ })).toBeInTheDocument()
  })

  test('given documents done and open, when they are listed, then the open ones come first, with progress and one way to the first of them @full', async () => {
    serveSession([
      form({ id: 'a', title: 'Signed', status: 'completed' }),
      form({ id: 'b', title: 'Offer', requires_signature: false }),
      form({ id: 'c', title: 'Plan', status: 'viewed' }),
    ])
    const user = renderSession('/dashboard')
    const start = await screen.findByRole('link', { name: 'Continue' })
    expect(screen.getByRole('progressbar', { name: '1 of 3 done' })).toHaveAttribute('value', '1')
    const titles = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(titles).toEqual(['OfferClick to review', 'PlanOpenedClick to review', 'SignedCompleted'])
    expect(await violations()).toEqual([])
    await user.click(start)

    expect(address()).toBe(`/${code}/form/b`)
  })

  test.each([
    ['nothing is done yet', 'pending', ['Start']],
    ['the first was opened', 'viewed', ['Continue']],
    ['all is done', 'completed', []],
  ] as const)(
    'given %s, when documents are listed, then the button says what comes next',
    async (_what, status, names) => {
      serveSession([form({ id: 'a', status })])
      renderSession('/dashboard')
      await screen.findByRole('link', { name: /Document a/ })

      expect(
        screen.queryAllByRole('link', { name: /^(Start|Continue)$/ }).map(({ textContent }) => textContent),
      ).toEqual(names)
    },
  )

  test('given a document that staff marked as completed, when it is listed, then it says who marked it', async () => {
    const marked = { status: 'completed', status_set_at: '2026-11-22T10:00:00Z' } as const
    serveSession([
      form({ id: 'a', title: 'Offer', ...marked }),
      form({ id: 'b', title: 'Signed', status: 'completed' }),
    ])
    renderSession('/dashboard')
    const row = await screen.findByRole('link', { name: /Offer/ })
    expect(row).toHaveTextContent('OfferMarked completed by your agencyCompleted')
    expect(screen.getByRole('link', { name: /Signed/ })).toHaveTextContent(/^SignedCompleted$/)
    expect(await violations()).toEqual([])
  })

  test('[PO-08] given a DocuSign document without an envelope, when it is tapped twice, then one is made and it opens', async () => {
    const backend = serveSession([form({ id: 'a', title: 'Authorization', type: 'DocuSign' })])
    const user = renderSession('/dashboard')
    await user.dblClick(await screen.findByRole('link', { name: /Authorization/ }))

    expect(await screen.findByRole('heading', { name: 'Authorization' })).toBeInTheDocument()
    expect(address()).toBe(`/${code}/form/a`)
    expect(backend.written.filter(({ path }) => path === 'docusign/envelopes/a')).toHaveLength(1)
  })

  test('[PO-08] given an envelope that takes long, when another document is opened meanwhile, then the row says so, and the client stays there @full', async () => {
    serveSession([form({ id: 'a', title: 'Authorization', type: 'DocuSign' }), form({ id: 'b', title: 'Notice' })])
    let make: () => void = () => undefined
    const made = new Promise<void>((resolve) => {
      make = resolve
    })
    server.use(
      http.post(apiPath('docusign/envelopes/a'), async () => {
        await made
        return undefined
      }),
    )
    const user = renderSession('/dashboard')
    await user.click(await screen.findByRole('link', { name: /Authorization/ }))
    expect(await screen.findByRole('link', { name: /Authorization/ })).toHaveTextContent('AuthorizationOpening...')
    await user.click(screen.getByRole('link', { name: /Notice/ }))
    await screen.findByRole('heading', { name: 'Notice' })
    const listed = vi.fn()
    server.use(http.get(listPath, () => listed()))
    make()
    // The list that is fetched once the envelope is there.
    await waitFor(() => expect(listed).toHaveBeenCalled())
    // Its answer passes through the network layer and the cache, each of which takes some turns of the event loop.
    for (let turn = 0; turn < 50; turn++) await act(() => new Promise<void>((resolve) => setImmediate(resolve)))

    expect(address()).toBe(`/${code}/form/b`)
    expect(screen.getByRole('heading', { name: 'Notice' })).toBeInTheDocument()
  })

  test.each([
    ['that fails', () => HttpResponse.json({}, { status: 502 })],
    ['without an id', () => HttpResponse.json({ success: true, envelopeId: '' })],
    ['without success', () => HttpResponse.json({ success: false, envelopeId: 'envelope-1' })],
  ])(
    '[PO-08] given an answer %s, when the document is tapped, then the list stays, and says so @full',
    async (_what, answer) => {
      serveSession([form({ id: 'a', title: 'Authorization', type: 'DocuSign' })])
      server.use(http.post(apiPath('docusign/envelopes/a'), answer))
      const user = renderSession('/dashboard')
      await user.click(await screen.findByRole('link', { name: /Authorization/ }))

      expect(await screen.findByRole('alert')).toBeInTheDocument()
      expect(address()).toBe(`/${code}/dashboard`)
    },
  )

  test('[PO-08] given a list that is rendered again while the envelope is created, when that fails, then the list says so', async () => {
    serveSession([form({ id: 'a', title: 'Authorization', type: 'DocuSign' }), form({ id: 'b', title: 'Notice' })])
    let tell: () => void = () => undefined
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    server.use(
      http.post(apiPath('docusign/envelopes/a'), async () => {
        await told
        return refusal(422, 'EMAIL_MISSING')
      }),
    )
    const user = renderSession('/dashboard')
    await user.click(await screen.findByRole('link', { name: /Authorization/ }))
    await user.click(screen.getByRole('link', { name: /Notice/ }))
    await user.click(await screen.findByRole('link', { name: 'All documents' }))
    await screen.findByRole('link', { name: /Authorization/ })
    tell()

    expect(await screen.findByRole('alert')).toHaveTextContent(/email address/)
  })

  test('[PO-08] given a DocuSign document with its envelope, when it is tapped, then it opens at once', async () => {
    const backend = serveSession([form({ id: 'a', title: 'Authorization', type: 'DocuSign', envelope_id: 'e' })])
    const user = renderSession('/dashboard')
    await user.click(await screen.findByRole('link', { name: /Authorization/ }))

    expect(await screen.findByRole('heading', { name: 'Authorization' })).toBeInTheDocument()
    expect(backend.written.map(({ path }) => path)).not.toContain('docusign/envelopes/a')
  })

  test('given no documents, when they are listed, then it says that there are none', async () => {
    serveSession([])
    renderSession('/dashboard')

    expect(await screen.findByText('There are no documents in this session yet.')).toBeInTheDocument()
    expect(screen.queryByText('All documents completed.')).not.toBeInTheDocument()
  })

  test('given a list that can’t be loaded, when Try again is pressed, then it is fetched again', async () => {
    serveSession([form({ id: 'a' })])
    server.use(http.get(listPath, () => HttpResponse.json({}, { status: 400 }), { once: true }))
    const user = renderSession('/dashboard')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Something went wrong on our side.')

    await user.click(within(alert).getByRole('button', { name: 'Try again' }))

    expect(await screen.findByRole('link', { name: /Document a/ })).toBeInTheDocument()
  })
})

import { reconnectPause } from '@agency/http-client/connection'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility.ts'
import { apiPath, code, form, refusal, serveSession } from '../../testing/backend.ts'
import { fakeTimeouts } from '../../testing/fake-timeouts.ts'
import { roomy } from '../../testing/layout.ts'
import { address, renderOnly, renderSession } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'
import { findReadyButton, goToReview, whenPagesAreOpen } from '../../testing/sign.ts'

const paper = form({ id: 'a', title: 'Authorization' })
const allDone = 'All done: your document is complete'

/** Opens the dialog of the signature for a document that has no field for it. */
async function openSignature(user: UserEvent) {
  await user.click(await findReadyButton('Review'))
  const dialog = await screen.findByRole('dialog', { name: 'Your signature' })
  await within(dialog).findByLabelText('Your full name')
}

/** The next PDF stays closed until the returned function is called. */
async function holdNextPdf(): Promise<() => void> {
  const { openPdf } = await import('@agency/pdf-viewer/pdf-document')
  let open: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    open = resolve
  })
  const opened = await openPdf(new Blob())
  vi.mocked(openPdf).mockReturnValueOnce(held.then(() => opened))
  return open
}

describe('consent', () => {
  const unconsented = { session: { consented_at: null } }

  test('[PO-11] given no consent, when a document is opened, then the disclosure shows first, with its box not ticked', async () => {
    serveSession([paper], unconsented)
    renderSession('/form/a')

    expect(await screen.findByText('Second part.')).toBeInTheDocument()
    expect(screen.getByRole('checkbox')).not.toBeChecked()
    expect(screen.queryByRole('button', { name: 'Review' })).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given the disclosure, when it shows, then its short lines do, and the full text one press away', async () => {
    serveSession([paper], unconsented)
    const text = 'One.\nTwo.\n\nThe full text.'
    server.use(
      http.get(apiPath(`session/${code}/disclosure`), () =>
        HttpResponse.json({ version: '3', language: 'en', text, sha256: 'a'.repeat(64) }),
      ),
    )
    const user = renderSession('/form/a')
    expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(['One.', 'Two.'])
    expect(screen.getByText('The full text.').closest('details')).not.toHaveAttribute('open')
    await user.click(screen.getByText('Read the full text'))

    expect(screen.getByText('The full text.').closest('details')).toHaveAttribute('open')
  })

  test('[PO-11] given a box not ticked, when the client continues, then nothing is sent and the box is asked for', async () => {
    const backend = serveSession([paper], unconsented)
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('Please tick the box to continue.')
    expect(backend.written).toEqual([])
  })

  test('[PO-11] given the box ticked, when the client continues, then consent to the shown text is sent and the document opens @full', async () => {
    const backend = serveSession([paper], unconsented)
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Continue' }))

    expect(await screen.findByText('Words of page 2')).toBeInTheDocument()
    expect(backend.written[0]?.body).toEqual({ version: '3', language: 'en', sha256: 'a'.repeat(64) })
  })

  test('given a text that has changed since it was shown, when the client continues, then the new one is shown, and why @full', async () => {
    serveSession([paper], unconsented)
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('checkbox'))
    server.use(
      http.post(apiPath(`session/${code}/consent`), () => refusal(400, 'INVALID_INPUT')),
      http.get(apiPath(`session/${code}/disclosure`), () =>
        HttpResponse.json({ version: '3', language: 'en', text: 'A new name.', sha256: 'b'.repeat(64) }),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Continue' }))

    expect(await screen.findByText('A new name.')).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('This text has just changed.')
    expect(screen.getByRole('checkbox')).not.toBeChecked()
  })
})

describe('signing a PDF', () => {
  test('[PO-11] given a document, when it is opened, then it is marked viewed and can be read, by a screen reader too @full', async () => {
    const backend = serveSession([paper])
    renderSession('/form/a')

    await screen.findByText('Words of page 1')
    expect(screen.getByRole('region', { name: 'Page 1 of 2' })).toHaveTextContent('Words of page 1')
    await waitFor(() => expect(backend.written).toEqual([{ path: 'sessionforms/a/open', body: null }]))
    expect(document.title).toBe('Authorization · Sunrise Insurance')
    expect(await violations()).toEqual([])
  })

  test('[PO-11] given a keyboard alone, when the client signs, then every step can be done with it', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await findReadyButton('Review')
    const press = async (name: string) => {
      for (let tabs = 0; tabs < 40 && document.activeElement?.textContent !== name; tabs += 1) await user.tab()
      await user.keyboard('{Enter}')
    }
    await press('Review')
    await screen.findByRole('button', { name: 'Use this signature' })
    await press('Use this signature')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Check and sign' })).toHaveFocus())
    await whenPagesAreOpen()
    await press('Finish and sign')

    expect(await screen.findByRole('heading', { name: allDone })).toBeInTheDocument()
    expect(backend.written.at(-1)?.path).toBe('sessionforms/a/sign')
  })

  test.each([
    ['Frank Davis', 'You sign as Frank Davis. This document was sent to Maria García.', true],
    ['Maria García', 'You sign as Maria García.', false],
  ])(
    'given documents without a place for it, when they are signed as %s, then the review says so, that of the next document at the latest @full',
    async (name, said, isFirst) => {
      serveSession([paper, { ...paper, id: 'b', title: 'Second' }])
      const user = renderSession('/form/a')
      await user.click(await findReadyButton('Review'))
      const input = await screen.findByRole('textbox', { name: 'Your full name' })
      await user.clear(input)
      await user.type(input, name)
      await user.click(screen.getByRole('button', { name: 'Use this signature' }))
      await whenPagesAreOpen()
      expect(screen.queryByText(said) !== null).toBe(isFirst)
      await user.click(screen.getByRole('button', { name: 'Finish and sign' }))
      await user.click(await screen.findByRole('link', { name: /^Next document/ }))
      await user.click(await findReadyButton('Review'))
      await whenPagesAreOpen()
      expect(screen.getByText(said)).toBeInTheDocument()
    },
  )

  test('given two taps on the button, when the client signs, then the document is signed once @full', async () => {
    serveSession([paper])
    let signed = 0
    server.use(
      http.post(apiPath('sessionforms/a/sign'), async () => {
        signed += 1
        await delay(60)
        return HttpResponse.json({ ...paper, status: 'signed' })
      }),
    )
    const user = renderSession('/form/a')
    await goToReview(user)
    const finish = screen.getByRole('button', { name: 'Finish and sign' })
    act(() => {
      finish.click()
      finish.click()
    })

    expect(await screen.findByRole('heading', { name: allDone })).toBeInTheDocument()
    expect(signed).toBe(1)
  })

  test('given taps again and again, when the review has just opened, then nothing is signed until there was a pause @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await openSignature(user)
    const openPages = await holdNextPdf()
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))
    const finish = await screen.findByRole('button', { name: 'Finish and sign' })
    // The pause begins when the pages open. The clock stands still from here, except for these steps.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
    openPages()
    await pass(0)
    expect(finish).not.toHaveAccessibleDescription()
    for (let taps = 0; taps < 3; taps += 1) {
      act(() => finish.click())
      await pass(600)
    }
    expect(finish).toHaveAttribute('aria-disabled', 'true')
    await pass(100)
    expect(finish).toHaveAttribute('aria-disabled', 'false')
    expect(backend.written.map(({ path }) => path)).not.toContain('sessionforms/a/sign')

    vi.useRealTimers()
    await user.click(finish)
    expect(await screen.findByRole('heading', { name: allDone })).toBeInTheDocument()
  })

  test('given no name, when the client signs, then it is asked for and nothing is sent @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await openSignature(user)
    await user.clear(screen.getByLabelText('Your full name'))
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter your name.')
    expect(screen.getByLabelText('Your full name')).toHaveFocus()
    expect(backend.written.map(({ path }) => path)).not.toContain('sessionforms/a/review')
  })

  test('given a name of one letter, when the client signs, then letters are asked for and nothing is sent @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await openSignature(user)
    await user.clear(screen.getByLabelText('Your full name'))
    await user.type(screen.getByLabelText('Your full name'), 'A')
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('Please write your name with at least two letters.')
    expect(screen.getByLabelText('Your full name')).toHaveFocus()
    expect(backend.written.map(({ path }) => path)).not.toContain('sessionforms/a/review')
  })

  test('given a document that waits for its seal, when it is opened, then no copy is offered until it is sealed', async () => {
    const advance = fakeTimeouts()
    const backend = serveSession([{ ...paper, status: 'signed' }])
    renderSession('/form/a')
    expect(await screen.findByText(/Your signed copy is being prepared/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument()
    backend.forms = backend.forms.map((kept) => ({ ...kept, status: 'completed' }))
    await advance(1_500)
    expect(await screen.findByRole('button', { name: 'Download' })).toBeInTheDocument()
  })

  test('given a document that staff marked as completed, when it is opened, then it is not said to be signed', async () => {
    serveSession([{ ...paper, status: 'completed', status_set_at: '2026-11-22T10:00:00Z' }])
    renderSession('/form/a')
    expect(await screen.findByText(/You did not sign it here/)).toBeInTheDocument()
    expect(screen.queryByText(/All done|Signed/)).not.toBeInTheDocument()
  })

  test('given a document that staff marked as declined, when it is opened, then the client is not said to have declined', async () => {
    serveSession([{ ...paper, status: 'declined', status_set_at: '2026-11-22T10:00:00Z' }])
    renderSession('/form/a')
    expect(await screen.findByText(/This document was withdrawn/)).toBeInTheDocument()
    expect(screen.queryByText(/You declined/)).not.toBeInTheDocument()
  })

  test('given a server that fails, when the client signs, then it says so, keeps what was entered, and can be repeated', async () => {
    const backend = serveSession([paper])
    let failing = true
    server.use(http.post(apiPath('sessionforms/a/sign'), () => (failing ? refusal(503, 'UNAVAILABLE') : undefined)))
    const user = renderSession('/form/a')
    await openSignature(user)
    await user.type(screen.getByLabelText('Your full name'), ' Núñez')
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))
    await whenPagesAreOpen()
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))
    expect(await screen.findByText(/What you entered is still here/)).toBeInTheDocument()

    failing = false
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    expect(await screen.findByRole('heading', { name: allDone })).toBeInTheDocument()
    expect(backend.written.at(-1)).toMatchObject({ body: { name: 'Maria García Núñez' } })
  })

  test('given a document that was voided meanwhile, when the client signs, then the screen shows its state @full', async () => {
    const backend = serveSession([paper])
    server.use(
      http.post(apiPath('sessionforms/a/sign'), () => {
        backend.forms = backend.forms.map((kept) => ({ ...kept, status: 'voided' }))
        return refusal(409, 'WRONG_STATE')
      }),
    )
    const user = renderSession('/form/a')
    await goToReview(user)
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    expect(await screen.findByText(/This document was withdrawn/)).toBeInTheDocument()
  })

  test('[PH-05] given two documents, when the first is signed, then the next one is one tap away, with the same signature @full', async () => {
    const backend = serveSession([paper, form({ id: 'b', title: 'Application', order_index: 2 })])
    const user = renderSession('/form/a')
    await openSignature(user)
    await user.click(screen.getByRole('radio', { name: 'Style 2' }))
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))
    await whenPagesAreOpen()
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Signed. 1 of 2 documents done' })).toHaveFocus())
    await user.click(await screen.findByRole('link', { name: 'Next document' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Application' })).toHaveFocus())
    await user.click(await findReadyButton('Review'))
    await whenPagesAreOpen()
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    await screen.findByRole('heading', { name: 'All done: your 2 documents are complete' })
    expect(backend.written.at(-1)).toMatchObject({
      path: 'sessionforms/b/sign',
      body: { signature: { kind: 'typed', font: 'dancing-script' } },
    })
  })

  test('[PH-05] given the last document sealed, when it is shown, then all can be downloaded, and it says what happens next', async () => {
    const sealed = { status: 'completed', sealed_sha256: 'a'.repeat(64) } as const
    serveSession([form({ id: 'a', ...sealed }), form({ id: 'b', ...sealed })])
    renderSession('/form/b')

    expect(await screen.findByRole('button', { name: 'Download all documents' })).toBeInTheDocument()
    expect(screen.getByText(/There is nothing left for you to do/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to the list' })).toBeInTheDocument()
    await screen.findByText('Words of page 1')
    expect(await violations()).toEqual([])
  })
})

describe('a link to the signed documents by e-mail', () => {
  const sealed = form({ id: 'a', status: 'completed', sealed_sha256: 'a'.repeat(64) })
  const copyTo = 'm•••@example.com'

  test('given mail that is set up, when all is sealed and the link is requested, then it is sent once, and the screen says so @full', async () => {
    const backend = serveSession([sealed], { copyTo })
    const user = renderSession('/form/a')
    await user.dblClick(await screen.findByRole('button', { name: 'Email a link to m•••@example.com' }))

    expect(await screen.findByText(/We are sending a link to m•••@example.com/)).toBeInTheDocument()
    expect(backend.written.filter(({ path }) => path.endsWith('/copy-email'))).toHaveLength(1)
    expect(await violations()).toEqual([])
  })

  test('given a copy with the documents attached, when it is requested, then the screen says that the documents are sent', async () => {
    serveSession([sealed], { copyTo, attached: true })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Email the documents to m•••@example.com' }))

    expect(await screen.findByText('We are sending the documents to m•••@example.com.')).toBeInTheDocument()
  })

  test('given too many requests, when the link is requested, then the screen says how long to wait', async () => {
    serveSession([sealed], { copyTo })
    const headers = { 'retry-after': '90' }
    server.use(http.post(apiPath(`session/${code}/copy-email`), () => refusal(429, 'TOO_MANY_ATTEMPTS', headers)))
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: /^Email a link/ }))

    expect(await screen.findByRole('alert')).toHaveTextContent('Please wait 2 minutes')
    expect(screen.getByRole('button', { name: /^Email a link/ })).toBeInTheDocument()
  })

  test.each([
    ['no mail', {}, [sealed]],
    ['a document that waits', { copyTo }, [sealed, form({ id: 'b' })]],
    ['a document that is being sealed', { copyTo }, [sealed, form({ id: 'b', status: 'signed' })]],
  ])('given %s, when a document is done, then no e-mail is offered', async (_what, given, forms) => {
    serveSession(forms, given)
    renderSession('/form/a')
    await screen.findByText('Words of page 1')

    expect(screen.queryByRole('button', { name: /^Email a link/ })).not.toBeInTheDocument()
  })
})

describe('the menu of the reader', () => {
  test('given a document, when its menu is opened, then it has the phone, the website, the language and Log out @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    const reader = await screen.findByRole('button', { name: 'More' })
    await user.click(reader)
    const menu = within(reader.parentElement ?? document.body)

    expect(menu.getByRole('link', { name: 'View our website' })).toBeInTheDocument()
    expect(menu.getByRole('combobox', { name: 'Language' })).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(menu.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(backend.written.at(-1)?.path).toBe(`api/session/${code}/logout`))
    await waitFor(() => expect(address()).toBe(`/${code}`))
  })
})

describe('a document that has to be reported as opened', () => {
  const openPath = apiPath('sessionforms/a/open')
  const opened = ({ written }: ReturnType<typeof serveSession>) => written.filter(({ path }) => path.endsWith('/open'))

  test.each([500, 429, 503])(
    'given a report that fails with %i, when a pause is over, then it is repeated',
    async (status) => {
      const advance = fakeTimeouts()
      const backend = serveSession([paper])
      let failing = true
      const failed = vi.fn()
      server.use(
        http.post(openPath, () => {
          if (!failing) return undefined
          failed()
          return refusal(status, 'FAILED')
        }),
      )
      renderOnly('/form/a')
      await screen.findByText('Words of page 1')
      await waitFor(() => expect(failed).toHaveBeenCalled())
      // The quick retries of an outage.
      await advance(1_000)
      failing = false
      await advance(reconnectPause)

      await waitFor(() => expect(opened(backend)).toHaveLength(1))
    },
  )

  test('given a status that staff set back, when the review is refused, then the document is reported again, and the next tap opens the review @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await openSignature(user)
    await waitFor(() => expect(backend.forms[0]?.status).toBe('viewed'))
    backend.forms = [paper]
    server.use(
      http.post(apiPath('sessionforms/a/review'), () =>
        backend.forms[0]?.status === 'viewed' ? undefined : refusal(409, 'WRONG_STATE'),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))
    expect(await screen.findByText(/This document has just changed/)).toBeInTheDocument()
    await user.click(await findReadyButton('Review'))

    expect(await screen.findByRole('heading', { name: 'Check and sign' })).toBeInTheDocument()
    expect(opened(backend)).toHaveLength(2)
  })
})

describe('the review', () => {
  test('[PH-04] given a reviewed copy, when it is signed, then the same values are sent, with the hash of the copy', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await goToReview(user)
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    await screen.findByRole('heading', { name: allDone })
    const sent = new Map(backend.written.map(({ path, body }) => [path, body]))
    expect(sent.get('sessionforms/a/sign')).toEqual({
      ...Object(sent.get('sessionforms/a/review')),
      review_sha256: 'review-1',
      pages_viewed: 2,
    })
  })

  test('given a copy that is being signed, when its signature is to be changed, then no dialog opens, and no other copy is made @full', async () => {
    const backend = serveSession([paper])
    server.use(http.post(apiPath('sessionforms/a/sign'), () => delay('infinite')))
    const user = renderSession('/form/a')
    await goToReview(user)
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))
    await user.click(screen.getByRole('button', { name: 'More' }))
    const change = screen.getByRole('button', { name: 'Change signature' })
    expect(change).toHaveAccessibleDescription('Signing...')
    expect(change).toHaveAttribute('aria-disabled', 'true')
    await user.click(change)

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(backend.reviews).toBe(1)
  })

  test('given a browser that does not know the time zone of its device, when the review is made, then the zone of its offset is sent @full', async () => {
    const backend = serveSession([paper])
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
      return { ...resolvedOptions.call(this), timeZone: 'Etc/Unknown' }
    })
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(180)
    const user = renderSession('/form/a')
    await goToReview(user)

    expect(backend.written.at(-1)).toMatchObject({ body: { time_zone: 'Etc/GMT+3' } })
  })

  test('given a time zone that the server does not know, when the review is made, then the zone of the offset is sent @full', async () => {
    const backend = serveSession([paper])
    const details = [{ field: 'time_zone', message: 'is not the name of a time zone' }]
    const refused = () => HttpResponse.json({ code: 'INVALID_INPUT', message: 'time_zone', details }, { status: 400 })
    server.use(http.post(apiPath('sessionforms/a/review'), refused, { once: true }))
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(180)
    const user = renderSession('/form/a')
    await goToReview(user)

    expect(backend.written.at(-1)).toMatchObject({ body: { time_zone: 'Etc/GMT+3' } })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('[PH-04] given a document that changed since the review, when it is signed, then the new copy is shown first, with a message', async () => {
    const backend = serveSession([paper])
    server.use(http.post(apiPath('sessionforms/a/sign'), () => refusal(409, 'REVIEW_OUTDATED'), { once: true }))
    const user = renderSession('/form/a')
    await goToReview(user)
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Something changed since you checked.')
    await waitFor(() => expect(backend.reviews).toBe(2))
    await whenPagesAreOpen()
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    await screen.findByRole('heading', { name: allDone })
    expect(backend.written.at(-1)).toMatchObject({ body: { review_sha256: 'review-2' } })
  })

  test('[PH-04] given a copy whose pages do not open, when it is to be signed, then it says why not, and nothing is sent @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await openSignature(user)
    const openPages = await holdNextPdf()
    await user.click(screen.getByRole('button', { name: 'Use this signature' }))
    const finish = await screen.findByRole('button', { name: 'Finish and sign' })
    expect(finish).toHaveAccessibleDescription('The document is still opening.')
    await user.click(finish)
    openPages()
    await whenPagesAreOpen()

    expect(screen.getByRole('heading', { name: 'Check and sign' })).toBeInTheDocument()
    expect(backend.written.map(({ path }) => path)).not.toContain('sessionforms/a/sign')
  })

  test('given the review, when going back, then the document is shown again, and nothing was signed @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/dashboard')
    await user.click(await screen.findByRole('link', { name: /Authorization/ }))
    await goToReview(user)
    window.history.back()

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Authorization' })).toHaveFocus())
    expect(await screen.findByRole('button', { name: 'Review' })).toBeInTheDocument()
    expect(backend.written.map(({ path }) => path)).not.toContain('sessionforms/a/sign')
  })

  test('[PH-10] given pages that were read, when the page is reloaded, then they stay read @full', async () => {
    serveSession([paper])
    const { unmount } = renderOnly('/form/a')
    await screen.findByRole('button', { name: 'Review' })
    unmount()
    // Nothing is in view any more.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 0, 0))
    renderOnly('/form/a')

    expect(await screen.findByRole('button', { name: 'Review' })).toBeInTheDocument()
    expect(sessionStorage.getItem('portalReadPages')).toContain('"a":[1,2]')
  })

  test('given pages that are still opening, when the document is shown, then its rule is there, so that nothing moves', async () => {
    const openPages = await holdNextPdf()
    serveSession([paper])
    renderSession('/form/a')

    expect(await screen.findByText('Please look at every page. You sign the whole document.')).toBeInTheDocument()
    openPages()
    expect(await screen.findByText(/pages viewed/)).toBeInTheDocument()
  })

  test('[PH-02] given a page that was not in view, when the document is read, then the button leads to it first', async () => {
    serveSession([paper])
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.id === 'page-2' ? new DOMRect(0, 900, 720, 400) : new DOMRect(0, 0, 720, 400)
    })
    const scrolled = vi.spyOn(Element.prototype, 'scrollTo')
    const user = renderSession('/form/a')
    expect(await screen.findByText('1 of 2 pages viewed')).toBeInTheDocument()
    expect(screen.getByText('Please look at every page. You sign the whole document.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Next page' }))

    expect(screen.getByRole('region', { name: 'Page 2 of 2' })).toHaveFocus()
    expect(scrolled).toHaveBeenCalledWith({ top: 900, behavior: 'instant' })
  })

  test('given a document, when its pages are listed, then one tap leads to a page @full', async () => {
    serveSession([paper])
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: '1/2: show all pages' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pages' })
    const second = await within(dialog).findByRole('button', { name: 'Page 2, viewed' })
    expect(await violations()).toEqual([])
    const shown: string[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this.id)
    })
    await user.click(second)

    expect(shown).toContain('page-2')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('[PH-02] given a document that opens, when the button is tapped too early, then it says why and stays focusable', async () => {
    serveSession([paper])
    server.use(http.get(apiPath('sessionforms/a/file'), () => delay('infinite')))
    const user = renderSession('/form/a')
    const button = () => screen.getByRole('button', { name: 'Next page' })
    await waitFor(() => expect(button()).toHaveAccessibleDescription('The document is still opening.'))
    expect(button()).toHaveAttribute('aria-disabled', 'true')
    await user.click(button())

    expect(button()).toHaveFocus()
    expect(screen.getAllByText('The document is still opening.')).toHaveLength(2)
    expect(await violations()).toEqual([])
  })
})

async function chooseDecline(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(screen.getByRole('button', { name: 'Decline to sign' }))
}

describe('the menu of a document', () => {
  test('given a menu opened before the document has come, when the document comes, then its entries stay where they are', async () => {
    serveSession([paper])
    let arrive: () => void = () => undefined
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    server.use(
      http.get(apiPath('sessionforms/a/file'), async () => {
        await arrival
        return undefined
      }),
    )
    const user = renderSession('/form/a')
    const more = await screen.findByRole('button', { name: 'More' })
    await user.click(more)
    const menu = document.getElementById(String(more.getAttribute('aria-controls')))
    if (!menu) throw new Error('The button "More" names no menu.')
    const entries = () =>
      within(menu)
        .getAllByRole('button')
        .map((button) => button.textContent)
    const before = entries()
    const download = screen.getByRole('button', { name: 'Download' })
    expect(download).toHaveAttribute('aria-disabled', 'true')
    await user.click(download)
    expect(screen.getByRole('button', { name: 'Decline to sign' })).toBeVisible()
    arrive()
    await waitFor(() => expect(download).not.toHaveAttribute('aria-disabled'))

    expect(entries()).toEqual(before)
  })
})

describe('declining', () => {
  test('[PO-11] given a document, when it is declined with a reason, then the agency is told and the screen says so @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await chooseDecline(user)
    const dialog = await screen.findByRole('dialog', { name: 'Decline to sign?' })
    await user.click(await within(dialog).findByRole('button', { name: 'Decline' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Please tell us the reason.')
    await user.type(within(dialog).getByLabelText('Reason'), 'Not my plan')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))

    expect(await screen.findByText(/You declined to sign this document/)).toBeInTheDocument()
    expect(backend.written.at(-1)).toEqual({ path: 'sessionforms/a/decline', body: { reason: 'Not my plan' } })
    expect(address()).toContain('/form/a')
    expect(screen.getByText(/What happens next/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to the list' })).toBeInTheDocument()
  })

  test('[PO-11] given the copy to check, when it is declined, then the agency is told the reason @full', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await goToReview(user)
    await chooseDecline(user)
    const dialog = await screen.findByRole('dialog', { name: 'Decline to sign?' })
    await user.type(within(dialog).getByLabelText('Reason'), 'Not my plan')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))

    expect(await screen.findByText(/You declined to sign this document/)).toBeInTheDocument()
    expect(backend.written.at(-1)).toEqual({ path: 'sessionforms/a/decline', body: { reason: 'Not my plan' } })
  })

  test('given a reason half typed, when going back, then the dialog closes, the document stays, and the reason is kept @full', async () => {
    serveSession([paper])
    const user = renderSession('/dashboard')
    await user.click(await screen.findByRole('link', { name: /Authorization/ }))
    await chooseDecline(user)
    await user.type(await screen.findByLabelText('Reason'), 'Not my')
    window.history.back()

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(address()).toContain('/form/a')
    await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus())
    await chooseDecline(user)
    expect(await screen.findByLabelText('Reason')).toHaveValue('Not my')
  })

  test('given no network, when a decline is cancelled, then it is not sent later, and the document can be signed @full', async () => {
    const advance = fakeTimeouts()
    const backend = serveSession([paper])
    let declines = 0
    server.use(
      http.post(apiPath('sessionforms/a/decline'), () => {
        declines += 1
        return HttpResponse.error()
      }),
    )
    const user = renderSession('/form/a')
    await chooseDecline(user)
    const dialog = await screen.findByRole('dialog', { name: 'Decline to sign?' })
    await user.type(within(dialog).getByLabelText('Reason'), 'Not my plan')
    await user.click(await within(dialog).findByRole('button', { name: 'Decline' }))
    await advance(1_000)
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(/We keep trying/)
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await goToReview(user)
    const sent = declines
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    expect(await screen.findByRole('heading', { name: allDone })).toBeInTheDocument()
    await advance(2 * reconnectPause)
    expect(declines).toBe(sent)
    expect(backend.written.at(-1)?.path).toBe('sessionforms/a/sign')
  })

  test('given a decline that the server received, when it is cancelled, then the screen says that the document is declined @full', async () => {
    const advance = fakeTimeouts()
    const backend = serveSession([paper])
    server.use(
      http.post(apiPath('sessionforms/a/decline'), () => {
        backend.forms = [{ ...paper, status: 'declined' }]
        return HttpResponse.error()
      }),
    )
    const user = renderSession('/form/a')
    await chooseDecline(user)
    const dialog = await screen.findByRole('dialog', { name: 'Decline to sign?' })
    await user.type(within(dialog).getByLabelText('Reason'), 'Not my plan')
    await user.click(await within(dialog).findByRole('button', { name: 'Decline' }))
    await advance(1_000)
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))

    expect(await screen.findByText(/You declined to sign this document/)).toBeInTheDocument()
  })
})

describe('reading', () => {
  test('[PH-12] given a form that jumps to its fields, when it is opened, then the first step is signing, and no page has to be read', async () => {
    const backend = serveSession([form({ id: 'a', title: 'Authorization', reading: 'jump' })])
    const user = renderSession('/form/a')
    await user.click(await findReadyButton('Review'))
    await user.click(await screen.findByRole('button', { name: 'Use this signature' }))
    await user.click(await findReadyButton('Finish and sign'))

    await screen.findByRole('heading', { name: /^All done/ })
    expect(backend.written.at(-1)).toMatchObject({
      path: 'sessionforms/a/sign',
      body: { pages_viewed: expect.any(Number) },
    })
  })

  test('given a document, when it is read as text on a phone, then the texts of its pages show, until the pages are wanted', async () => {
    roomy.matches = false
    serveSession([paper])
    const user = renderSession('/form/a')
    const page = await screen.findByRole('region', { name: 'Page 1 of 2' })
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('button', { name: 'Read as text' }))
    const text = await screen.findByRole('heading', { name: 'Page 2 of 2' })
    expect(text.parentElement).toHaveTextContent('Words of page 2')
    expect(page).not.toBeVisible()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('button', { name: 'Show the pages' }))

    expect(page).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Page 2 of 2' })).not.toBeInTheDocument()
  })
})

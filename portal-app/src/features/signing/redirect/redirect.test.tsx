import type { SessionForm } from '@agency/contract/session-forms'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility.ts'
import { apiPath, code, form, refusal, serveSession } from '../../../testing/backend.ts'
import { fakeTimeouts } from '../../../testing/fake-timeouts.ts'
import { address, renderSession } from '../../../testing/render-portal.tsx'
import { server } from '../../../testing/server.ts'
import { leaveFor } from './leave-portal.ts'

beforeEach(() => {
  vi.mocked(leaveFor).mockClear()
})

const given = (changes: Partial<SessionForm> = {}) =>
  form({
    id: 'a',
    title: 'Authorization',
    type: 'DocuSign',
    source_template_id: 'another-provider:t-1',
    signing: 'redirect',
    envelope_id: 'envelope-1',
    status: 'sent',
    ...changes,
  })

/** Answers each request for the signing page with a new address. */
function serveSigningPage() {
  const asked = { count: 0 }
  server.use(
    http.post(apiPath('docusign/envelopes/a'), () => {
      asked.count += 1
      const url = `https://na1.example.com/signing/${asked.count}`
      return HttpResponse.json({ success: true, envelopeId: 'envelope-1', signing: { kind: 'redirect', url } })
    }),
  )
  return asked
}

const go = () => screen.findByRole('button', { name: 'Go to DocuSign' })

describe('a document signed at DocuSign', () => {
  test('given a DocuSign document, when it is opened, then it says what happens next, and requests no address yet', async () => {
    const backend = serveSession([given()])
    renderSession('/form/a')

    expect(await go()).toBeInTheDocument()
    expect(screen.getByText(/You will sign on DocuSign’s page and come back here\./)).toBeInTheDocument()
    expect(await violations()).toEqual([])
    expect(backend.written).toEqual([])
  })

  test('[PO-08] given ten quick taps on the button, when it is pressed, then one address is requested, and the page is left once', async () => {
    serveSession([given()])
    const asked = serveSigningPage()
    renderSession('/form/a')
    const button = await go()
    for (let tap = 0; tap < 10; tap += 1) fireEvent.click(button)

    await waitFor(() => expect(leaveFor).toHaveBeenCalledExactlyOnceWith('https://na1.example.com/signing/1'))
    fireEvent.click(screen.getByRole('button', { name: 'Opening DocuSign...' }))
    expect(asked.count).toBe(1)
  })

  test('given a return by the browser’s Back, when the button is pressed again, then a new address is requested', async () => {
    serveSession([given()])
    serveSigningPage()
    const user = renderSession('/form/a')
    await user.click(await go())
    await waitFor(() => expect(leaveFor).toHaveBeenCalledOnce())
    act(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await user.click(await go())

    await waitFor(() => expect(leaveFor).toHaveBeenLastCalledWith('https://na1.example.com/signing/2'))
  })

  test.each([
    [422, 'EMAIL_MISSING', /we need your email address/],
    [502, 'ESIGN_FAILED', /can’t be opened now/],
  ] as const)(
    'given an answer of %i %s, when it is pressed, then it says so calmly, with the phone line',
    async (status, errorCode, text) => {
      serveSession([given()])
      server.use(http.post(apiPath('docusign/envelopes/a'), () => refusal(status, errorCode)))
      const user = renderSession('/form/a')
      await user.click(await go())

      const alert = await screen.findByRole('alert')
      expect(alert).toHaveTextContent(text)
      expect(alert.querySelector('a[href^="tel:"]')).not.toBeNull()
      expect(leaveFor).not.toHaveBeenCalled()
      expect(await go()).toBeEnabled()
      expect(await violations()).toEqual([])
    },
  )

  test('given a document voided meanwhile, when it is pressed, then the screen says that it was withdrawn', async () => {
    const backend = serveSession([given()])
    server.use(
      http.post(apiPath('docusign/envelopes/a'), () => {
        backend.forms = [given({ status: 'voided' })]
        return refusal(409, 'WRONG_STATE')
      }),
    )
    const user = renderSession('/form/a')
    await user.click(await go())

    expect(await screen.findByText(/was withdrawn/)).toBeInTheDocument()
  })
})

describe('the return from DocuSign', () => {
  test('given a return after signing, when the server confirms it, then the document is done, and not before', async () => {
    const advance = fakeTimeouts()
    const backend = serveSession([given({ status: 'viewed' })])
    renderSession('/form/a?event=signing_complete')
    expect(await screen.findByText('Confirming…')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /DocuSign/ })).not.toBeInTheDocument()
    expect(await violations()).toEqual([])

    backend.forms = [given({ status: 'signed' })]
    await advance(1_500)
    expect(await screen.findByText(/We are getting your copy/)).toBeInTheDocument()
    backend.forms = [given({ status: 'completed' })]
    await advance(1_500)
    expect(await screen.findByRole('button', { name: 'Download' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: /your document is complete/ })).toHaveFocus()
  })

  test('given a late confirmation, when half a minute has passed, then nothing is lost, and a link leads to the list', async () => {
    const advance = fakeTimeouts()
    serveSession([given({ status: 'viewed' })])
    renderSession('/form/a?event=signing_complete')
    await screen.findByText('Confirming…')
    await advance(31_000)

    expect(await screen.findByText(/Nothing is lost/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to the list' })).toBeInTheDocument()
  })

  test('given a return after declining, when the server confirms it, then the screen says so', async () => {
    const advance = fakeTimeouts()
    const backend = serveSession([given({ status: 'viewed' })])
    renderSession('/form/a?event=decline')
    await screen.findByText('Confirming…')
    backend.forms = [given({ status: 'declined' })]
    await advance(1_500)

    expect(await screen.findByText(/You declined to sign/)).toBeInTheDocument()
  })

  test.each([
    ['cancel', 'Continue at DocuSign', /You have not signed yet/],
    ['session_timeout', 'Continue at DocuSign', /Please open it again/],
    ['ttl_expired', 'Continue at DocuSign', /Please open it again/],
    ['exception', 'Continue at DocuSign', /could not finish/],
    ['toString', 'Go to DocuSign', undefined],
  ])('given a hint of %s, when the client is back, then “%s” leads on', async (event, name, text) => {
    serveSession([given({ status: 'viewed' })])
    renderSession(`/form/a?event=${event}`)

    expect(await screen.findByRole('button', { name })).toBeEnabled()
    if (text) expect(screen.getByRole('status')).toHaveTextContent(text)
    else expect(screen.queryByRole('status')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test.each([
    ['Spanish', /Esperamos la confirmación de DocuSign/],
    ['Portuguese', /Estamos esperando a confirmação da DocuSign/],
  ])('given a client who speaks %s, when they are back, then the screen does too', async (pref_lang, text) => {
    serveSession([given({ status: 'viewed' })], { client: { pref_lang } })
    renderSession('/form/a?event=signing_complete')

    expect(await screen.findByText(text)).toBeInTheDocument()
  })
})

describe('the next document, when it is signed at DocuSign', () => {
  const done = form({ id: 'first', status: 'completed' })

  test('[PO-08] given a next document without an envelope, when it is opened, then it opens after the envelope is created', async () => {
    const backend = serveSession([done, given({ envelope_id: null, status: 'pending' })])
    const user = renderSession('/form/first')
    await user.dblClick(await screen.findByRole('link', { name: 'Next document' }))

    expect(await go()).toBeInTheDocument()
    expect(address()).toBe(`/${code}/form/a`)
    expect(backend.written.map(({ path }) => path)).toEqual(['docusign/envelopes/a'])
  })

  test('[PO-08] given a next document whose envelope can’t be created, when it is opened, then the screen stays, and says so', async () => {
    serveSession([done, given({ envelope_id: null, status: 'pending' })])
    server.use(http.post(apiPath('docusign/envelopes/a'), () => refusal(422, 'EMAIL_MISSING')))
    const user = renderSession('/form/first')
    await user.click(await screen.findByRole('link', { name: 'Next document' }))

    expect(await screen.findByRole('alert')).toHaveTextContent(/email address/)
    expect(address()).toBe(`/${code}/form/first`)
  })
})

import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm } from '@agency/contract/session-forms'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { globalForm, id, session, sessionForm } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const template = globalForm({ type: 'DocuSign', docusign_template_id: 'docusign:t-1' })
const unsent = sessionForm({
  type: 'DocuSign',
  source_template_id: 'docusign:t-1',
  signing: 'redirect',
  has_file: false,
})
const sent = sessionForm({ ...unsent, status: 'sent', envelope_id: 'envelope-1' })

/** Serves one document; what is given as its next state shows after a call that sends it. */
function serve(form: SessionForm, offered: readonly GlobalForm[] = [template]) {
  const served = { form }
  server.use(
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [served.form] })),
    http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: offered })),
  )
  return served
}

function answerSending(status: number, body: object, after?: () => void) {
  server.use(
    http.post(at(`docusign/envelopes/${id(30)}`), () => {
      after?.()
      return HttpResponse.json(body, { status })
    }),
  )
}

async function open() {
  const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
  await user.click(await screen.findByRole('button', { name: 'Consent' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Edit Document' }))
  await modal.findByRole('textbox', { name: 'Notes' })
  return { user, modal }
}

beforeEach(() => {
  signIn()
  server.use(http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())))
})

describe('a document to be signed at DocuSign', () => {
  test('given a failed sending, when it shows, then the row and the dialog say so, with the address as a link @full', async () => {
    serve({ ...unsent, error: 'DocuSign waits for the consent. It is given at https://account.example.com/auth' })
    const { modal } = await open()

    expect(screen.getByText('needs attention')).toBeInTheDocument()
    expect(modal.getByText(/could not be sent for signing\. DocuSign waits/)).toBeInTheDocument()
    expect(modal.getByRole('link', { name: 'https://account.example.com/auth' })).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given a document that was not sent, when it is sent, then the dialog says so, and it can’t be sent again @full', async () => {
    const served = serve(unsent)
    answerSending(200, { success: true, envelopeId: 'e', signing: { kind: 'embedded' } }, () => {
      served.form = sent
    })
    const { user, modal } = await open()
    await user.click(modal.getByRole('button', { name: 'Send to DocuSign' }))

    const words = 'The document is at DocuSign. The client signs it from the portal.'
    await screen.findByRole('alertdialog', { name: words })
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() =>
      expect(modal.getByRole('button', { name: 'Send to DocuSign' })).toHaveAttribute('aria-disabled', 'true'),
    )
  })

  test.each([
    [422, 'EMAIL_MISSING', 'Staff can add it to the client’s record.'],
    [502, 'ESIGN_FAILED', 'Make a new key in Apps and Keys.'],
    [409, 'WRONG_STATE', 'This document can no longer be signed.'],
  ])(
    'given an answer of %i %s, when it is sent, then what staff can do is told @full',
    async (status, code, message) => {
      serve(unsent)
      answerSending(status, { code, message })
      const { user, modal } = await open()
      await user.click(modal.getByRole('button', { name: 'Send to DocuSign' }))

      expect(await screen.findByRole('alertdialog', { name: message })).toBeInTheDocument()
    },
  )

  test('given an answer without a reason, when it is sent, then the default message is shown @full', async () => {
    vi.stubGlobal('reportError', vi.fn())
    serve(unsent)
    answerSending(500, {})
    const { user, modal } = await open()
    await user.click(modal.getByRole('button', { name: 'Send to DocuSign' }))

    await screen.findByRole('alertdialog', { name: 'Failed to send the document. Please try again.' })
  })

  test.each([
    ['not sent', unsent, /so it can’t be sent\. Delete this document and attach another\./],
    ['sent', sent, /was already sent, and can still be signed\./],
  ])(
    'given a retired template of one that was %s, when it is opened, then it says what that means @full',
    async (_what, form, words) => {
      serve(form, [])
      const { modal } = await open()

      expect(await modal.findByText(words)).toBeInTheDocument()
    },
  )

  test.each([
    ['whose template is offered', sent],
    ['of the built-in provider', { ...sent, source_template_id: 'built-in:consent', signing: 'portal' as const }],
    ['that is done', { ...sent, status: 'completed' as const }],
  ])('given one %s, when it is opened, then nothing is to be sent or said @full', async (_what, form) => {
    serve(form, [template, globalForm({ id: id(23), docusign_template_id: 'built-in:consent' })])
    const { modal } = await open()

    await waitFor(() => expect(modal.getByRole('button', { name: /Void/ })).toBeInTheDocument())
    expect(modal.queryByText(/template is gone/)).not.toBeInTheDocument()
    expect(modal.queryByRole('button', { name: 'Send to DocuSign' })).not.toBeInTheDocument()
  })

  test('given an unsent one that is signed in the portal, when it is opened, then it can’t be sent to a provider @full', async () => {
    serve({ ...unsent, signing: 'portal' }, [template])
    const { modal } = await open()

    expect(await modal.findByRole('button', { name: /Remind/ })).toBeInTheDocument()
    expect(modal.queryByRole('button', { name: 'Send to DocuSign' })).not.toBeInTheDocument()
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility.ts'
import { apiPath, form, refusal, serveSession } from '../../testing/backend.ts'
import { fakeTimeouts } from '../../testing/fake-timeouts.ts'
import { address, renderSession } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const paper = form({ id: 'a', title: 'Authorization' })

async function goToSigning(user: UserEvent) {
  const sign = await screen.findByRole('button', { name: 'Sign' })
  await screen.findByText('2 of 2 pages viewed')
  await user.click(sign)
  await screen.findByRole('heading', { name: 'Add your signature' })
}

describe('consent', () => {
  const unconsented = { session: { consented_at: null } }

  test('[PO-11] given no consent yet, when a document is opened, then the disclosure comes first, its box not ticked', async () => {
    serveSession([paper], unconsented)
    renderSession('/form/a')

    expect(await screen.findByText('Second part.')).toBeInTheDocument()
    expect(screen.getByRole('checkbox')).not.toBeChecked()
    expect(screen.queryByRole('button', { name: 'Sign' })).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('[PO-11] given a box not ticked, when the client continues, then nothing is sent and the box is asked for', async () => {
    const backend = serveSession([paper], unconsented)
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Continue' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('Please tick the box to continue.')
    expect(backend.written).toEqual([])
  })

  test('[PO-11] given the box ticked, when the client continues, then that very text is agreed to and the document opens', async () => {
    const backend = serveSession([paper], unconsented)
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Continue' }))

    expect(await screen.findByText('Words of page 2')).toBeInTheDocument()
    expect(backend.written[0]?.body).toEqual({ version: '3', language: 'en', sha256: 'a'.repeat(64) })
  })
})

describe('signing a PDF', () => {
  test('[PO-11] given a document, when it is opened, then it is marked viewed and can be read, by a screen reader too', async () => {
    const backend = serveSession([paper])
    renderSession('/form/a')

    await screen.findByText('Words of page 1')
    expect(screen.getByRole('region', { name: 'Page 1 of 2' })).toHaveTextContent('Words of page 1')
    expect(backend.written).toEqual([{ path: 'sessionforms/a/open', body: null }])
    expect(document.title).toBe('Authorization · Sunrise Insurance')
    expect(await violations()).toEqual([])
  })

  test('[PO-11] given a keyboard alone, when the client signs, then every step can be done with it', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await screen.findByText('2 of 2 pages viewed')
    const press = async (name: string) => {
      for (let tabs = 0; tabs < 40 && document.activeElement?.textContent !== name; tabs += 1) await user.tab()
      await user.keyboard('{Enter}')
    }
    await press('Sign')
    expect(await screen.findByRole('heading', { name: 'Add your signature' })).toHaveFocus()
    await press('Finish and sign')

    expect(await screen.findByText('Finishing your document…')).toBeInTheDocument()
    expect(backend.written.at(-1)?.path).toBe('sessionforms/a/sign')
  })

  test('given two taps on the button, when the client signs, then the document is signed once', async () => {
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
    await goToSigning(user)
    const finish = screen.getByRole('button', { name: 'Finish and sign' })
    act(() => {
      finish.click()
      finish.click()
    })

    expect(await screen.findByText('Finishing your document…')).toBeInTheDocument()
    expect(signed).toBe(1)
  })

  test('given no name, when the client signs, then it is asked for and nothing is sent', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await goToSigning(user)
    await user.clear(screen.getByLabelText('Your full name'))
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter your name.')
    expect(screen.getByLabelText('Your full name')).toHaveFocus()
    expect(backend.written.map(({ path }) => path)).not.toContain('sessionforms/a/sign')
  })

  test.each(['.', '-', '\u200B\u200D', '12', 'A'])(
    'given the name %j, when the client signs, then letters are asked for and nothing is sent',
    async (name) => {
      const backend = serveSession([paper])
      const user = renderSession('/form/a')
      await goToSigning(user)
      await user.clear(screen.getByLabelText('Your full name'))
      await user.type(screen.getByLabelText('Your full name'), name)
      await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

      expect(await screen.findByRole('alert')).toHaveTextContent('Please write your name with at least two letters.')
      expect(screen.getByLabelText('Your full name')).toHaveFocus()
      expect(backend.written.map(({ path }) => path)).not.toContain('sessionforms/a/sign')
    },
  )

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
    expect(screen.queryByText(/Thank you/)).not.toBeInTheDocument()
  })

  test('given a document that staff marked as declined, when it is opened, then the client is not said to have declined', async () => {
    serveSession([{ ...paper, status: 'declined', status_set_at: '2026-11-22T10:00:00Z' }])
    renderSession('/form/a')
    expect(await screen.findByText(/This document was withdrawn/)).toBeInTheDocument()
    expect(screen.queryByText(/You declined/)).not.toBeInTheDocument()
  })

  test('given a server that fails, when the client signs, then it says so, keeps what was entered, and can be repeated', async () => {
    serveSession([paper])
    let failing = true
    server.use(http.post(apiPath('sessionforms/a/sign'), () => (failing ? refusal(503, 'UNAVAILABLE') : undefined)))
    const user = renderSession('/form/a')
    await goToSigning(user)
    await user.type(screen.getByLabelText('Your full name'), ' Núñez')
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('What you entered is still here.')
    expect(screen.getByLabelText('Your full name')).toHaveValue('Maria García Núñez')

    failing = false
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    expect(await screen.findByText('Finishing your document…')).toBeInTheDocument()
  })

  test('given a document withdrawn meanwhile, when the client signs, then the screen shows how it stands', async () => {
    const backend = serveSession([paper])
    server.use(
      http.post(apiPath('sessionforms/a/sign'), () => {
        backend.forms = backend.forms.map((kept) => ({ ...kept, status: 'voided' }))
        return refusal(409, 'WRONG_STATE')
      }),
    )
    const user = renderSession('/form/a')
    await goToSigning(user)
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    expect(await screen.findByText(/This document was withdrawn/)).toBeInTheDocument()
  })

  test('given a signature from before, when the next document is signed, then it is offered again', async () => {
    const backend = serveSession([paper, form({ id: 'b', title: 'Application', order_index: 2 })])
    const user = renderSession('/form/a')
    await goToSigning(user)
    await user.click(screen.getByRole('radio', { name: 'Style 2' }))
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))
    await user.click(await screen.findByRole('link', { name: 'Next document' }))
    expect(await screen.findByRole('heading', { name: 'Application' })).toHaveFocus()
    await goToSigning(user)
    expect(screen.getByText('Your saved signature')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Finish and sign' }))

    await screen.findByText('Finishing your document…')
    expect(backend.written.at(-1)).toMatchObject({
      path: 'sessionforms/b/sign',
      body: { signature: { kind: 'typed', font: 'dancing-script' } },
    })
  })
})

describe('declining', () => {
  test('[PO-11] given a document, when it is declined with a reason, then the agency is told and the screen says so', async () => {
    const backend = serveSession([paper])
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Decline to sign' }))
    const dialog = await screen.findByRole('dialog', { name: 'Decline to sign?' })
    await user.click(await within(dialog).findByRole('button', { name: 'Decline' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Please tell us the reason.')
    await user.type(within(dialog).getByLabelText('Reason'), 'Not my plan')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))

    expect(await screen.findByText(/You declined to sign this document/)).toBeInTheDocument()
    expect(backend.written.at(-1)).toEqual({ path: 'sessionforms/a/decline', body: { reason: 'Not my plan' } })
    expect(address()).toContain('/form/a')
  })

  test('given a reason half typed, when going back, then the dialog closes, the document stays, and the reason is kept', async () => {
    serveSession([paper])
    const user = renderSession('/dashboard')
    await user.click(await screen.findByRole('link', { name: /Authorization/ }))
    await user.click(await screen.findByRole('button', { name: 'Decline to sign' }))
    await user.type(await screen.findByLabelText('Reason'), 'Not my')
    window.history.back()

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(address()).toContain('/form/a')
    await user.click(screen.getByRole('button', { name: 'Decline to sign' }))
    expect(await screen.findByLabelText('Reason')).toHaveValue('Not my')
  })
})

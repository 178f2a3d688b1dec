import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility.ts'
import { apiPath, code, form, serveSession } from '../../testing/backend.ts'
import { renderSession } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'

const sealed = form({ id: 'a', status: 'completed', sealed_sha256: 'ab'.repeat(32) })

describe('all documents in one download', () => {
  test('given documents that are all completed, when the button is pressed, then the browser itself saves the packet @full', async () => {
    serveSession([sealed, form({ id: 'b', status: 'completed', requires_signature: false })])
    const saved: HTMLAnchorElement[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this)
    })
    const user = renderSession('/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Download all documents' }))

    await waitFor(() => expect(saved.map(({ href }) => href)).toEqual([apiPath(`session/${code}/packet`)]))
    expect(saved[0]).toHaveAttribute('download')
    expect(await violations()).toEqual([])
  })

  test('given a server that fails, when the button is pressed, then it says so, and nothing is saved', async () => {
    serveSession([sealed])
    server.use(http.get(apiPath(`session/${code}/details`), () => HttpResponse.json({}, { status: 400 })))
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const user = renderSession('/dashboard')
    await user.click(await screen.findByRole('button', { name: 'Download all documents' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side.')
    expect(click).not.toHaveBeenCalled()
  })

  test.each([
    ['Spanish', 'Descargar todos los documentos'],
    ['Portuguese', 'Baixar todos os documentos'],
  ])('given a client who speaks %s, when all is completed, then the button does too', async (pref_lang, name) => {
    serveSession([sealed], { client: { pref_lang } })
    renderSession('/dashboard')
    expect(await screen.findByRole('button', { name })).toBeInTheDocument()
  })

  test.each([
    ['is still open', [sealed, form({ id: 'b' })], 'Pending documents to be reviewed and signed.'],
    ['is being sealed', [sealed, form({ id: 'b', status: 'signed' })], 'All documents completed.'],
    [
      'was declined',
      [sealed, form({ id: 'b', status: 'declined' })],
      'There is nothing left for you to review or sign.',
    ],
    ['has nothing sealed', [form({ id: 'b', status: 'completed' })], 'All documents completed.'],
  ])(
    'given documents of which one %s, when they are listed, then there is no such button',
    async (_what, forms, said) => {
      serveSession(forms)
      renderSession('/dashboard')
      expect(await screen.findByText(said)).toBeInTheDocument()
      expect(screen.queryByRole('button', { name: 'Download all documents' })).not.toBeInTheDocument()
    },
  )
})

import type { SessionForm } from '@agency/contract/session-forms'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { id, session, sessionForm } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const sealed = sessionForm({ status: 'completed', sealed_sha256: 'ab'.repeat(32) })

function show(forms: SessionForm[]) {
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: forms })),
  )
  return renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
}

/** The names under which files were saved. */
function watchSaved(): string[] {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  return saved
}

beforeEach(() => signIn())

describe('the packet of a session', () => {
  test('given a sealed document, when Download Packet is pressed, then it is fetched with the token and saved', async () => {
    let authorization: string | null = null
    server.use(
      http.get(at('session/ABCDEFGHJKMN/packet'), ({ request }) => {
        authorization = request.headers.get('Authorization')
        return new HttpResponse('PK', { headers: { 'content-type': 'application/zip' } })
      }),
    )
    const saved = watchSaved()
    const user = show([sealed, sessionForm({ id: id(31) })])
    await user.click(await screen.findByRole('button', { name: 'Download Packet' }))

    await waitFor(() => expect(saved).toEqual(['Documents ABCD-EFGH-JKMN.zip']))
    expect(authorization).toMatch(/^Bearer /)
  })

  test.each([
    ['broken off', () => HttpResponse.error()],
    ['refused', () => HttpResponse.json({ code: 'WRONG_STATE', message: 'Nothing is sealed.' }, { status: 409 })],
  ])(
    'given a download that is %s, when it fails, then it says so, and nothing is saved @full',
    async (_what, answer) => {
      server.use(http.get(at('session/ABCDEFGHJKMN/packet'), answer))
      vi.stubGlobal('reportError', vi.fn())
      const saved = watchSaved()
      const user = show([sealed])
      await user.click(await screen.findByRole('button', { name: 'Download Packet' }))

      expect(await screen.findByRole('alertdialog')).toHaveTextContent('Failed to download the packet.')
      expect(saved).toEqual([])
    },
  )

  test.each([
    ['is open', sessionForm({ status: 'viewed' })],
    ['was read, not signed', sessionForm({ status: 'completed' })],
    ['was voided after it was sealed', { ...sealed, status: 'voided' as const }],
  ])('given a document that %s, when the page shows, then there is no packet', async (_what, form) => {
    show([form])
    expect(await screen.findByRole('button', { name: 'Consent' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Download Packet' })).not.toBeInTheDocument()
  })
})

import type { CodeChannel, SigningCodeState } from '@agency/contract/signing-codes'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiPath, code, form, refusal, serveSession } from '../../testing/backend.ts'
import { renderSession } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'

const paper = form({ id: 'a', title: 'Authorization' })
const byEmail = { channel: 'email', to: 'm•••@example.com' } as const
const byText = { channel: 'text', to: '•••0187' } as const

/** Asks for a code before the review and before the page of DocuSign, which then fail at once: no retry outlives a test. */
function serveCode(channels: SigningCodeState['channels']): void {
  const path = apiPath(`session/${code}/signing-code`)
  const state: SigningCodeState = { required: true, channels, requested: null }
  let isConfirmed = false
  const refuse = () => (isConfirmed ? refusal(502, 'ESIGN_FAILED') : refusal(409, 'SIGNING_CODE_REQUIRED'))
  server.use(
    http.get(path, () => HttpResponse.json(state)),
    http.post<never, { channel: CodeChannel }>(path, async ({ request }) => {
      const { channel } = await request.json()
      const expires_at = new Date(Date.now() + 600_000).toISOString()
      const to = channels.find((each) => each.channel === channel)?.to ?? ''
      return HttpResponse.json({ ...state, requested: { channel, to, expires_at, resend_in: 30 } })
    }),
    http.post(`${path}/confirm`, () => {
      isConfirmed = true
      return HttpResponse.json({ ...state, required: false })
    }),
    http.post(apiPath('sessionforms/:id/review'), refuse),
    http.post(apiPath('docusign/envelopes/:id'), refuse),
  )
}

/** Asks for the review of a document whose address was opened directly. */
async function askForReview() {
  const user = renderSession('/form/a')
  await user.click(await screen.findByRole('button', { name: 'Review' }))
  await user.click(await screen.findByRole('button', { name: 'Use this signature' }))
  await screen.findByRole('heading', { name: 'Confirm it’s you' })
  return user
}

describe('the focus, when what had it is gone', () => {
  test('given two destinations of the code, when one is chosen, then the focus is on the note that it was sent @full', async () => {
    serveSession([paper])
    serveCode([byEmail, byText])
    const user = await askForReview()
    await user.click(await screen.findByRole('button', { name: /0187/ }))

    expect(await screen.findByText('We sent a 6-digit code to •••0187.')).toHaveFocus()
  })

  test('given a code that is confirmed, when the review then fails, then the focus is on the heading of the document @full', async () => {
    serveSession([paper])
    serveCode([byEmail])
    const user = await askForReview()
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    await screen.findByRole('alert')

    expect(screen.getByRole('heading', { name: 'Authorization' })).toHaveFocus()
  })

  test('given a code that is confirmed, when DocuSign then fails, then the focus is on the heading of the document', async () => {
    const signing = { type: 'DocuSign', source_template_id: 't', signing: 'redirect' } as const
    serveSession([form({ ...paper, ...signing, envelope_id: 'e', status: 'sent' })])
    serveCode([byEmail])
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Go to DocuSign' }))
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
    await screen.findByRole('alert')

    expect(screen.getByRole('heading', { name: 'Authorization' })).toHaveFocus()
  })

  test('given a copy by e-mail, when it was asked for, then the focus is on the answer', async () => {
    const sealed = { status: 'completed', sealed_sha256: 'a'.repeat(64) } as const
    serveSession([form({ ...paper, ...sealed })], { copyTo: 'm•••@example.com' })
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: /^Email a link/ }))

    expect((await screen.findByText(/We are sending a link/)).closest('[role=status]')).toHaveFocus()
  })
})

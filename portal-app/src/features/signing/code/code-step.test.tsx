import type { CodeChannel, SigningCodeState } from '@agency/contract/signing-codes'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility.ts'
import { apiPath, field, form, refusal, serveSession, code as sessionCode } from '../../../testing/backend.ts'
import { renderSession } from '../../../testing/render-portal.tsx'
import { server } from '../../../testing/server.ts'
import { findReadyButton } from '../../../testing/sign.ts'
import { leaveFor } from '../redirect/leave-portal.ts'

afterEach(() => {
  vi.useRealTimers()
})

const paper = form({ id: 'a', title: 'Authorization' })
const path = apiPath(`session/${sessionCode}/signing-code`)
const byEmail = { channel: 'email', to: 'm•••@example.com' } as const
const byText = { channel: 'text', to: '•••0187' } as const
const right = '123456'

interface CodeServer {
  asked: CodeChannel[]
  typed: string[]
}

/** Asks for a code before the review and the signature. @param answers to wrong codes, the last of them again and again */
function serveCode(channels: SigningCodeState['channels'] = [byEmail], answers = ['SIGNING_CODE_WRONG']): CodeServer {
  const served: CodeServer = { asked: [], typed: [] }
  let state: SigningCodeState = { required: true, channels, requested: null }
  const guard = () => (state.required ? refusal(409, 'SIGNING_CODE_REQUIRED') : undefined)
  server.use(
    http.get(path, () => HttpResponse.json(state)),
    http.post<never, { channel: CodeChannel }>(path, async ({ request }) => {
      const { channel } = await request.json()
      served.asked.push(channel)
      const to = channels.find((each) => each.channel === channel)?.to ?? ''
      const expires_at = new Date(Date.now() + 600_000).toISOString()
      state = { ...state, requested: { channel, to, expires_at, resend_in: 30 } }
      return HttpResponse.json(state)
    }),
    http.post<never, { code: string }>(`${path}/confirm`, async ({ request }) => {
      const { code } = await request.json()
      served.typed.push(code)
      const problem = answers.length > 1 ? answers.shift() : answers[0]
      if (code !== right) return refusal(422, problem ?? '')
      state = { ...state, required: false }
      return HttpResponse.json(state)
    }),
    http.post(apiPath('sessionforms/:id/review'), guard),
    http.post(apiPath('docusign/envelopes/:id'), guard),
  )
  return served
}

const input = () => screen.findByLabelText('Code')
const submit = () => screen.getByRole('button', { name: 'Continue' })

/** Reads the document, adopts the signature and asks for the review. */
async function askForReview(user: UserEvent): Promise<void> {
  await user.click(await findReadyButton('Review'))
  await user.click(await screen.findByRole('button', { name: 'Use this signature' }))
  await screen.findByRole('heading', { name: 'Confirm it’s you' })
}

describe('the one-time code before the first signature', () => {
  test('given one destination, when the review is asked for, then a code is sent at once, and once it is typed the review comes @full', async () => {
    serveSession([paper])
    const served = serveCode()
    const user = renderSession('/form/a')
    await askForReview(user)

    expect(await screen.findByText('We sent a 6-digit code to m•••@example.com.')).toBeInTheDocument()
    expect(served.asked).toEqual(['email'])
    expect(await input()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(await input()).toHaveAttribute('inputmode', 'numeric')
    expect(await violations()).toEqual([])

    await user.type(await input(), right)
    await user.click(submit())
    expect(await screen.findByRole('heading', { name: 'Check and sign' })).toBeInTheDocument()
    expect(served.typed).toEqual([right])
  })

  test('given two destinations, when the client chooses one, then the code goes there @full', async () => {
    serveSession([paper])
    const served = serveCode([byEmail, byText])
    const user = renderSession('/form/a')
    await askForReview(user)
    expect(served.asked).toEqual([])
    expect(await violations()).toEqual([])

    await user.click(await screen.findByRole('button', { name: 'Text message to •••0187' }))
    expect(await screen.findByText('We sent a 6-digit code to •••0187.')).toBeInTheDocument()
    expect(served.asked).toEqual(['text'])
  })

  test('given a lost answer, when the retry is refused since a code was sent, then the client can type that code @full', async () => {
    serveSession([paper])
    serveCode()
    const expires_at = new Date(Date.now() + 600_000).toISOString()
    const requested = { ...byEmail, expires_at, resend_in: 30 }
    const asked = vi.fn()
    server.use(
      http.get(path, () =>
        HttpResponse.json({
          required: true,
          channels: [byEmail],
          requested: asked.mock.calls.length > 0 ? requested : null,
        }),
      ),
      http.post(path, () => {
        asked()
        return refusal(429, 'TOO_MANY_ATTEMPTS')
      }),
    )
    const user = renderSession('/form/a')
    await askForReview(user)
    expect(await input()).toBeInTheDocument()
    expect(asked).toHaveBeenCalledOnce()
  })

  test('given no destination, when the review is asked for, then the client is told to call', async () => {
    serveSession([paper])
    serveCode([])
    const user = renderSession('/form/a')
    await askForReview(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('we have no address for it. Please call us:')
  })

  test('given a pasted code with words around it, when it is pasted, then its digits are taken @full', async () => {
    serveSession([paper])
    serveCode()
    const user = renderSession('/form/a')
    await askForReview(user)
    await user.click(await input())
    await user.paste('Your code: 123 456.')
    expect(await input()).toHaveValue(right)
  })

  test.each([
    ['SIGNING_CODE_WRONG', 'That code is not right. Please check it and try again.'],
    ['SIGNING_CODE_EXPIRED', 'This code is no longer valid. Please ask for a new one.'],
    ['SIGNING_CODE_SPENT', 'The code was entered incorrectly too many times. Please ask for a new one.'],
  ])(
    'given a refusal %s, when the code is sent, then the field says why, and keeps what was typed @full',
    async (problem, text) => {
      serveSession([paper])
      serveCode([byEmail], [problem])
      const user = renderSession('/form/a')
      await askForReview(user)
      await user.type(await input(), '654321{Enter}')

      expect(await screen.findByRole('alert')).toHaveTextContent(text)
      expect(await input()).toHaveValue('654321')
      expect(await input()).toBeInvalid()
      expect(await input()).toHaveAccessibleDescription(expect.stringContaining(text))
    },
  )

  test('given five digits, when the client continues, then nothing is sent, and the missing digits are asked for @full', async () => {
    serveSession([paper])
    const served = serveCode()
    const user = renderSession('/form/a')
    await askForReview(user)
    await user.type(await input(), '12345{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter the 6 digits of the code.')
    expect(served.typed).toEqual([])
  })

  test('given a code that was sent, when 30 s have passed, then another can be asked for; the wait is announced every ten seconds @full', async () => {
    serveSession([paper])
    const served = serveCode()
    const user = renderSession('/form/a')
    await askForReview(user)
    await input()
    const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(announced()).toContain('You can ask for a new code in 30 seconds.')
    expect(screen.queryByRole('button', { name: 'Send a new code' })).not.toBeInTheDocument()

    const sentAt = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => sentAt + 31_000)
    await user.click(await screen.findByRole('button', { name: 'Send a new code' }))
    await waitFor(() => expect(served.asked).toEqual(['email', 'email']))
    vi.restoreAllMocks()
  })

  test('given typed values, when the client goes back and confirms later, then they are still there @full', async () => {
    const name = field({ id: 'f1', label: 'Doctor' })
    serveSession([paper], { fields: [name] })
    serveCode()
    const user = renderSession('/dashboard')
    await user.click(await screen.findByRole('link', { name: /Authorization/ }))
    await user.type(await screen.findByLabelText(/Doctor/), 'Dr. House')
    await user.tab()
    await askForReview(user)
    window.history.back()
    expect(await screen.findByLabelText(/Doctor/)).toHaveValue('Dr. House')
  })

  test('given a document signed at DocuSign, when a code is needed, then it comes first, and then the page is left', async () => {
    serveSession([
      form({
        id: 'a',
        type: 'DocuSign',
        source_template_id: 't',
        signing: 'redirect',
        envelope_id: 'e',
        status: 'sent',
      }),
    ])
    serveCode()
    const user = renderSession('/form/a')
    await user.click(await screen.findByRole('button', { name: 'Go to DocuSign' }))
    await user.type(await input(), right)
    const url = 'https://na1.example.com/signing/1'
    server.use(
      http.post(apiPath('docusign/envelopes/a'), () =>
        HttpResponse.json({ success: true, envelopeId: 'e', signing: { kind: 'redirect', url } }),
      ),
    )
    await user.click(submit())
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(url))
  })
})

describe('a session that is open on another device', () => {
  test.each([
    [1, false],
    [2, true],
  ])(
    'given %i open devices, when the list of documents is shown, then it warns: %s @full',
    async (open_devices, warns) => {
      serveSession([paper], { session: { open_devices } })
      renderSession('/dashboard')
      await screen.findByText('Authorization')
      const text = /also open on another device/
      if (warns) expect(await screen.findByText(text)).toBeInTheDocument()
      else expect(screen.queryByText(text)).not.toBeInTheDocument()
    },
  )
})

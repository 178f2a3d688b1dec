import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility'
import { counts } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const admin = { first_name: 'Dana', last_name: 'Reyes', username: 'dana', role: 'power' }

function answerLogin(answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(at('admin/login'), async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
  )
  return bodies
}

async function submitLogin(username = 'dana', password = 'secret') {
  const user = renderApp('/admin/login')
  if (username) await user.type(screen.getByLabelText('Username'), username)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  return user
}

describe('login', () => {
  test('given the login screen, when it is shown, then it has no accessibility violations and a title', async () => {
    renderApp('/admin/login')
    await screen.findByRole('button', { name: 'Login' })

    expect(await violations()).toEqual([])
    expect(document.title).toBe('Login · Harbor Insurance')
  })

  test('[LO-01] given empty fields, when Login is pressed, then they are sent', async () => {
    const bodies = answerLogin(() => HttpResponse.json({ success: false }))
    await submitLogin('', '')

    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed.')
    expect(bodies).toEqual([{ username: '', password: '' }])
  })

  test('given the first login of the first admin, when it is accepted, then the dialog to set it up is there @full', async () => {
    answerLogin(() => HttpResponse.json({ success: true, token: tokenFor(3_600), admin, setup_required: true }))
    await submitLogin()

    expect(await screen.findByRole('dialog', { name: 'Set up your account' })).toBeInTheDocument()
    expect(localStorage.getItem('adminSetup')).toBe('asked')
  })

  test('given a browser that can’t keep a login, when one is accepted, then the message says so, and nothing is kept', async () => {
    answerLogin(() => HttpResponse.json({ success: true, token: tokenFor(3_600), admin }))
    const store = Storage.prototype.setItem
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === 'adminToken') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      store.call(this, key, value)
    })
    await submitLogin()

    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your login was accepted, but this browser can’t keep it.',
    )
    expect(localStorage).toHaveLength(0)
    full.mockRestore()
  })

  test.each([
    ['a message', { success: false, message: 'Your account is closed.' }, 'Your account is closed.'],
    ['no message', { success: false }, 'Login failed.'],
  ])('[LO-03] given an answer without success, when it has %s, then the words for it', async (_case, answer, words) => {
    answerLogin(() => HttpResponse.json(answer))
    await submitLogin()

    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(localStorage).toHaveLength(0)
  })

  test.each([
    ['refused', () => HttpResponse.json({ code: 'NOT_SIGNED_IN', message: 'no' }, { status: 401 })],
    ['unreachable', () => HttpResponse.error()],
    ['not what the contract says', () => HttpResponse.json({ ok: 1 })],
  ])('[LO-04] given a login that is %s, when submitted, then the message says so', async (_case, answer) => {
    answerLogin(answer)
    await submitLogin()

    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid username or password.')
  })

  test('given too many attempts, when submitted, then the waiting time of the server is shown', async () => {
    const message = 'Too many attempts. Try again in 4 minutes.'
    answerLogin(() => HttpResponse.json({ code: 'TOO_MANY_ATTEMPTS', message }, { status: 429 }))
    await submitLogin()

    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })

  test('given an account with a second factor, when its code is entered, then it is logged in; a wrong one says why @full', async () => {
    const challenge = '0198f000-0000-4000-8000-000000000001'
    const methods = ['code', 'recovery_code']
    answerLogin(() => HttpResponse.json({ success: false, message: 'x', second_factor: { challenge, methods } }))
    const bodies: unknown[] = []
    server.use(
      http.post(at('admin/login/complete'), async ({ request }) => {
        const body = await request.json()
        bodies.push(body)
        if (JSON.stringify(body).includes('abcd'))
          return HttpResponse.json({ success: true, token: tokenFor(3_600), admin })
        return HttpResponse.json({ code: 'INVALID_SECOND_FACTOR', message: 'This code is wrong.' }, { status: 401 })
      }),
    )
    const user = await submitLogin()
    expect(await screen.findByRole('heading', { name: 'Confirm that it is you' })).toBeInTheDocument()
    expect(await violations()).toEqual([])
    expect(localStorage).toHaveLength(0)
    await user.type(screen.getByLabelText('Code'), '123456{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong.')
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh-2345{Enter}')

    await waitFor(() => expect(window.location.pathname).toBe('/admin'))
    expect(bodies).toEqual([
      { challenge, code: '123456' },
      { challenge, recovery_code: 'abcd-efgh-2345' },
    ])
  })

  test('given the second step, when it has ended, then the login starts again and says why @full', async () => {
    const challenge = '0198f000-0000-4000-8000-000000000001'
    answerLogin(() => HttpResponse.json({ success: false, second_factor: { challenge, methods: ['code'] } }))
    const message = 'This took too long. Please start again.'
    server.use(
      http.post(at('admin/login/complete'), () =>
        HttpResponse.json({ code: 'CHALLENGE_ENDED', message }, { status: 410 }),
      ),
    )
    const user = await submitLogin()
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}')

    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    expect(screen.getByLabelText('Password')).toBeInTheDocument()
  })

  test('given a locked account, when the wait is told, then a recovery code can be sent with the password @full', async () => {
    const message = 'Too many attempts. Please try again in 4 minutes.'
    const bodies = answerLogin(() => HttpResponse.json({ code: 'TOO_MANY_ATTEMPTS', message }, { status: 429 }))
    const user = await submitLogin()
    await user.type(await screen.findByLabelText('Recovery code'), 'abcd-efgh-2345')
    await user.click(screen.getByRole('button', { name: 'Login' }))

    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toEqual({ username: 'dana', password: 'secret', recovery_code: 'abcd-efgh-2345' })
  })

  test('given a login, when another tab signs in, then this tab leaves the login screen', async () => {
    server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
    renderApp('/admin/login')
    signIn()

    await waitFor(() => expect(window.location.pathname).toBe('/admin'))
  })
})

import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
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

  test('given the first login of the first admin, when it is accepted, then the dialog to set it up is there', async () => {
    answerLogin(() => HttpResponse.json({ success: true, token: tokenFor(3_600), admin, setup_required: true }))
    await submitLogin()

    expect(await screen.findByRole('dialog', { name: 'Set up your account' })).toBeInTheDocument()
    expect(localStorage.getItem('adminSetup')).toBe('asked')
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

  test('given a login, when another tab signs in, then this tab leaves the login screen', async () => {
    server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
    renderApp('/admin/login')
    signIn()

    await waitFor(() => expect(window.location.pathname).toBe('/admin'))
  })
})

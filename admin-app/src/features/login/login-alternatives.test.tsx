import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { counts } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const acme = { id: 'acme', label: 'Acme SSO' }
const offer = (options: object) =>
  server.use(
    http.get(at('admin/login-options'), () =>
      HttpResponse.json({ password: true, password_reset: false, providers: [], ...options }),
    ),
  )

beforeEach(() => {
  sessionStorage.clear()
  server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
})

describe('the login screen', () => {
  test('given no way to send, when it is shown, then it has no link for a forgotten password; with one, it leads on', async () => {
    offer({ providers: [acme] })
    const user = renderApp('/admin/login')
    await screen.findByRole('button', { name: 'Continue with Acme SSO' })
    expect(screen.queryByRole('link', { name: 'Forgot password?' })).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
    expect(user).toBeDefined()
  })

  test('given password login that is off, when it is shown, then the form is behind a button', async () => {
    offer({ password: false, providers: [acme] })
    const user = renderApp('/admin/login')
    const emergency = await screen.findByRole('button', { name: 'Use the emergency account' })
    expect(screen.queryByLabelText('Username')).not.toBeInTheDocument()
    await user.click(emergency)
    expect(screen.getByLabelText('Username')).toBeInTheDocument()
  })

  test('given options that fail, when it is shown, then the form is there alone', async () => {
    server.use(http.get(at('admin/login-options'), () => HttpResponse.json({}, { status: 500 })))
    renderApp('/admin/login')
    expect(await screen.findByLabelText('Username')).toBeInTheDocument()
  })

  test('given a provider that does not answer, when its button is pressed, then the message of the server is shown', async () => {
    offer({ providers: [acme] })
    const message = 'Acme SSO does not answer. Try again in a minute.'
    server.use(
      http.post(at('admin/oidc/acme/start'), () =>
        HttpResponse.json({ code: 'LOGIN_REFUSED', message }, { status: 403 }),
      ),
    )
    const user = renderApp('/admin/login')
    await user.click(await screen.findByRole('button', { name: 'Continue with Acme SSO' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })
})

describe('the return from a provider', () => {
  const answer = (body: object, status = 200) => {
    const bodies: unknown[] = []
    server.use(
      http.post(at('admin/oidc/finish'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(body, { status })
      }),
    )
    return bodies
  }
  const admin = { first_name: 'Dana', last_name: 'Reyes', username: 'dana', role: 'power' }

  test('given an answer of the provider, when the page opens, then it is sent once, and the person is where they were going @full', async () => {
    sessionStorage.setItem('loginReturn', '/manage')
    const bodies = answer({ success: true, token: tokenFor(3_600), admin })
    renderApp('/admin/login/provider?code=a&state=b')
    await waitFor(() => expect(window.location.pathname).toBe('/admin/manage'))
    expect(window.location.search).toBe('')
    expect(bodies).toEqual([{ query: 'code=a&state=b' }])
    expect(localStorage.getItem('adminUsername')).toBe('dana')
  })

  test('given a refusal, when the page opens, then the login screen says why @full', async () => {
    answer({ code: 'LOGIN_REFUSED', message: 'The login with Acme SSO was canceled.' }, 403)
    renderApp('/admin/login/provider?error=access_denied&state=b')
    expect(await screen.findByRole('alert')).toHaveTextContent('The login with Acme SSO was canceled.')
    expect(window.location.pathname).toBe('/admin/login')
    expect(localStorage).toHaveLength(0)
  })

  test('given somebody who is logged in, when they have connected a provider, then a message says so', async () => {
    signIn()
    answer({ success: true, connected: 'Acme SSO' })
    renderApp('/admin/login/provider?code=a&state=b')
    expect(await screen.findByText('Acme SSO is connected. You can log in with it now.')).toBeInTheDocument()
  })
})

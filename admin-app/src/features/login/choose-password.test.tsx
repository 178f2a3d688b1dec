import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { renderApp } from '../../testing/render-app'
import { at, server } from '../../testing/server'

describe('a forgotten password', () => {
  test('given the login screen, when the link is followed and a name sent, then the answer names no account', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(at('admin/password-resets'), async ({ request }) => {
        bodies.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const user = renderApp('/admin/login')
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
    await user.type(await screen.findByLabelText('Username or email'), ' dana@example.com ')
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText(/^If an account matches/)).toBeInTheDocument()
    expect(bodies).toEqual([{ login: 'dana@example.com' }])
  })

  test('given too many requests, when one more is sent, then the waiting time is shown', async () => {
    const message = 'Too many attempts. Please try again in 2 minutes.'
    server.use(
      http.post(at('admin/password-resets'), () =>
        HttpResponse.json({ code: 'TOO_MANY_ATTEMPTS', message }, { status: 429 }),
      ),
    )
    const user = renderApp('/admin/forgot-password')
    await user.type(await screen.findByLabelText('Username or email'), 'dana')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })
})

describe.each([
  ['an invitation', '/admin/accept-invitation', 'invitations', 'accept', 'Create account'],
  ['a forgotten password', '/admin/reset-password', 'password-resets', 'finish', 'Save password'],
])('the link of %s', (_what, address, kind, last, label) => {
  const open = () =>
    server.use(http.post(at(`admin/${kind}/open`), () => HttpResponse.json({ first_name: 'Ana', username: 'ana' })))

  test('given a password that is refused, and then a good one, when it is saved, then the login screen has the name @full', async () => {
    open()
    const bodies: unknown[] = []
    const details = [{ field: 'password', message: 'This password is too common.' }]
    server.use(
      http.post(at(`admin/${kind}/${last}`), async ({ request }) => {
        bodies.push(await request.json())
        if (bodies.length > 1) return new HttpResponse(null, { status: 204 })
        return HttpResponse.json({ code: 'INVALID_INPUT', message: 'password', details }, { status: 400 })
      }),
    )
    const user = renderApp(`${address}#a-token`)
    expect(await screen.findByLabelText('Username')).toHaveValue('ana')
    expect(await violations()).toEqual([])
    await user.type(screen.getByLabelText('New password'), 'password1234')
    await user.click(screen.getByRole('button', { name: label }))
    expect(await screen.findByText('This password is too common.')).toBeInTheDocument()

    await user.clear(screen.getByLabelText('New password'))
    await user.type(screen.getByLabelText('New password'), 'a quiet lamp of theirs')
    await user.click(screen.getByRole('checkbox', { name: 'Show password' }))
    expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'text')
    await user.click(screen.getByRole('button', { name: label }))
    expect(await screen.findByText('Your password is saved. Log in with it now.')).toBeInTheDocument()
    expect(screen.getByLabelText('Username')).toHaveValue('ana')
    expect(bodies.at(-1)).toEqual({ token: 'a-token', password: 'a quiet lamp of theirs' })
  })

  test('given a link that has ended, when it is opened, then the page says what to do, without a form', async () => {
    server.use(
      http.post(at(`admin/${kind}/open`), () => HttpResponse.json({ code: 'GONE', message: 'ended' }, { status: 410 })),
    )
    renderApp(`${address}#a-token`)
    expect(await screen.findByRole('alert')).toHaveTextContent(/expired/)
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to login' })).toBeInTheDocument()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { answer } from '../../testing/admin-record'
import { counts } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const codes = Array.from({ length: 10 }, (_, index) => `abcd-efgh-${2345 + index}`)
const passkeyId = '0198f000-0000-7000-8000-000000000001'
const since = '2026-11-20T05:00:00.000Z'
const bare = { has_password: true, required: false, authenticator_since: null, passkeys: [], recovery_codes_left: 0 }
const protectedBy = {
  ...bare,
  authenticator_since: since,
  passkeys: [{ id: passkeyId, name: 'My laptop', created_at: since, last_used_at: null }],
  recovery_codes_left: 9,
}
const here = {
  id: '0198f000-0000-7000-8000-00000000000a',
  device: 'Chrome on Windows',
  address: '192.0.2.1',
  created_at: since,
  last_seen_at: since,
  current: true,
}
const there = { ...here, id: '0198f000-0000-7000-8000-00000000000b', device: 'Safari on iPhone', current: false }
const dana = { first_name: 'Dana', last_name: 'Reyes', username: 'dana', role: 'power' } as const
const noContent = () => new HttpResponse(null, { status: 204 })

/** Answers with this state until it is replaced. */
function serveSecurity(state: object) {
  server.use(http.get(at('admin/me/security'), () => HttpResponse.json(state)))
}

beforeEach(() => {
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('admin/me/logins'), () => HttpResponse.json([here, there])),
  )
})

async function confirmWithPassword(user: ReturnType<typeof renderApp>) {
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  await user.type(within(dialog).getByLabelText('Password'), 'my password')
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
}
const confirmable = () =>
  answer('post', 'admin/me/confirmations', () => HttpResponse.json({ confirmation: passkeyId }, { status: 201 }))

describe('the page Security', () => {
  test('given a provider, when it is connected, then a password confirms it, and the refusal of the server shows @full', async () => {
    signIn()
    serveSecurity(bare)
    server.use(
      http.get(at('admin/me/providers'), () =>
        HttpResponse.json([{ provider: 'acme', label: 'Acme SSO', connected: false }]),
      ),
    )
    const proofs = confirmable()
    const started = answer('post', 'admin/oidc/acme/start', () =>
      HttpResponse.json({ code: 'LOGIN_REFUSED', message: 'Acme SSO does not answer.' }, { status: 403 }),
    )
    const user = renderApp('/admin/security')
    await user.click(await screen.findByRole('button', { name: 'Connect Acme SSO' }))
    expect(started).toEqual([])
    await confirmWithPassword(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('Acme SSO does not answer.')
    expect(proofs).toEqual([{ password: 'my password' }])
    expect(started).toEqual([{ confirmation: passkeyId }])
  })

  test('given a connected provider, when it is disconnected, then a password confirms it, and it is offered again @full', async () => {
    signIn()
    serveSecurity(bare)
    let connected = true
    server.use(
      http.get(at('admin/me/providers'), () => HttpResponse.json([{ provider: 'acme', label: 'Acme SSO', connected }])),
    )
    confirmable()
    const ended = answer('post', 'admin/me/providers/acme/disconnect', () => {
      connected = false
      return noContent()
    })
    const user = renderApp('/admin/security')
    await user.click(await screen.findByRole('button', { name: 'Disconnect Acme SSO' }))
    await confirmWithPassword(user)
    expect(await screen.findByRole('button', { name: 'Connect Acme SSO' })).toBeInTheDocument()
    expect(ended).toEqual([{ confirmation: passkeyId }])
  })

  test('given an account that only a provider logs in, when the page shows, then it cannot be disconnected', async () => {
    signIn()
    serveSecurity({ ...bare, has_password: false })
    server.use(
      http.get(at('admin/me/providers'), () =>
        HttpResponse.json([{ provider: 'acme', label: 'Acme SSO', connected: true }]),
      ),
    )
    renderApp('/admin/security')
    expect(await screen.findByText('Connected')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Disconnect Acme SSO' })).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given an account with a password alone, when an app is set up, then password, QR code, code and recovery codes follow @full', async () => {
    signIn()
    serveSecurity(bare)
    const proofs = confirmable()
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const started = answer('post', 'admin/me/authenticator', () =>
      HttpResponse.json({ secret, uri: `otpauth://totp/x?secret=${secret}` }, { status: 201 }),
    )
    const finished = answer('post', 'admin/me/authenticator/confirm', () =>
      HttpResponse.json({ recovery_codes: codes }),
    )
    const user = renderApp('/admin/security')
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    await confirmWithPassword(user)
    const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' })
    expect(within(dialog).getByRole('img', { name: /QR code/ })).toBeInTheDocument()
    expect(within(dialog).getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    serveSecurity(protectedBy)
    await user.type(within(dialog).getByLabelText('Code'), '123456')
    await user.click(within(dialog).getByRole('button', { name: 'Turn on' }))
    const saved = await screen.findByRole('dialog', { name: 'Save your recovery codes' })
    expect(within(saved).getAllByRole('listitem')).toHaveLength(10)
    await user.click(within(saved).getByRole('button', { name: 'I have saved them' }))

    expect(await screen.findByText('9 of 10 are left.', { exact: false })).toBeInTheDocument()
    expect([proofs, started, finished]).toEqual([
      [{ password: 'my password' }],
      [{ confirmation: passkeyId }],
      [{ code: '123456' }],
    ])
  })

  test('given a wrong password, when a change is confirmed, then the field says so, and Cancel changes nothing', async () => {
    signIn()
    serveSecurity(protectedBy)
    const details = [{ field: 'password', message: 'The current password is wrong.' }]
    answer('post', 'admin/me/confirmations', () =>
      HttpResponse.json({ code: 'INVALID_INPUT', message: 'password', details }, { status: 400 }),
    )
    const user = renderApp('/admin/security')
    await user.click(await screen.findByRole('button', { name: 'Make new codes' }))
    await confirmWithPassword(user)
    const dialog = screen.getByRole('dialog', { name: 'Confirm that it is you' })
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The current password is wrong.')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
  })

  test('given a passkey, when it is renamed and removed, then each is confirmed; the last factor stays where one is required @full', async () => {
    signIn()
    serveSecurity(protectedBy)
    confirmable()
    const [passkey] = protectedBy.passkeys
    const renamed = answer('put', `admin/me/passkeys/${passkeyId}`, () => {
      serveSecurity({ ...protectedBy, passkeys: [{ ...passkey, name: 'Office laptop' }] })
      return noContent()
    })
    const removed = answer('post', `admin/me/passkeys/${passkeyId}/remove`, () => {
      serveSecurity({ ...protectedBy, required: true, passkeys: [] })
      return noContent()
    })
    const user = renderApp('/admin/security')
    await user.click(await screen.findByRole('button', { name: 'Rename My laptop' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Office laptop{Enter}')
    await confirmWithPassword(user)
    await waitFor(() => expect(renamed).toEqual([{ name: 'Office laptop', confirmation: passkeyId }]))
    await user.click(await screen.findByRole('button', { name: 'Remove Office laptop' }))
    await confirmWithPassword(user)

    expect(await screen.findByText(/the last one can’t be removed/)).toBeInTheDocument()
    expect(removed).toEqual([{ confirmation: passkeyId }])
    expect(screen.queryByRole('button', { name: 'Remove the app' })).not.toBeInTheDocument()
  })

  test('given two logins, when the other one is ended, then it is sent, and this one offers no end @full', async () => {
    signIn()
    serveSecurity(protectedBy)
    let ended: string | undefined
    server.use(
      http.delete(at('admin/me/logins/:id'), ({ params }) => {
        ended = String(params.id)
        return noContent()
      }),
    )
    const user = renderApp('/admin/security')
    expect(await screen.findByText('This device')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Log out Chrome on Windows' })).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Log out Safari on iPhone' }))

    await waitFor(() => expect(ended).toBe(there.id))
  })
})

describe('a required second factor', () => {
  test('given a login that must set one up, when any page is opened, then only the set-up is shown, until it is done @full', async () => {
    storeLogin(tokenFor(3_600), dana, null, 'required')
    serveSecurity({ ...bare, required: true })
    const started = answer('post', 'admin/me/authenticator', () =>
      HttpResponse.json(
        { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' },
        { status: 201 },
      ),
    )
    answer('post', 'admin/me/authenticator/confirm', () => HttpResponse.json({ recovery_codes: codes }))
    const user = renderApp('/admin/security')
    expect(await screen.findByRole('heading', { name: 'Protect your account' })).toBeInTheDocument()
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Use an authenticator app' }))
    await user.type(await screen.findByLabelText('Code'), '123456')
    serveSecurity({ ...protectedBy, required: true })
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    await user.click(await screen.findByRole('button', { name: 'I have saved them' }))

    expect(await screen.findByRole('heading', { name: 'Security' })).toBeInTheDocument()
    expect(started).toEqual([{}])
    expect(localStorage.getItem('adminSecondFactor')).toBeNull()
  })

  test('given a login of before it was required, when a call is refused for it, then the set-up is shown @full', async () => {
    signIn()
    serveSecurity({ ...bare, required: true })
    const body = { code: 'SECOND_FACTOR_REQUIRED', message: 'Set up a second factor for your account first.' }
    server.use(http.get(at('admin/list'), () => HttpResponse.json(body, { status: 403 })))
    renderApp('/admin/manage')

    expect(await screen.findByRole('heading', { name: 'Protect your account' })).toBeInTheDocument()
  })
})

describe('an offered second factor', () => {
  test('given the offer, when it is postponed, then it is gone, and the server knows', async () => {
    storeLogin(tokenFor(3_600), dana, null, 'offered')
    let postponed = 0
    server.use(
      http.post(at('admin/me/second-factor/postpone'), () => {
        postponed += 1
        return noContent()
      }),
    )
    const user = renderApp('/admin')
    const offer = await screen.findByRole('region', { name: 'Second factor' })
    await user.click(within(offer).getByRole('button', { name: 'Not now' }))

    await waitFor(() => expect(offer).not.toBeInTheDocument())
    expect(postponed).toBe(1)
    expect(localStorage.getItem('adminSecondFactor')).toBeNull()
  })
})

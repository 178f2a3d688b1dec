import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { App } from '../../app/app'
import { storeLogin, useLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { answer } from '../../testing/admin-record'
import { admin, counts } from '../../testing/fixtures'
import { environment, renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const dana = { ...admin(), setup_required: false }
const invalid = (field: string, message: string) =>
  HttpResponse.json(
    { code: 'INVALID_INPUT', message: `${field}: ${message}`, details: [{ field, message }] },
    { status: 400 },
  )

beforeEach(() => {
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('admin/me'), () => HttpResponse.json(dana)),
    http.post(at('admin/me/second-factor/postpone'), () => new HttpResponse(null, { status: 204 })),
  )
})

describe('your account', () => {
  async function open() {
    signIn()
    const user = renderApp('/admin')
    await user.click(await screen.findByRole('button', { name: 'Dana Reyes' }))
    const dialog = await screen.findByRole('dialog', { name: 'Your account' })
    await within(dialog).findByText('dana, dana@example.com')
    const type = async (current: string, next: string) => {
      await user.type(within(dialog).getByLabelText('Current password'), current)
      await user.type(within(dialog).getByLabelText('New password'), next)
      await user.click(within(dialog).getByRole('button', { name: 'Change password' }))
    }
    return { user, dialog, type }
  }

  test('given both passwords, when they are sent, then that is alerted and the dialog closes @full', async () => {
    const bodies = answer('put', `admin/${dana.id}/password`, () => new HttpResponse(null, { status: 204 }))
    const { type, dialog } = await open()
    expect(await violations()).toEqual([])
    await type('the old one', 'the new one of mine')

    await screen.findByRole('alertdialog', { name: 'Password updated successfully.' })
    expect(bodies).toEqual([{ current_password: 'the old one', password: 'the new one of mine' }])
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
  })

  test.each([
    ['current_password', 'Current password', 'The current password is wrong.'],
    ['password', 'New password', 'This password is too common.'],
  ])('given a refused %s, when it is sent, then the field says why @full', async (field, label, message) => {
    answer('put', `admin/${dana.id}/password`, () => invalid(field, message))
    const { type, dialog } = await open()
    await type('the old one', 'password1234')

    expect(await within(dialog).findByRole('alert')).toHaveTextContent(message)
    expect(within(dialog).getByLabelText(label)).toHaveAccessibleDescription(new RegExp(message))
  })
})

describe('the set-up of the first admin', () => {
  const first = { first_name: '', last_name: '', username: 'admin', role: 'power' } as const
  async function openSetup() {
    storeLogin(tokenFor(3_600), first, 'asked')
    const user = renderApp('/admin')
    return { user, dialog: await screen.findByRole('dialog', { name: 'Set up your account' }) }
  }

  test('given a login that asks for it, when the owner fills it in, then the name is shown and nothing reminds of it @full', async () => {
    const saved = { ...dana, username: 'admin', first_name: 'Olga', last_name: 'Prado' }
    const bodies = answer('post', 'admin/me/setup', () => HttpResponse.json(saved))
    const { user, dialog } = await openSetup()
    expect(await violations()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('Enter your first name.')).toBeInTheDocument()
    await user.type(within(dialog).getByLabelText('First Name'), 'Olga')
    await user.type(within(dialog).getByLabelText('Last Name'), 'Prado')
    await user.type(within(dialog).getByLabelText('Email'), 'olga@example.com')
    await user.type(within(dialog).getByLabelText('New password'), 'a password of olga')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))

    expect(await screen.findByRole('button', { name: 'Olga Prado' })).toBeInTheDocument()
    expect(bodies).toEqual([
      { first_name: 'Olga', last_name: 'Prado', email: 'olga@example.com', password: 'a password of olga' },
    ])
    expect(localStorage.getItem('adminSetup')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Set up your account' })).not.toBeInTheDocument()
  })

  test('given the dialog, when Later is pressed, then a banner is shown that opens the dialog again @full', async () => {
    const { user, dialog } = await openSetup()
    await user.click(within(dialog).getByRole('button', { name: 'Later' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await user.click(await screen.findByRole('button', { name: 'Set up your account' }))

    expect(await screen.findByRole('dialog', { name: 'Set up your account' })).toBeInTheDocument()
  })

  test('given several things to set up, when the owner logs in, then one is asked at a time, and each can be closed', async () => {
    storeLogin(tokenFor(3_600), first, 'asked', 'offered')
    window.history.pushState(null, '', '/admin/health')
    render(<App environment={{ ...environment, agency: { ...environment.agency, phone: null } }} />)
    const user = userEvent.setup()
    const dialog = await screen.findByRole('dialog', { name: 'Set up your account' })
    const asked = () => screen.queryAllByRole('region', { name: /^(Your account|Agency|Second factor)$/, hidden: true })
    expect(asked()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Later' }))

    for (const [name, close] of [
      ['Your account', 'Close'],
      ['Agency', 'Later'],
      ['Second factor', 'Not now'],
    ] as const) {
      const notice = await screen.findByRole('region', { name })
      expect(asked()).toEqual([notice])
      await user.click(within(notice).getByRole('button', { name: close }))
    }
    await waitFor(() => expect(asked()).toEqual([]))
  })

  test('given a set-up that was done elsewhere, when the form is sent, then no reminder is shown @full', async () => {
    const done = { code: 'WRONG_STATE', message: 'This account is already set up.' }
    answer('post', 'admin/me/setup', () => HttpResponse.json(done, { status: 409 }))
    const { user, dialog } = await openSetup()
    for (const label of ['First Name', 'Last Name']) await user.type(within(dialog).getByLabelText(label), 'Olga')
    await user.type(within(dialog).getByLabelText('Email'), 'olga@example.com')
    await user.type(within(dialog).getByLabelText('New password'), 'a password of olga')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(useLogin.getState().login?.setup).toBeNull())
  })
})

import type { Invitation } from '@agency/contract/staff-access'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { id } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, capabilities, server } from '../../testing/server'

const ana: Invitation = {
  id: id(70),
  email: 'ana@example.com',
  username: 'ana',
  role: 'assistant',
  first_name: 'Ana',
  last_name: 'Lima',
  expires_at: '2026-11-24T15:00:00.000Z',
  sent_at: '2026-11-23T15:00:00.000Z',
  expired: false,
  ended: false,
  invited_by_name: 'Dana Reyes',
  delivery: 'sent',
}
const invited = (...invitations: Invitation[]) =>
  server.use(http.get(at('admin/invitations'), () => HttpResponse.json(invitations)))

beforeEach(() => {
  signIn()
})

describe('inviting an admin where no email reaches anybody', () => {
  test('given an invitation, when the list shows, then it is not sent, and its link can be copied', async () => {
    invited(ana)
    server.use(
      http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, mail_reaches: false })),
      http.post(at(`admin/invitations/${ana.id}/link`), () =>
        HttpResponse.json({ link: 'https://staff.test/#secret' }),
      ),
    )
    const user = renderApp('/admin/manage')
    expect(await screen.findByText(/^Not sent: no mail server/)).toBeInTheDocument()
    expect(screen.queryByText(/^Sent/)).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Copy link for ana@example.com' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('https://staff.test/#secret'))
  })
})

describe('inviting an admin', () => {
  test('given the dialog, when it is sent, then the server gets the profile without a password, and the list is read again @full', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(at('admin/invitations'), async ({ request }) => {
        bodies.push(await request.json())
        invited(ana)
        return HttpResponse.json(ana, { status: 201 })
      }),
    )
    const user = renderApp('/admin/manage')
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite' }))
    expect(await violations()).toEqual([])
    await user.type(dialog.getByLabelText('First Name'), 'Ana')
    await user.type(dialog.getByLabelText('Last Name'), 'Lima')
    await user.type(dialog.getByLabelText('Email'), 'ana@example.com')
    await user.type(dialog.getByLabelText('Username'), 'ana')
    await user.selectOptions(dialog.getByLabelText('Access Level'), 'Assistant')
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }))

    expect(await screen.findByRole('table', { name: 'Invitations' })).toBeInTheDocument()
    const { first_name, last_name, email, username, role } = ana
    expect(bodies).toEqual([{ first_name, last_name, email, username, role }])
  })

  test('given a name that is taken, when it is sent, then the field says so and the dialog stays @full', async () => {
    const details = [{ field: 'username', message: 'belongs to an admin or an invitation; choose another' }]
    server.use(
      http.post(at('admin/invitations'), () =>
        HttpResponse.json({ code: 'INVALID_INPUT', message: 'no', details }, { status: 400 }),
      ),
    )
    const user = renderApp('/admin/manage')
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite' }))
    for (const label of ['First Name', 'Last Name', 'Username']) await user.type(dialog.getByLabelText(label), 'Ana')
    await user.type(dialog.getByLabelText('Email'), 'ana@example.com')
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
    expect(await dialog.findByText(/belongs to an admin/)).toBeInTheDocument()
  })
})

describe('the invitations', () => {
  test('given some, when the list shows, then each has its name and its state', async () => {
    invited(
      ana,
      { ...ana, id: id(71), email: 'b@example.com', expired: true },
      { ...ana, id: id(72), email: 'c@example.com', delivery: 'dead' },
      { ...ana, id: id(73), email: 'd@example.com', ended: true, invited_by_name: 'Lee Ortiz' },
    )
    renderApp('/admin/manage')
    const table = within(await screen.findByRole('table', { name: 'Invitations' }))
    expect(table.getByText(/^Sent, open until/)).toBeInTheDocument()
    expect(table.getByText('Expired')).toBeInTheDocument()
    expect(table.getByText('Could not be delivered')).toBeInTheDocument()
    expect(
      table.getByRole('row', { name: /d@example.com.*Ana Lima.*Lee Ortiz.*Ended: the inviter lost this access/ }),
    ).toBeVisible()
    expect(await violations()).toEqual([])
  })

  test('given one, when it is sent again and then revoked, then both are asked of the server', async () => {
    invited(ana)
    const calls: string[] = []
    server.use(
      http.post(at(`admin/invitations/${ana.id}/resend`), () => {
        calls.push('resend')
        return HttpResponse.json(ana)
      }),
      http.delete(at(`admin/invitations/${ana.id}`), () => {
        calls.push('revoke')
        invited()
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const user = renderApp('/admin/manage')
    await user.click(await screen.findByRole('button', { name: 'Send again to ana@example.com' }))
    expect(await screen.findByText(/^A new link is on its way/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Revoke the invitation of ana@example.com' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Invitations' })).not.toBeInTheDocument())
    expect(calls).toEqual(['resend', 'revoke'])
  })

  test('given a standard admin, when the list shows, then there is nothing to invite with', async () => {
    storeLogin(tokenFor(3_600), { first_name: 'S', last_name: 'T', username: 'st', role: 'standard' })
    server.use(http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, admin_management: 'power' })))
    renderApp('/admin/manage')
    await screen.findByText('No admins found.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Invite' })).not.toBeInTheDocument())
  })
})

import type { AuditEvent } from '@agency/contract/audit'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, editLee, lee, refused } from '../../testing/admin-record'
import { admin, id } from '../../testing/fixtures'
import { signIn } from '../../testing/render-app'
import { at, capabilities, server } from '../../testing/server'

beforeEach(() => {
  signIn()
})

describe('a new password', () => {
  async function enter(typed: string) {
    const user = await editLee()
    await user.click(screen.getByRole('button', { name: 'Set New Password' }))
    const field = await screen.findByLabelText('New password')
    expect(field).toHaveAttribute('type', 'password')
    await user.type(field, typed)
    await user.click(screen.getByRole('button', { name: 'OK' }))
  }

  test('[AD-03] given five characters among spaces, when it is set, then nothing is sent', async () => {
    await enter('  five5 ')

    await screen.findByRole('alertdialog', { name: 'Password must be at least 6 characters.' })
  })

  test('[AD-03] given a server error, when a password is set, then the failure is alerted @full', async () => {
    vi.stubGlobal('reportError', vi.fn())
    answer('put', `admin/${lee.id}/password`, () => refused(500, 'INTERNAL'))
    await enter('a secret')

    await screen.findByRole('alertdialog', { name: 'Failed to update password.' })
  })

  test('[AD-03] given a password that the server refuses, when it is set, then the message of the server is alerted', async () => {
    const message = 'This password is too common.'
    answer('put', `admin/${lee.id}/password`, () => refused(400, 'INVALID_INPUT', [{ field: 'password', message }]))
    await enter('password1234')

    await screen.findByRole('alertdialog', { name: message })
  })

  test('[AD-03] given the prompt, when it is cancelled, then nothing happens', async () => {
    const user = await editLee()
    await user.click(screen.getByRole('button', { name: 'Set New Password' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Enter a new password for Lee Ortiz.' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })
})

test('given no mail server, when a colleague forgot the password, then a link to give by hand is copied', async () => {
  server.use(http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, mail_reaches: false })))
  const link = 'https://staff.test/#secret'
  server.use(http.post(at(`admin/${lee.id}/password-link`), () => HttpResponse.json({ link })))
  const user = await editLee()
  await user.click(await screen.findByRole('button', { name: 'Copy Password Link' }))
  await screen.findByText('Link copied for Lee Ortiz. It works once, within 30 minutes.')
  expect(await navigator.clipboard.readText()).toBe(link)
})

describe('all clients of somebody', () => {
  const holding = (clients: number) =>
    server.use(http.get(at(`admin/${lee.id}/holdings`), () => HttpResponse.json({ clients, shared_views: 0 })))
  async function ask(clients: number) {
    const user = await editLee()
    holding(clients)
    server.use(http.get(at('admin/list'), () => HttpResponse.json([admin(), lee])))
    await user.click(screen.getByRole('button', { name: 'Hand Over Clients' }))
    return user
  }

  test('given 214 clients, when they are handed over, then the dialog says so first, and the choice is sent', async () => {
    const bodies = answer('post', `admin/${lee.id}/clients/hand-over`, () => HttpResponse.json({ clients: 214 }))
    const user = await ask(214)
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand over 214 clients from Lee Ortiz' }))
    expect(await dialog.findByRole('option', { name: 'Dana Reyes' })).toBeInTheDocument()
    expect(dialog.queryByRole('option', { name: 'Lee Ortiz' })).not.toBeInTheDocument()
    await user.selectOptions(dialog.getByLabelText('Owner'), 'Dana Reyes')
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('214 clients handed over.')).toBeInTheDocument()
    expect(bodies).toEqual([{ owner_id: id(40) }])
  })

  test('given a refusal, when the dialog is opened again, then it starts without the error @full', async () => {
    answer('post', `admin/${lee.id}/clients/hand-over`, () => refused(409, 'WRONG_STATE'))
    const user = await ask(214)
    const name = 'Hand over 214 clients from Lee Ortiz'
    const dialog = within(await screen.findByRole('dialog', { name }))
    await dialog.findByRole('option', { name: 'Dana Reyes' })
    await user.selectOptions(dialog.getByLabelText('Owner'), 'Dana Reyes')
    await user.click(dialog.getByRole('button', { name: 'Hand over' }))
    await dialog.findByRole('alert')
    await user.selectOptions(dialog.getByLabelText('Owner'), 'Keep Lee Ortiz')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Hand Over Clients' }))

    const next = within(await screen.findByRole('dialog', { name }))
    expect(next.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('given an admin without clients, when they are to be handed over, then it says so', async () => {
    await ask(0)
    await screen.findByRole('alertdialog', { name: 'Lee Ortiz looks after no clients.' })
  })
})

describe('lost second factors', () => {
  test('given a power admin, when they remove them and confirm, then that is sent and told', async () => {
    let asked = 0
    server.use(
      http.post(at(`admin/${lee.id}/second-factors/remove`), () => {
        asked += 1
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const user = await editLee()
    await user.click(screen.getByRole('button', { name: 'Remove Second Factors' }))
    const question = await screen.findByRole('alertdialog', { name: /^Remove the second factors of Lee Ortiz/ })
    await user.click(within(question).getByRole('button', { name: 'Remove' }))

    await screen.findByRole('alertdialog', { name: /^The second factors of Lee Ortiz were removed/ })
    expect(asked).toBe(1)
  })
})

describe('deleting an admin', () => {
  async function press(label: string) {
    const user = await editLee()
    expect(screen.getByRole('region', { name: 'More actions:' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Delete Admin' }))
    const question = within(
      await screen.findByRole('alertdialog', { name: /^Are you sure you want to delete Lee Ortiz\?/ }),
    )
    await user.click(question.getByRole('button', { name: label }))
  }

  test('[AD-04] given the question, when it is declined, then nothing is sent', async () => {
    await press('Cancel')

    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(window.location.pathname).toBe(`/admin/admins/${lee.id}`)
  })

  test.each([
    [500, 'INTERNAL', 'Failed to delete admin. Please try again.'],
    [409, 'WRONG_STATE', 'The rules forbid it.'],
  ])('[AD-04] given an answer of %i, when it is deleted, then the alert says %s', async (status, code, words) => {
    vi.stubGlobal('reportError', vi.fn())
    answer('delete', `admin/${lee.id}`, () => refused(status, code))
    await press('Delete')

    expect(await screen.findByRole('alertdialog', { name: words })).toBeInTheDocument()
  })
})

describe('the activity of an admin', () => {
  test('given an account that was locked for a time, when its activity is opened, then it says so, and from where @full', async () => {
    const event: AuditEvent = {
      id: id(60),
      at: '2026-11-20T15:04:05.000Z',
      actor_kind: 'nobody',
      actor_id: null,
      actor_name: null,
      action: 'admin.login-locked',
      client_id: null,
      session_id: null,
      subject_id: lee.id,
      subject_title: null,
      fields: [],
      address: '2001:db8::7',
      detail: 'from this address: 30 s',
      reason: null,
    }
    server.use(
      http.get(at('audit'), ({ request }) => {
        const asksForLee = new URL(request.url).searchParams.get('subject_id') === lee.id
        return HttpResponse.json({ events: asksForLee ? [event] : [], next_cursor: null })
      }),
    )
    const user = await editLee()
    await user.click(screen.getByRole('button', { name: 'Activity' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Activity' }))
    const line = await dialog.findByText(/Locked out after too many wrong passwords/)
    expect(line).toHaveTextContent(/^Someone not logged in ·/)
    expect(dialog.getByText('From 2001:db8::7')).toBeInTheDocument()
    await user.click(dialog.getByText('Close'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})

describe('who takes over from a deleted admin', () => {
  test('[OF-10] given clients and shared views, when a successor is chosen, then the deletion names them', async () => {
    const user = await editLee()
    const sent: (string | null)[] = []
    server.use(
      http.get(at(`admin/${lee.id}/holdings`), () => HttpResponse.json({ clients: 12, shared_views: 1 })),
      http.get(at('admin/list'), () => HttpResponse.json([lee, admin()])),
      http.delete(at(`admin/${lee.id}`), ({ request }) => {
        sent.push(new URL(request.url).searchParams.get('successor'))
        return new HttpResponse(null, { status: 204 })
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Delete Admin' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Lee Ortiz?' }))
    expect(dialog.getByText(/^Lee Ortiz looks after 12 clients and shares 1 saved view\./)).toBeInTheDocument()
    await dialog.findByRole('option', { name: 'Dana Reyes' })
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Who takes over?' }), 'Dana Reyes')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent).toEqual([admin().id]))
  })
})

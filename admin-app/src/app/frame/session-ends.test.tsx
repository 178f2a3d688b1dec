import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { endLogin, storeLogin } from '../../shared/login-store'
import { serveClient } from '../../testing/client-record'
import { client, counts, id, session } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const refused = () => HttpResponse.json({ code: 'SESSION_EXPIRED', message: 'over' }, { status: 401 })
const dana = { first_name: 'Dana', last_name: 'Reyes', username: 'dana', role: 'power' } as const

/** Ends the session at the next call, and lets the same person log in again. */
async function loseLoginAndReturn(user: UserEvent, method: 'put' | 'post', path: string, press: () => Promise<void>) {
  server.use(
    http[method](at(path), refused, { once: true }),
    http.post(at('admin/login'), () => HttpResponse.json({ success: true, token: tokenFor(7_200), admin: dana })),
  )
  await press()
  expect(await screen.findByRole('alert')).toHaveTextContent('Your login has expired.')
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

beforeEach(() => {
  signIn()
})

describe('a session that ends under an open dialog', () => {
  test('given typed text over a record, when they log in again, then it is saved over the version it was typed over @full', async () => {
    const puts = serveClient(client({ occupation: 'Baker' }))
    const user = renderApp(`/admin/clients/${id(1)}`)
    await user.click(await screen.findByRole('button', { name: 'Edit Employment Information' }))
    const occupation = await screen.findByLabelText('Occupation')
    await user.clear(occupation)
    await user.type(occupation, 'Pilot')
    await loseLoginAndReturn(user, 'put', `clients/${id(1)}`, () =>
      user.click(screen.getByRole('button', { name: 'Save' })),
    )
    // Newer by now: its version must not cover what was typed over the older one.
    server.use(http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client({ occupation: 'Cook', version: 4 }))))

    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Employment Information' }))
    expect(await dialog.findByLabelText('Occupation')).toHaveValue('Pilot')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(puts).toHaveLength(1))
    expect(puts[0]).toMatchObject({ version: '"3"', body: { occupation: 'Pilot' } })
  })

  test('given a changed session, when they log in again, then closing the dialog still asks first @full', async () => {
    server.use(
      http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
      http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
    )
    const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
    await user.click(await screen.findByRole('button', { name: 'Edit Session Info' }))
    await user.selectOptions(await screen.findByLabelText('Session type'), 'renewal')
    await loseLoginAndReturn(user, 'put', 'session/ABCDEFGHJKMN', () =>
      user.click(screen.getByRole('button', { name: 'Save' })),
    )

    expect(await screen.findByLabelText('Session type')).toHaveValue('renewal')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeInTheDocument()
  })

  test('given typed text, when the person logs out on purpose, then nothing of it is kept @full', async () => {
    serveClient(client({ occupation: 'Baker' }))
    server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
    const user = renderApp(`/admin/clients/${id(1)}`)
    await user.click(await screen.findByRole('button', { name: 'Edit Employment Information' }))
    await user.type(await screen.findByLabelText('Occupation'), 'Pilot')
    endLogin('logged-out')
    await screen.findByRole('heading', { name: 'Staff login' })
    storeLogin(tokenFor(7_200), dana)

    await screen.findByRole('heading', { name: 'Admin Dashboard' })
    act(() => {
      window.history.pushState(null, '', `/admin/clients/${id(1)}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })

    await user.click(await screen.findByRole('button', { name: 'Edit Employment Information' }))
    expect(await screen.findByLabelText('Occupation')).toHaveValue('Baker')
  })
})

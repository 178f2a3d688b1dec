import type { RevealAlert } from '@agency/contract/reveal-alerts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { counts, id } from '../../testing/fixtures'
import { holdAnswer } from '../../testing/held-answer'
import { renderApp, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const open: RevealAlert = {
  id: id(1),
  raised_at: '2026-11-20T14:00:00.000Z',
  admin_id: id(2),
  admin_name: 'Lee Ortiz',
  clients: 42,
  usual_clients: 3.6,
  acknowledged_at: null,
  acknowledged_by_name: null,
}
const closed = { acknowledged_at: '2026-11-20T15:00:00.000Z', acknowledged_by_name: 'Dana Reyes' }

/** The server's alerts; one that is acknowledged stays in the list. */
function serveAlerts(...stored: RevealAlert[]) {
  let alerts = stored
  server.use(
    http.get(at('reveal-alerts'), () => HttpResponse.json({ alerts })),
    http.post(at('reveal-alerts/:id/acknowledge'), ({ params }) => {
      alerts = alerts.map((alert) => (alert.id === params.id ? { ...alert, ...closed } : alert))
      return new HttpResponse(null, { status: 204 })
    }),
  )
}
const section = () => screen.findByRole('region', { name: 'Unusual access to sensitive data' })
const logIn = (role: 'standard' | 'power' | 'auditor') =>
  storeLogin(tokenFor(3_600), { first_name: 'Dana', last_name: 'Reyes', username: 'dana', role })

beforeEach(() => {
  server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
})

describe('alerts about unusual access', () => {
  test('given alerts, when a power admin acknowledges the open one, then it says by whom, and the focus stays', async () => {
    logIn('power')
    serveAlerts(open, { ...open, ...closed, id: id(3), admin_name: null, usual_clients: null })
    const user = renderApp('/admin/dashboard')
    const [first, second] = within(await section()).getAllByRole('listitem')
    expect(first).toHaveTextContent(
      /^Lee Ortiz: sensitive data of 42 clients within an hour, .* Usually it is about 4\./,
    )
    expect(second).toHaveTextContent(/^A former admin: .* Acknowledged by Dana Reyes\.$/)
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Acknowledge the alert about Lee Ortiz' }))
    await waitFor(() => expect(first).toHaveTextContent(/Acknowledged by Dana Reyes\.$/))
    const heading = screen.getByRole('heading', { name: 'Unusual access to sensitive data' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).not.toBeInTheDocument()
  })

  test('given a dialog that was opened meanwhile, when an alert has been acknowledged, then what is typed stays there', async () => {
    logIn('power')
    serveAlerts(open)
    const held = holdAnswer()
    server.use(
      http.get(at('clients'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
      http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [] })),
      http.post(at('reveal-alerts/:id/acknowledge'), async () => {
        await held.hold()
        serveAlerts({ ...open, ...closed })
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const user = renderApp('/admin/dashboard')
    await user.click(await screen.findByRole('button', { name: /^Acknowledge/ }))
    await held.asked
    await user.keyboard('{Control>}k{/Control}')
    const search = await screen.findByRole('combobox', { name: 'Search clients, forms and actions' })
    await user.keyboard('mar')
    held.release()
    await screen.findByText(/Acknowledged by Dana Reyes\.$/)
    // The dialog would take the focus back, and select what was typed.
    await user.keyboard('ine')
    expect(search).toHaveValue('marine')
  })

  test('given an alert about oneself, when it is acknowledged, then the dialog says who has to', async () => {
    logIn('power')
    serveAlerts(open)
    const refusal = { code: 'WRONG_STATE', message: 'This alert is about you.' }
    server.use(http.post(at('reveal-alerts/:id/acknowledge'), () => HttpResponse.json(refusal, { status: 409 })))
    const user = renderApp('/admin/dashboard')
    await user.click(await screen.findByRole('button', { name: /^Acknowledge/ }))
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Another power admin has to acknowledge it.')
  })

  test('given an auditor, when the dashboard shows, then it is read alone', async () => {
    logIn('auditor')
    serveAlerts(open)
    renderApp('/admin/dashboard')
    await section()
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).not.toBeInTheDocument()
  })

  test('given a standard admin, when the dashboard shows, then alerts are not asked for', async () => {
    const asked = vi.fn(() => HttpResponse.json({ alerts: [] }))
    server.use(http.get(at('reveal-alerts'), asked))
    logIn('standard')
    renderApp('/admin/dashboard')
    await screen.findByRole('heading', { name: 'Clients by status' })
    expect(asked).not.toHaveBeenCalled()
  })

  test('given alerts that fail, when they are retried, then they show', async () => {
    logIn('power')
    serveAlerts(open)
    server.use(http.get(at('reveal-alerts'), () => HttpResponse.json({}, { status: 500 }), { once: true }))
    const user = renderApp('/admin/dashboard')
    const failure = await screen.findByText('Warnings about unusual access could not be loaded.')
    await user.click(within(failure.parentElement ?? document.body).getByRole('button', { name: 'Try again' }))
    await section()
  })
})

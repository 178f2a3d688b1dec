import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { App } from '../../app/app'
import { violations } from '../../testing/accessibility'
import { admin, counts, globalForm } from '../../testing/fixtures'
import { environment, renderApp, signIn } from '../../testing/render-app'
import { at, capabilities, server } from '../../testing/server'
import { useProgress } from './first-steps-state'

const none = { all: 0, active: 0, inactive: 0, unpaid: 0, cancelled: 0, archived: 0 }

/** An office as it is now: clients, forms and colleagues. */
function serveOffice({ clients = none, forms = 0, colleagues = 0, mail = false } = {}) {
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(clients)),
    http.get(at('global-forms'), () =>
      HttpResponse.json({ success: true, forms: Array.from({ length: forms }, () => globalForm({ title: 'Marine' })) }),
    ),
    http.get(at('admin/list'), () => HttpResponse.json(Array.from({ length: 1 + colleagues }, () => admin()))),
    http.get(at('admin/invitations'), () => HttpResponse.json([])),
    http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, mail_reaches: mail })),
  )
}

beforeEach(() => {
  signIn()
  useProgress.setState({ progress: null })
})

const list = async () => within(await screen.findByRole('region', { name: 'First steps' }))

describe('the first steps', () => {
  test('given an empty office, when the dashboard shows, then it has the steps with their buttons, and no zeros @full', async () => {
    serveOffice()
    renderApp('/admin/dashboard')
    const steps = await list()
    expect(await steps.findByText('1 of 5 done')).toBeInTheDocument()
    expect(steps.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'See how mail is set up',
      'Add a form',
      'Add a client',
      'Import a spreadsheet',
      'Invite a colleague',
    ])
    expect(screen.queryByRole('heading', { name: 'Today' })).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given a step, when its button is pressed, then its dialog opens @full', async () => {
    serveOffice()
    const user = renderApp('/admin/dashboard')
    await user.click(await (await list()).findByRole('link', { name: 'Invite a colleague' }))
    expect(await screen.findByRole('dialog', { name: 'Invite' })).toBeInTheDocument()
  })

  test('given a first client, when the dashboard shows again, then the figures are there, and what is left is kept', async () => {
    useProgress.setState({ progress: ['mail'] })
    serveOffice({ clients: counts, forms: 1 })
    const user = renderApp('/admin/dashboard')
    const steps = await list()
    expect(await steps.findByText('4 of 5 done')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Today' })).toBeInTheDocument()
    await user.click(steps.getByRole('button', { name: 'Skip: A colleague' }))
    expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
    expect(localStorage.getItem('adminFirstSteps')).toBe('done')
  })

  test('given an office that was at work before, when the dashboard shows, then there are no first steps', async () => {
    serveOffice({ clients: counts })
    renderApp('/admin/dashboard')
    expect(await screen.findByRole('heading', { name: 'Today' })).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: /All clients/ })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
  })

  test('given such an office whose agency has no phone, when the figures arrive, then no notice comes late and moves them; other screens have it', async () => {
    serveOffice({ clients: counts })
    window.history.pushState(null, '', '/admin/dashboard')
    render(<App environment={{ ...environment, agency: { ...environment.agency, phone: null } }} />)
    expect(await screen.findByRole('link', { name: /\d.*All clients|All clients.*\d/ })).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Agency' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'Clients' }))
    expect(await screen.findByRole('region', { name: 'Agency' })).toBeInTheDocument()
  })
})

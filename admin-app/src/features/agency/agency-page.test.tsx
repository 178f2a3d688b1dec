import type { AgencySettings } from '@agency/contract/agency'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { App } from '../../app/app'
import { violations } from '../../testing/accessibility'
import { environment, renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const unset: AgencySettings = {
  name: null,
  phone: null,
  website: null,
  address: null,
  color: null,
  logo: null,
  sender_name: null,
  sender_address: null,
  missing: ['name', 'phone'],
  version: 1,
}

/** Serves the settings, and takes changes of them. @returns what was sent, with its version */
function serveAgency(first: AgencySettings = unset) {
  let stored = first
  const sent: unknown[] = []
  server.use(
    http.get(at('agency-settings'), () => HttpResponse.json(stored)),
    http.patch<never, Partial<AgencySettings>>(at('agency-settings'), async ({ request }) => {
      const changes = await request.json()
      sent.push({ ...changes, version: request.headers.get('if-match') })
      stored = { ...stored, ...changes, version: stored.version + 1, missing: [] }
      return HttpResponse.json(stored)
    }),
    http.get(at('message-channels'), () =>
      HttpResponse.json({
        email: { mode: 'server', server: 'mail.sunrise.agency:465', sender: 'Sun <office@sunrise.agency>' },
        text: { mode: 'off', server: null, sender: null },
      }),
    ),
    http.post(at('agency-settings/logo'), () => {
      stored = { ...stored, logo: 'logo-abc.png', version: stored.version + 1 }
      return HttpResponse.json(stored)
    }),
    http.get(at('agency'), () =>
      HttpResponse.json({
        name: stored.name ?? 'Agency portal',
        phone: stored.phone,
        website: stored.website,
        logo: stored.logo,
        theme: null,
      }),
    ),
  )
  return sent
}

beforeEach(() => {
  signIn()
})

describe('the screen of the agency', () => {
  test('given nothing is set, when name and phone are saved, then only they are sent, and the page shows the name @full', async () => {
    const sent = serveAgency()
    const user = renderApp('/admin/agency')
    expect(await screen.findByText(/Nothing can be sent to a client before/)).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.type(screen.getByLabelText('Name'), 'Sunrise')
    await user.type(screen.getByLabelText('Phone'), '(305) 555-0147')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent('Sunrise'))
    expect(sent).toEqual([{ name: 'Sunrise', phone: '(305) 555-0147', version: '"1"' }])
    await waitFor(() => expect(screen.queryByText(/Nothing can be sent to a client before/)).not.toBeInTheDocument())
  })

  test('[BK-33] given a public key, when the archive is downloaded, then its owner confirms it, and a refusal stands at the field @full', async () => {
    serveAgency()
    const confirmation = '0198b2a0-0000-7000-8000-000000000001'
    const asked: unknown[] = []
    const details = [{ field: 'recipient', message: 'must be a public key of age' }]
    server.use(
      http.get(at('admin/me/security'), () => new HttpResponse(null, { status: 500 })),
      http.post(at('admin/me/confirmations'), () => HttpResponse.json({ confirmation }, { status: 201 })),
      http.post(at('agency-archive'), async ({ request }) => {
        asked.push(await request.json())
        return HttpResponse.json({ code: 'INVALID_INPUT', message: 'x', details }, { status: 400 })
      }),
    )
    const user = renderApp('/admin/agency')
    const archive = within(await screen.findByRole('region', { name: 'Archive of the whole agency' }))
    await user.click(archive.getByRole('button', { name: 'Download the archive' }))
    expect(await archive.findByRole('alert')).toHaveTextContent('Enter a public key.')
    await user.type(archive.getByLabelText('Public key'), ' age1key ')
    await user.click(archive.getByRole('button', { name: 'Download the archive' }))
    await user.type(await screen.findByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await archive.findByText('must be a public key of age')).toBeVisible()
    expect(asked).toEqual([{ recipient: 'age1key', confirmation }])
    server.use(http.post(at('agency-archive'), () => new HttpResponse('age')))
    await user.click(archive.getByRole('button', { name: 'Download the archive' }))
    await user.type(await screen.findByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/^The archive is downloaded\./)).toBeInTheDocument()
  })

  test('given a value that is refused, when it is saved, then its field says why, and what was typed stays @full', async () => {
    serveAgency()
    server.use(
      http.patch(at('agency-settings'), () => {
        const details = [{ field: 'phone', message: 'is an example; enter your agency’s own' }]
        return HttpResponse.json({ code: 'INVALID_INPUT', message: 'x', details }, { status: 400 })
      }),
    )
    const user = renderApp('/admin/agency')
    await user.type(await screen.findByLabelText('Phone'), '(555) 010-0100')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByRole('alert')).toHaveTextContent('Phone is an example; enter your agency’s own.')
    expect(screen.getByLabelText('Phone')).toHaveValue('(555) 010-0100')
  })

  test('given a colour, when it is typed, then its contrast is told in words @full', async () => {
    serveAgency()
    renderApp('/admin/agency')
    const field = await screen.findByLabelText('Color')
    fireEvent.change(field, { target: { value: '#ffd000' } })
    expect(await screen.findByText(/can't be read well: its contrast is 1.4:1/)).toBeInTheDocument()
    fireEvent.change(field, { target: { value: '#8a1538' } })
    expect(await screen.findByText(/can be read: its contrast is/)).toBeInTheDocument()
    expect(await violations()).toEqual([])
  })

  test('given a color, when it is picked, then the text follows, and the picker follows the text', async () => {
    const sent = serveAgency()
    const user = renderApp('/admin/agency')
    const field = await screen.findByLabelText('Color')
    const picker = screen.getByLabelText('Color picker')
    expect(picker).toHaveValue('#ffffff')
    fireEvent.input(picker, { target: { value: '#8a1538' } })
    expect(field).toHaveValue('#8a1538')
    fireEvent.change(field, { target: { value: '#1B6E4B' } })
    expect(picker).toHaveValue('#1b6e4b')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ color: '#1B6E4B', version: '"1"' }]))
  })

  test('given a color that is refused, when it is saved, then its contrast is told once, until another is picked', async () => {
    serveAgency()
    const message = 'can’t be read: white text on #ffee00 has a contrast of 1.2:1'
    server.use(
      http.patch(at('agency-settings'), () =>
        HttpResponse.json(
          { code: 'INVALID_INPUT', message: 'x', details: [{ field: 'color', message }] },
          { status: 400 },
        ),
      ),
    )
    const user = renderApp('/admin/agency')
    fireEvent.change(await screen.findByLabelText('Color'), { target: { value: '#ffee00' } })
    expect(await screen.findByText(/contrast/)).toHaveTextContent(/its contrast is 1.2:1/)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(`Color ${message}.`)
    expect(screen.getAllByText(/contrast/)).toHaveLength(1)
    expect(await violations()).toEqual([])
    fireEvent.input(screen.getByLabelText('Color picker'), { target: { value: '#8a1538' } })
    expect(await screen.findByText(/can be read: its contrast is/)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('given a picture, when it is chosen, then it is the logo at once, and can be removed after a question', async () => {
    const sent = serveAgency()
    const user = renderApp('/admin/agency')
    await user.upload(
      await screen.findByLabelText('Choose a picture'),
      new File(['x'], 'logo.png', { type: 'image/png' }),
    )
    const logo = await screen.findByRole('img', { name: 'The logo' })
    expect(logo.getAttribute('src')).toMatch(/agency\/logo-abc\.png$/)
    expect(screen.getByText('Logo saved.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Remove logo' }))
    const question = within(await screen.findByRole('alertdialog', { name: /^Remove the logo\?/ }))
    expect(sent).toEqual([])
    await user.click(question.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(/clients see the initials/)).toBeInTheDocument()
    expect(screen.getByText('Logo removed.')).toBeInTheDocument()
    expect(sent).toEqual([{ logo: null, version: null }])
  })

  test('given a mail server, when a test email is sent, then it says what came back; without a gateway, that nothing is sent @full', async () => {
    serveAgency()
    const asked: unknown[] = []
    server.use(
      http.post(at('message-channels/email/test'), async ({ request }) => {
        asked.push(await request.json())
        return HttpResponse.json({ sent: false, answer: 'Not sent. The server refused the login.' })
      }),
    )
    const user = renderApp('/admin/mail-and-texts')
    expect(await screen.findByText(/mail.sunrise.agency:465, from Sun/)).toBeInTheDocument()
    expect(screen.getByText(/No text gateway is set up/)).toBeInTheDocument()
    await user.type(screen.getByLabelText('Send a test email to'), 'me@sunrise.agency')
    await user.click(screen.getByRole('button', { name: 'Send test email' }))
    expect(await screen.findByText('Not sent. The server refused the login.')).toBeInTheDocument()
    expect(asked).toEqual([{ to: 'me@sunrise.agency' }])
    expect(await violations()).toEqual([])
  })

  test('given the settings can’t be loaded, when it is tried again, then they show', async () => {
    serveAgency()
    server.use(http.get(at('agency-settings'), () => HttpResponse.json({}, { status: 500 })))
    const user = renderApp('/admin/agency')
    const retry = await screen.findByRole('button', { name: /try again/i })
    serveAgency()
    await user.click(retry)
    expect(await screen.findByLabelText('Name')).toBeInTheDocument()
  })
})

describe('an agency that is not set up', () => {
  const open = (path: string) => {
    window.history.pushState(null, '', path)
    render(<App environment={{ ...environment, agency: { ...environment.agency, phone: null } }} />)
    return userEvent.setup()
  }

  test('given a power admin, when any page shows, then it asks for it, leads there, and can be put off', async () => {
    serveAgency()
    const user = open('/admin/health')
    expect(await screen.findByRole('link', { name: 'Set up the agency' })).toHaveAttribute('href', '/admin/agency')
    await user.click(screen.getByRole('button', { name: 'Later' }))
    expect(screen.queryByRole('link', { name: 'Set up the agency' })).not.toBeInTheDocument()
  })

  test('given other staff, when a page shows, then it does not ask them, and the screen says who may', async () => {
    signIn('standard')
    open('/admin/agency')
    expect(await screen.findByText(/Only admins with power access/)).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Set up the agency' })).not.toBeInTheDocument()
  })
})

import type { ClientRecord } from '@agency/contract/clients'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { masked, serveClient, serveReveals, unfoldEmptySections } from '../../../testing/client-record'
import { client, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const raw = { ssn: '123456789', dep2_ssn: '987654321', mp_pass: 'secret words' }

async function show(record: Partial<ClientRecord>) {
  server.use(http.get(at(`clients/${id(1)}`), () => HttpResponse.json(masked(client(record)))))
  const reported = serveReveals(() => client(record))
  const user = renderApp(`/admin/clients/${id(1)}`)
  await unfoldEmptySections(user)
  const card = within(await screen.findByRole('region', { name: 'Personal Information' }))
  return { user, reported, card }
}

const eye = (name: string) => screen.getByRole('button', { name: `Show ${name}` })
const hidden = () => expect(document.body.innerHTML).not.toMatch(/123-?45-?6789|987-?65-?4321|secret words/)

/** Lets the window go out of sight, or come back. */
function turn(visibilityState: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  act(() => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
}

beforeEach(() => {
  signIn()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a masked value', () => {
  test('given masks, when one is revealed, then the server gives that one alone, until it is hidden', async () => {
    const { user, reported, card } = await show(raw)
    hidden()
    const button = eye('social security number')
    expect(button).toHaveAttribute('aria-pressed', 'false')
    await user.click(button)

    expect(await card.findByText('123-45-6789')).toBeInTheDocument()
    expect(reported).toEqual([{ fields: ['ssn'] }])
    expect(button).toHaveAttribute('aria-pressed', 'true')
    expect(card.getByText('Shown for 30 seconds: social security number.')).toHaveAttribute('role', 'status')
    expect(document.body.innerHTML).not.toMatch(/987-?65-?4321|secret words/)
    expect(await violations()).toEqual([])
    await user.click(button)
    hidden()
    expect(card.getByText('***-**-6789')).toBeInTheDocument()
    expect(card.getByText('Hidden again: social security number.')).toBeInTheDocument()
    expect(reported).toHaveLength(1)
  })

  test('given a revealed value, when half a minute is over, then it is hidden @full', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { user } = await show(raw)
    await user.click(eye('Dependent 2 social security number'))
    expect(await screen.findByText('987-65-4321')).toBeInTheDocument()
    // The fake clock also advances with the real one while the test waits.
    act(() => vi.advanceTimersByTime(15_000))
    expect(screen.getByText('987-65-4321')).toBeInTheDocument()
    act(() => vi.advanceTimersByTime(15_000))
    hidden()
  })

  test('given a revealed value, when the window goes out of sight, then it is hidden at once @full', async () => {
    const { user } = await show(raw)
    await user.click(eye('Marketplace Password'))
    expect(await screen.findByText('secret words')).toBeInTheDocument()
    turn('hidden')
    hidden()
    turn('visible')
    hidden()
  })

  test('given the trail that answers late, when the window is out of sight by then, then nothing is revealed @full', async () => {
    const { user } = await show(raw)
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    server.use(
      http.post(at(`clients/${id(1)}/reveals`), async () => {
        await held
        return HttpResponse.json({ values: { ssn: raw.ssn } })
      }),
    )
    await user.click(eye('social security number'))
    expect(eye('social security number')).toHaveAttribute('aria-disabled', 'true')
    turn('hidden')
    finish()
    await waitFor(() => expect(eye('social security number')).toHaveAttribute('aria-disabled', 'false'))
    hidden()
  })

  test('given a trail that refuses, when a value is revealed, then it stays hidden and an alert says so @full', async () => {
    vi.stubGlobal('reportError', vi.fn())
    const { user } = await show(raw)
    server.use(http.post(at(`clients/${id(1)}/reveals`), () => HttpResponse.json({}, { status: 500 })))
    await user.click(eye('social security number'))

    await screen.findByRole('alertdialog', { name: 'The value could not be shown. Please try again.' })
    hidden()
  })
})

describe('the values of a record', () => {
  test('given ways to reach someone, when the card shows them, then they can be used and copied @full', async () => {
    const { user } = await show({
      primary_phone: '1 (305) 555-0187',
      secondary_phone: 'ask Carlos',
      primary_email: 'maria@example.com',
      address: '12 Harbor Lane\nMiami, FL 33101',
      city_of_birth: 'Porto',
    })
    const contact = within(screen.getByRole('region', { name: 'Contact Information' }))
    expect(contact.getByRole('link', { name: '305-555-0187' })).toHaveAttribute('href', 'tel:+13055550187')
    expect(contact.getByRole('link', { name: 'maria@example.com' })).toHaveAttribute('href', 'mailto:maria@example.com')
    const email = contact.getByRole('link', { name: 'maria@example.com' })
    expect(email).toHaveAttribute('aria-label', 'maria@example.com')
    const parts = email.innerHTML.split('<wbr>')
    expect(parts).toEqual(['<span>maria@', 'example.', 'com</span>'])
    expect(contact.getAllByRole('link')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Copy City of Birth' })).not.toBeInTheDocument()
    for (const [name, text] of [
      ['Primary Phone', '305-555-0187'],
      ['Secondary Phone', 'ask Carlos'],
      ['Primary Email', 'maria@example.com'],
      ['Address', '12 Harbor Lane\nMiami, FL 33101'],
    ] as const) {
      await user.click(contact.getByRole('button', { name: `Copy ${name}` }))
      expect(await navigator.clipboard.readText()).toBe(text)
    }
  })

  test('given a client without a follow-up, when the Sessions card shows, then the date is a dash', async () => {
    await show({})
    const sessions = within(screen.getByRole('region', { name: 'Sessions' }))

    expect(sessions.getByText('Next Follow-Up').nextElementSibling).toHaveTextContent(/^-$/)
    expect(sessions.queryByText('Nothing recorded yet.')).not.toBeInTheDocument()
  })

  test('[CD-15] given a record that stays open at midnight, when the day changes, then ages and follow-ups are those of the new day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 24, 23, 59) })
    // A login of that day.
    signIn()
    await show({ dob: '1961-11-25', next_f_u_date: '2026-11-24' })
    const sessions = within(screen.getByRole('region', { name: 'Sessions' }))
    expect(screen.getAllByText(/\(age 64\)/)).toHaveLength(2)
    const followUp = () => sessions.getByText('Next Follow-Up').nextElementSibling
    expect(followUp()).toHaveTextContent('November 24, 2026 (today)')
    vi.setSystemTime(new Date(2026, 10, 25, 0, 1))
    turn('visible')

    expect(screen.getAllByText(/\(age 65\)/)).toHaveLength(2)
    expect(followUp()).toHaveTextContent('November 24, 2026 (1 day ago)')
    expect(within(screen.getByRole('list', { name: 'Client at a glance' })).getByText('Overdue')).toBeInTheDocument()
  })

  test('given plans without carriers, when the card shows, then what is empty is one line of dashes, each edited in place @full', async () => {
    const { user } = await show({ dental_plan_name: 'Delta PPO' })
    serveClient(client({ dental_plan_name: 'Delta PPO' }))
    const card = within(screen.getByRole('region', { name: 'Marketplace / Private Insurance' }))

    expect(card.getByText('Delta PPO')).toBeInTheDocument()
    expect(card.getByText('Premium').nextElementSibling).toHaveTextContent(/^-$/)
    expect(card.getByText('Ambetter').nextElementSibling).toHaveTextContent(/^-$/)
    expect(card.getByText('Ambetter').closest('dl')).toHaveTextContent(
      /^LifeSecure-Cigna-.*Life Plan-Health-Vision-RX-GAP-$/,
    )
    await user.click(card.getByRole('button', { name: 'Change Vision Plan' }))
    await user.keyboard('Eyes{Enter}')
    expect(await card.findByRole('heading', { name: 'Vision' })).toBeInTheDocument()
    await waitFor(() => expect(card.getByRole('button', { name: 'Change Vision Plan' })).toHaveFocus())
    expect(card.getByText('Eyes').closest('dl')).toHaveTextContent(/^PlanEyes$/)
  })

  test('given a window that gets the focus again, when the record shows, then it is not fetched again @full', async () => {
    let opened = 0
    await show({})
    server.use(
      http.get(at(`clients/${id(1)}`), () => {
        opened += 1
        return HttpResponse.json(client())
      }),
    )
    const asked: string[] = []
    server.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname))
    turn('hidden')
    turn('visible')
    // What may be fetched again is.
    await waitFor(() => expect(asked.some((path) => path.endsWith('/sessions'))).toBe(true))
    server.events.removeAllListeners()
    expect(opened).toBe(0)
  })
})

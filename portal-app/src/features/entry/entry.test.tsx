import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility.ts'
import { apiPath, code, refusal, serveSession, storedSession } from '../../testing/backend.ts'
import { address, renderPortal } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'

const authPath = apiPath(`api/session/${code}/auth`)

describe('code entry', () => {
  test('[PO-02] given blanks alone, when the form is sent, then the code is asked for and the field has the focus', async () => {
    const user = renderPortal('/')
    await user.type(screen.getByLabelText('Session code'), '   {Enter}')

    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a session code.')
    expect(screen.getByLabelText('Session code')).toHaveFocus()
    expect(address()).toBe('/')
  })

  test('given a code typed the way people do, when it is sent, then its passcode screen opens', async () => {
    const user = renderPortal('/')
    await user.type(screen.getByLabelText('Session code'), 'abcd-efgh jkmn{Enter}')

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Enter Your Passcode' })).toHaveFocus())
    expect(address()).toBe(`/${code}`)
    expect(screen.getByText('ABCD-EFGH-JKMN')).toBeInTheDocument()
  })
})

describe('passcode entry', () => {
  test.each([
    ['abcd-efg', true],
    ['abcd-efgh jkmn', false],
  ])(
    'given the code %s, when it was typed, then the screen says whether it is not whole: %s',
    async (typed, isSaid) => {
      const user = renderPortal('/')
      await user.type(screen.getByLabelText('Session code'), `${typed}{Enter}`)
      expect(await screen.findByLabelText('Passcode')).toBeInTheDocument()
      expect(screen.queryAllByText(/This session code is not whole/)).toHaveLength(isSaid ? 1 : 0)
      expect(await violations()).toEqual([])
    },
  )

  async function enter(passcode: string) {
    const user = renderPortal(`/${code}`)
    await user.type(screen.getByLabelText('Passcode'), `${passcode}{Enter}`)
    return user
  }

  test('[PO-03] given nothing but blanks, when the form is sent, then the passcode is asked for', async () => {
    await enter('  ')

    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter your passcode.')
    expect(screen.getByLabelText('Passcode')).toHaveFocus()
  })

  test('[PO-03] given a wrong passcode, when it is sent, then it says so and keeps what was typed', async () => {
    server.use(http.post(authPath, () => refusal(401, 'INVALID_PASSCODE')))
    await enter('nope')

    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid passcode. Please try again.')
    expect(screen.getByLabelText('Passcode')).toHaveValue('nope')
    expect(address()).toBe(`/${code}`)
  })

  test('given too many attempts, when the passcode is sent, then it says how long to wait', async () => {
    server.use(http.post(authPath, () => refusal(429, 'TOO_MANY_ATTEMPTS', { 'Retry-After': '290' })))
    await enter('garcia1234')

    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Too many attempts. Please wait 5 minutes and try again.',
    )
  })

  test('given an ended session, when the passcode is sent, then the screen says so and shows the phone line', async () => {
    server.use(http.post(authPath, () => refusal(410, 'GONE')))
    await enter('garcia1234')

    await waitFor(() => expect(screen.getByRole('heading', { name: 'This session has ended' })).toHaveFocus())
    for (const line of screen.getAllByRole('link', { name: '(555) 010-0199' })) {
      expect(line).toHaveAttribute('href', 'tel:5550100199')
    }
    expect(await violations()).toEqual([])
  })

  test('given no network, when the passcode is sent, then it says so and a second try succeeds @full', async () => {
    serveSession([])
    let away = true
    server.use(http.post(authPath, () => (away ? HttpResponse.error() : HttpResponse.json({ session: storedSession }))))
    const user = await enter('garcia1234')
    expect(await screen.findByRole('alert')).toHaveTextContent('check your internet connection')
    expect(screen.getByLabelText('Passcode')).toHaveValue('garcia1234')

    away = false
    await user.click(screen.getByRole('button', { name: 'Access My Session' }))

    await waitFor(() => expect(address()).toBe(`/${code}/dashboard`))
    expect(await screen.findByText('There are no documents in this session yet.')).toBeInTheDocument()
  })
})

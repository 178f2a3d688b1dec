import { act, screen, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { useLanguage } from '../shared/language.ts'
import { notePendingLogout, pendingLogout } from '../shared/pending-logout.ts'
import { useSession } from '../shared/session-store.ts'
import { apiPath, code, form, refusal, serveSession, storedSession } from '../testing/backend.ts'
import { fakeTimeouts } from '../testing/fake-timeouts.ts'
import { address, renderPortal, renderSession } from '../testing/render-portal.tsx'
import { server } from '../testing/server.ts'

/** A server without a valid cookie. */
const refuseSession = () => server.use(http.get(apiPath('session/:code/details'), () => refusal(401, 'NOT_SIGNED_IN')))

describe('routes', () => {
  test.each([
    ['cut off', '{"state":{"session":{"id":"1"'],
    ['of another shape', `{"state":{"session":{"id":7,"client_id":"c","session_code":"${code}"}},"version":0}`],
    ['not a session', '{"state":"yes","version":0}'],
  ])(
    '[PO-10] given stored data that is %s, when a document is opened, then the passcode screen comes',
    async (_, data) => {
      refuseSession()
      sessionStorage.setItem('portalSession', data)
      await useSession.persist.rehydrate()
      renderPortal(`/${code}/form/a`)

      expect(await screen.findByRole('heading', { name: 'Enter Your Passcode' })).toBeInTheDocument()
    },
  )

  test('given the session of another code, when a dashboard is opened, then the passcode of that one is asked for', async () => {
    refuseSession()
    useSession.getState().open(storedSession)
    renderPortal('/ZZZZZZZZZZZZ/dashboard')

    expect(await screen.findByText('ZZZZ-ZZZZ-ZZZZ')).toBeInTheDocument()
  })

  test('[PH-09] [PH-10] given a session that the form without script or another tab has opened, when its documents are opened, then no passcode is asked for', async () => {
    serveSession([form({ id: 'a', title: 'Application' })])
    renderPortal(`/${code}/dashboard`)

    expect(await screen.findByText('Application')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Welcome, Maria García' })).toBeInTheDocument()
    expect(useSession.getState().session).toEqual(storedSession)
  })

  test('given an unknown path, when it is opened, then the code entry shows', async () => {
    renderPortal(`/${code}/dashboard/more`)

    expect(await screen.findByRole('heading', { name: 'Access Your Client Portal' })).toBeInTheDocument()
    expect(address()).toBe('/')
  })

  test.each(['NOT_SIGNED_IN', 'SESSION_EXPIRED'])(
    'given a server that answers %s, when the documents are asked for, then once the passcode screen, with a message',
    async (answer) => {
      let asked = 0
      serveSession([form({ id: 'a' })])
      server.use(
        http.get(apiPath('sessionforms/session/session-1'), () => {
          asked += 1
          return refusal(401, answer)
        }),
      )
      renderSession('/dashboard')

      expect(await screen.findByText('Your session has expired. Please enter your passcode again.')).toBeInTheDocument()
      expect(address()).toBe(`/${code}`)
      expect(useSession.getState().session).toBeNull()
      expect(asked).toBe(1)
    },
  )

  test('given an ended session, when the documents are opened, then the portal says so', async () => {
    serveSession([])
    server.use(http.get(apiPath('sessionforms/session/session-1'), () => refusal(410, 'GONE')))
    renderSession('/dashboard')

    expect(await screen.findByRole('heading', { name: 'This session has ended' })).toBeInTheDocument()
  })
})

describe('a second tab', () => {
  test('[PH-10] given a session that another tab has opened, when its link is opened, then its documents show', async () => {
    serveSession([form({ id: 'a', title: 'Application' })])
    useSession.getState().open(storedSession)
    useSession.setState({ session: null })
    renderPortal(`/${code}`)

    expect(await screen.findByText('Application')).toBeInTheDocument()
    expect(address()).toBe(`/${code}/dashboard`)
  })

  test('[PO-10] given stored data that can’t be read, when the documents are opened with a valid cookie, then the passcode is asked for', async () => {
    serveSession([form({ id: 'a', title: 'Application' })])
    useSession.getState().open(storedSession)
    useSession.setState({ session: null })
    sessionStorage.setItem('portalSession', '{"state":{"session":')
    const user = renderPortal(`/${code}/dashboard`)
    await user.type(await screen.findByLabelText('Passcode'), 'garcia1234')

    expect(screen.getByRole('heading', { name: 'Enter Your Passcode' })).toBeInTheDocument()
    expect(address()).toBe(`/${code}`)
  })

  test('given no sign of an open session, when the link is opened, then the server is not asked', async () => {
    renderPortal(`/${code}`)

    expect(await screen.findByRole('heading', { name: 'Enter Your Passcode' })).toBeInTheDocument()
  })

  test('given a session left by logging out, when its link is opened, then the passcode is asked for', async () => {
    useSession.getState().open(storedSession)
    useSession.getState().close('left')
    useSession.setState({ ending: null })
    renderPortal(`/${code}`)

    expect(await screen.findByRole('heading', { name: 'Enter Your Passcode' })).toBeInTheDocument()
  })
})

describe('a logout that does not reach the server', () => {
  const logoutPath = apiPath(`api/session/${code}/logout`)
  const loggedOut = 'You have logged out.'
  const notClosed = /your session is still open/
  /** The calls of a logout that reached the server. */
  const logouts = ({ written }: ReturnType<typeof serveSession>) =>
    written.filter(({ path }) => path.endsWith('/logout')).length

  /** A session that was left without a network. @returns what brings the network back */
  async function leaveWithoutNetwork() {
    const backend = serveSession([form({ id: 'a', title: 'Application' })])
    let away = true
    server.use(http.post(logoutPath, () => (away ? HttpResponse.error() : undefined)))
    const user = renderSession('/dashboard')
    await screen.findByText('Application')
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    expect(await screen.findByText(notClosed)).toHaveRole('status')
    const reconnect = () => {
      away = false
      window.dispatchEvent(new Event('online'))
    }
    return { backend, user, reconnect }
  }

  test('given no network, when the client logs out, then the screen says that the session is open, until the logout is repeated @full', async () => {
    const { backend, reconnect } = await leaveWithoutNetwork()
    expect(screen.queryByText(loggedOut)).not.toBeInTheDocument()
    reconnect()

    expect(await screen.findByText(loggedOut)).toHaveRole('status')
    expect(screen.queryByText(notClosed)).not.toBeInTheDocument()
    expect(logouts(backend)).toBe(1)
  })

  test('given a server that does not answer, when the client logs out, then the passcode screen comes after ten seconds @full', async () => {
    const advance = fakeTimeouts()
    serveSession([form({ id: 'a', title: 'Application' })])
    const asked = vi.fn()
    server.use(
      http.post(logoutPath, () => {
        asked()
        return delay('infinite')
      }),
    )
    const user = renderSession('/dashboard')
    await screen.findByText('Application')
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(asked).toHaveBeenCalled())
    await advance(10_000)

    expect(await screen.findByText(notClosed)).toHaveRole('status')
  })

  test('given a page that is loaded again, when the documents are opened, then the passcode is asked for, and the logout is repeated', async () => {
    const backend = serveSession([form({ id: 'a', title: 'Application' })])
    notePendingLogout(code)
    renderPortal(`/${code}/dashboard`)

    expect(await screen.findByRole('heading', { name: 'Enter Your Passcode' })).toBeInTheDocument()
    await waitFor(() => expect(logouts(backend)).toBe(1))
    expect(pendingLogout()).toBeNull()
    expect(screen.queryByText('Application')).not.toBeInTheDocument()
  })

  test('given a passcode entered since, when the network is back, then the new session is not ended @full', async () => {
    const { backend, user, reconnect } = await leaveWithoutNetwork()
    server.use(http.post(apiPath(`api/session/${code}/auth`), () => HttpResponse.json({ session: storedSession })))
    await user.type(screen.getByLabelText('Passcode'), 'garcia1234{Enter}')
    expect(await screen.findByText('Application')).toBeInTheDocument()
    reconnect()

    expect(pendingLogout()).toBeNull()
    expect(logouts(backend)).toBe(0)
  })
})

describe('the header', () => {
  test('[PO-01] given the menu, when it is opened and left with Escape, then the focus is back on its button', async () => {
    const user = renderPortal('/')
    const button = screen.getByRole('button', { name: 'Menu' })
    await user.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await user.tab()
    expect(screen.getByRole('link', { name: 'View our website' })).toHaveFocus()
    await user.keyboard('{Escape}')

    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-expanded', 'false')
  })
})

describe('languages', () => {
  test('given another language is chosen, when a screen is shown, then its words and the page’s language change', async () => {
    const user = renderPortal('/')
    await user.selectOptions(screen.getByLabelText('Language'), 'Português')

    expect(await screen.findByRole('heading', { name: 'Acesse seu portal do cliente' })).toBeInTheDocument()
    expect(document.documentElement.lang).toBe('pt')
  })

  test('given a client who prefers Spanish, when the session opens, then the portal is in Spanish', async () => {
    serveSession([], { client: { pref_lang: 'Spanish' } })
    renderSession('/dashboard')

    expect(await screen.findByRole('heading', { name: 'Le damos la bienvenida, Maria García' })).toBeInTheDocument()
    expect(document.documentElement.lang).toBe('es')
  })

  test('given a client who prefers Spanish, when the passcode is accepted, then the list is Spanish from its first text on', async () => {
    serveSession([form({ id: 'a', title: 'Application' })], { client: { pref_lang: 'Spanish' } })
    server.use(
      http.post(apiPath(`api/session/${code}/auth`), () =>
        HttpResponse.json({ session: storedSession, language: 'es' }),
      ),
      http.get(apiPath('clients/client-1'), () => new Promise<undefined>(() => undefined)),
    )
    const user = renderPortal(`/${code}`)
    await user.type(screen.getByLabelText('Passcode'), 'garcia1234{Enter}')

    expect(await screen.findByRole('heading', { name: 'Le damos la bienvenida, Cargando...' })).toBeInTheDocument()
    expect(useSession.getState().session?.language).toBe('es')
  })

  test('given a link in Spanish to a client without a language, when they log in, then a reload is in Spanish too', async () => {
    serveSession([])
    server.use(http.post(apiPath(`api/session/${code}/auth`), () => HttpResponse.json({ session: storedSession })))
    await useLanguage.getState().start('en')
    const user = renderPortal(`/${code}?language=es`)
    await user.type(screen.getByLabelText('Passcode'), 'garcia1234{Enter}')

    await waitFor(() => expect(useSession.getState().session?.language).toBe('es'))
  })

  test('given a stored session of a client who prefers Spanish, when the page is reloaded, then it starts in Spanish', async () => {
    useSession.setState({ session: { ...storedSession, language: 'es' } })
    await useLanguage.getState().start()

    expect(document.documentElement.lang).toBe('es')
  })

  test('given a client who prefers Spanish, when the login ends, then a reload of the passcode’s page is in Spanish too', async () => {
    serveSession([], { client: { pref_lang: 'Spanish' } })
    renderSession('/dashboard')
    await screen.findByRole('heading', { name: 'Le damos la bienvenida, Maria García' })
    act(() => useSession.getState().close('expired'))

    await waitFor(() => expect(window.location.search).toBe('?language=es'))
    await useLanguage.getState().start()
    expect(document.documentElement.lang).toBe('es')
  })

  test('given a language chosen by hand, when a client prefers another, then the choice stays', async () => {
    await useLanguage.getState().choose('pt')
    serveSession([], { client: { pref_lang: 'Spanish' } })
    renderSession('/dashboard')

    expect(await screen.findByRole('heading', { name: 'Boas-vindas, Maria García' })).toBeInTheDocument()
    await waitFor(() => expect(document.documentElement.lang).toBe('pt'))
  })
})

describe('a page that the browser keeps for Back', () => {
  const fire = (type: 'pagehide' | 'pageshow') =>
    window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
  const visibility = () => document.documentElement.style.visibility

  test('given a logout in another tab meanwhile, when Back restores the page, then only the passcode screen shows', async () => {
    serveSession([form({ id: 'a', title: 'Application' })])
    renderSession('/dashboard')
    expect(await screen.findByText('Application')).toBeInTheDocument()
    fire('pagehide')
    expect(visibility()).toBe('hidden')
    server.use(http.get(apiPath('session/:code/details'), () => refusal(401, 'SESSION_EXPIRED')))
    fire('pageshow')
    expect(visibility()).toBe('hidden')
    expect(await screen.findByRole('heading', { name: 'Enter Your Passcode' })).toBeInTheDocument()
    expect(screen.queryByText('Application')).not.toBeInTheDocument()
    expect(visibility()).toBe('')
  })

  test('given a request that was not answered yet, when Back restores the page after a logout, then its answer does not count', async () => {
    const backend = serveSession([form({ id: 'a', title: 'Application' })])
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const asked = vi.fn()
    server.use(
      http.get(apiPath('session/:code/details'), async () => {
        asked()
        await answered
        return HttpResponse.json(backend.session)
      }),
    )
    renderSession('/dashboard')
    await screen.findByText('Application')
    await waitFor(() => expect(asked).toHaveBeenCalled())
    fire('pagehide')
    server.use(http.get(apiPath('session/:code/details'), () => refusal(401, 'SESSION_EXPIRED')))
    fire('pageshow')
    answer()

    expect(await screen.findByRole('heading', { name: 'Enter Your Passcode' })).toBeInTheDocument()
  })

  test('given an open session, when Back restores the page, then it shows after the server has confirmed the session', async () => {
    serveSession([form({ id: 'a', title: 'Application' })])
    renderSession('/dashboard')
    expect(await screen.findByText('Application')).toBeInTheDocument()
    fire('pagehide')
    fire('pageshow')
    await waitFor(() => expect(visibility()).toBe(''))
    expect(screen.getByText('Application')).toBeInTheDocument()
  })
})

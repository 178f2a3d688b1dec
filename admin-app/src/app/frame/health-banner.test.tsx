import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeLogin } from '../../shared/login-store'
import { violations } from '../../testing/accessibility'
import { counts } from '../../testing/fixtures'
import { renderApp, signIn, tokenFor } from '../../testing/render-app'
import { at, server } from '../../testing/server'

let asked = 0
const answerWith = (state: 'warning' | 'failing') =>
  server.use(
    http.get(at('health-report'), () => {
      asked += 1
      const at = '2026-11-20T05:00:00.000Z'
      return HttpResponse.json([{ id: 'disk', title: 'Free disk space', state, message: 'Only 1 % is free.', at }])
    }),
  )

beforeEach(() => {
  asked = 0
  server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
})

const banner = () => screen.queryByText(/^Failing: /)

describe('the banner of the health checks', () => {
  test('given a check that fails, when an admin with power access is on a page, then it is named, and a link leads to it', async () => {
    signIn()
    answerWith('failing')
    const user = renderApp('/admin')
    const notice = await screen.findByText(/^Failing: Free disk space\./)
    // Below the page: above it, it would move what somebody is about to press.
    expect(screen.getByRole('main').compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    // The page below comes in a file of its own.
    await screen.findByRole('heading', { level: 1 })
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('link', { name: 'See Health' }))

    expect(await screen.findByRole('heading', { name: 'Health' })).toBeInTheDocument()
    expect(banner()).toBeNull()
  })

  test('given a check that only warns, when the page shows, then there is no banner', async () => {
    signIn()
    answerWith('warning')
    renderApp('/admin')
    await waitFor(() => expect(asked).toBe(1))
    await screen.findByRole('link', { name: '30 Unpaid' })

    expect(banner()).toBeNull()
  })

  test('given an admin with standard access, when the page shows, then the checks are not asked for', async () => {
    storeLogin(tokenFor(60), { first_name: 'Lee', last_name: 'Ortiz', username: 'lee', role: 'standard' })
    answerWith('failing')
    renderApp('/admin')
    await screen.findByRole('link', { name: '30 Unpaid' })

    expect(asked).toBe(0)
    expect(banner()).toBeNull()
  })
})

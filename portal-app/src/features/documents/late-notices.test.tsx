import { screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { apiPath, code, form, serveSession } from '../../testing/backend.ts'
import { renderSession } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'

test('given documents that are listed, when a second open device is reported, then the notice stands behind all of them @full', async () => {
  serveSession([form({ id: 'a' }), form({ id: 'b' })], { session: { open_devices: 2 } })
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.get(apiPath(`session/${code}/details`), async () => {
      await answered
      return undefined
    }),
  )
  renderSession('/dashboard')
  const last = await screen.findByRole('link', { name: /Document b/ })
  const folder = last.closest('section') ?? last
  answer()
  const notice = await screen.findByText(/also open on another device/)

  expect(folder.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('given a name that comes late, when documents have come, then they wait, since it may take two lines of the heading', async () => {
  serveSession([form({ id: 'a' })], { session: { open_devices: 2 } })
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.get(apiPath('clients/client-1'), async () => {
      await answered
      return undefined
    }),
  )
  renderSession('/dashboard')
  // Comes after the documents.
  await screen.findByText(/also open on another device/)
  expect(screen.queryByRole('link', { name: /Document a/ })).not.toBeInTheDocument()
  answer()

  expect(await screen.findByRole('link', { name: /Document a/ })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Welcome, Maria García' })).toBeInTheDocument()
})

test('given that notice, when it is closed, then it does not come back', async () => {
  serveSession([form({ id: 'a' })], { session: { open_devices: 2 } })
  const user = renderSession('/dashboard')
  await screen.findByText(/also open on another device/)

  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('link', { name: /Document a/ }))

  expect(screen.queryByText(/also open on another device/)).not.toBeInTheDocument()
  expect(sessionStorage.getItem('portalOpenTwiceClosed')).toBe(code)
})

test('given a session that ends within a day, when documents wait, then the client is told until when, in their time', async () => {
  const end = new Date(Date.now() + 3_600_000)
  serveSession([form({ id: 'a' })], { session: { expires_at: end.toISOString() } })
  renderSession('/dashboard')

  const when = end.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })
  expect(await screen.findByText(`You can sign until ${when}.`)).toBeInTheDocument()
})

test.each([
  ['nothing waits', 'completed', 1],
  ['it ends later', 'viewed', 30],
] as const)('given that %s, when the list is open, then no end is told', async (_, status, hours) => {
  const expires_at = new Date(Date.now() + hours * 3_600_000).toISOString()
  serveSession([form({ id: 'a', status })], { session: { expires_at, open_devices: 2 } })
  renderSession('/dashboard')
  await screen.findByText(/also open on another device/)

  expect(screen.queryByText(/can sign until/)).not.toBeInTheDocument()
})

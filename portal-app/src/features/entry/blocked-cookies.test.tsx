import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { apiPath, code, form, refusal, serveSession, storedSession } from '../../testing/backend.ts'
import { address, renderPortal } from '../../testing/render-portal.tsx'
import { server } from '../../testing/server.ts'

const blocked = /because your browser blocks cookies/

/** From now on the server finds no cookie in any call. */
const loseCookie = () => server.use(http.get(apiPath('*'), () => refusal(401, 'NOT_SIGNED_IN')))

async function logIn() {
  const user = renderPortal(`/${code}`)
  await user.type(screen.getByLabelText('Passcode'), 'garcia1234{Enter}')
  return user
}

beforeEach(() => {
  serveSession([form({ id: 'a', title: 'Authorization' })])
  server.use(http.post(apiPath(`api/session/${code}/auth`), () => HttpResponse.json({ session: storedSession })))
})

test('given a browser that blocks cookies, when the passcode is right, then the screen says that cookies are needed', async () => {
  loseCookie()
  await logIn()

  expect(await screen.findByText(blocked)).toBeInTheDocument()
  expect(screen.queryByText(/session has expired/)).not.toBeInTheDocument()
  expect(address()).toBe(`/${code}`)
})

test('given a browser that keeps cookies, when the session expires later, then nothing is said about cookies', async () => {
  const user = await logIn()
  const document = await screen.findByRole('link', { name: /Authorization/ })
  loseCookie()
  await user.click(document)

  expect(await screen.findByText(/session has expired/)).toBeInTheDocument()
  expect(screen.queryByText(blocked)).not.toBeInTheDocument()
})

import { loggedError } from '@agency/service-kit/logged-error'
import { startMailServer } from '@agency/test-kit/product/mail-server'
import { expect, it, onTestFinished } from 'vitest'
import { smtpMailer } from './mailer.ts'

const mail = { to: 'ida@example.com', subject: 'Hello', text: 'Hello Ida', id: '1' }

async function failureOf(url: string) {
  const sending = smtpMailer(url, 'office@example.com')(mail)
  return sending.then(
    () => expect.fail('it was sent'),
    (error) => error,
  )
}

it.each([
  [451, false],
  [550, true],
])(
  'given a server that answers %i and quotes the address, when it is logged, then by its code, without the address',
  async (status, permanent) => {
    const server = await startMailServer()
    onTestFinished(server.close)
    server.refuse(status)
    const error = await failureOf(server.url)
    expect(error).toMatchObject({ permanent })
    const logged = JSON.stringify(loggedError(error))
    expect(logged).toContain(`answer ${status}`)
    expect(logged).not.toContain(mail.to)
  },
)

it('given no server, when sent, then it may be tried again, and the log says why', async () => {
  const server = await startMailServer()
  await server.close()
  const error = await failureOf(server.url)
  expect(error).toMatchObject({ permanent: false })
  expect(JSON.stringify(loggedError(error))).toMatch(/An e-mail was not sent: E[A-Z]+/)
})

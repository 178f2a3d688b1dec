import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { loggedError } from '@agency/service-kit/logged-error'
import { startMailServer } from '@agency/test-kit/product/mail-server'
import { expect, it, onTestFinished, vi } from 'vitest'
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
  const error = await failureOf('smtp://127.0.0.1:1')
  expect(error).toMatchObject({ permanent: false })
  expect(JSON.stringify(loggedError(error))).toMatch(/A message was not sent: E[A-Z]+/)
})

it.each([
  ['answers EHLO', (line: string) => (line.startsWith('EHLO') ? '2' : answerTo(line)), 'timeout'],
  ['answers the end of a message', (line: string) => (line === '.' ? '2' : answerTo(line)), 'unconfirmed'],
])(
  'given a server that %s byte by byte, when the longest time is over, then the connection ends',
  async (_when, reply, reason) => {
    const server = await startDrippingServer(reply)
    const longest = new AbortController()
    const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(longest.signal)
    onTestFinished(() => spy.mockRestore())
    void server.whenDripping.then(() => longest.abort(new DOMException('The time is over', 'TimeoutError')))
    expect(await failureOf(server.url)).toMatchObject({ reason, permanent: false })
    expect(spy).toHaveBeenCalledExactlyOnceWith(180_000)
    await server.whenLeft
  },
)

const answerTo = (line: string): string =>
  line === '' ? '220 ready\r\n' : line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n'

/** An SMTP server whose answer without a line end is followed by one more character every 20 ms. */
async function startDrippingServer(reply: (line: string) => string) {
  const left = Promise.withResolvers<void>()
  const dripping = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    let isData = false
    const say = (line: string) => {
      const answer = reply(line)
      socket.write(answer)
      if (answer.endsWith('\n')) return
      const drip = setInterval(() => {
        socket.write('2')
        dripping.resolve()
      }, 20)
      socket.once('close', () => clearInterval(drip))
    }
    socket.on('error', () => undefined)
    socket.once('close', () => left.resolve())
    createInterface(socket).on('line', (line) => {
      if (isData && line !== '.') return
      isData = line === 'DATA'
      say(line)
    })
    say('')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
  const whenDripping = dripping.promise
  return { url: `smtp://127.0.0.1:${address.port}`, whenDripping, whenLeft: left.promise }
}

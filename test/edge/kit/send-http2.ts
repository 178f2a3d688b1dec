import { once } from 'node:events'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import type { Send } from '@agency/test-kit/nginx/send'

function openSession(port: number, localAddress: string) {
  const options = { port, host: '127.0.0.1', localAddress, rejectUnauthorized: false, ALPNProtocols: ['h2'] }
  return connect(`https://127.0.0.1:${port}`, { createConnection: () => connectTls(options) })
}

/** Sends a request over HTTP/2 and TLS, on a connection of its own. */
export const sendHttp2: Send = async (port, { host, path, method = 'GET', headers, body, from = '127.0.0.1' }) => {
  const session = openSession(port, from)
  try {
    const pseudo = { ':method': method, ':path': path, ':authority': host, ':scheme': 'https' }
    const stream = session.request({ ...headers, ...pseudo }, { endStream: body === undefined })
    const failed = once(session, 'error').then(([error]) => Promise.reject(error))
    if (body !== undefined) stream.end(body)
    const [received]: IncomingHttpHeaders[] = await Promise.race([once(stream, 'response'), failed])
    return { status: Number(received?.[':status']), headers: received ?? {}, content: await buffer(stream) }
  } finally {
    session.destroy()
  }
}

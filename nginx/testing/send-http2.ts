import { once } from 'node:events'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import type { Send } from './send.ts'

/** Sends a request over HTTP/2 and TLS, on a connection of its own. */
export const sendHttp2: Send = async (port, { host, path, method = 'GET', headers, body, from = '127.0.0.1' }) => {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, localAddress: from })
  try {
    const pseudo = { ':method': method, ':path': path, ':authority': host, ':scheme': 'https' }
    const stream = session.request({ ...headers, ...pseudo }, { endStream: body === undefined })
    const failed = once(session, 'error').then(([error]) => Promise.reject(error))
    if (body !== undefined) stream.end(body)
    const [received] = (await Promise.race([once(stream, 'response'), failed])) as [IncomingHttpHeaders]
    return { status: received[':status'] ?? 0, headers: received, content: await buffer(stream) }
  } finally {
    session.destroy()
  }
}

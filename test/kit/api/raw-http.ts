import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** An HTTP answer read from a TCP connection. */
export interface RawAnswer {
  status: number
  head: string
  body: string
}

export interface RawConnection {
  socket: Socket
  write(bytes: string | Buffer): void
  /** Resolves with the answer when the other side has closed the connection. */
  ended: Promise<RawAnswer>
}

/** A TCP connection to a service, for requests that no HTTP client would send. */
export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  // A server that refuses the rest of a body resets the connection after its answer.
  socket.on('error', () => undefined)
  const ended = new Promise<RawAnswer>((resolve) => {
    socket.once('close', () => resolve(parseAnswer(Buffer.concat(parts).toString())))
  })
  await once(socket, 'connect')
  return {
    socket,
    write: (bytes) => {
      if (socket.writable) socket.write(bytes)
    },
    ended,
  }
}

/** Sends these bytes and reads until the service closes the connection. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const connection = await openConnection(url)
  connection.write(bytes)
  return connection.ended
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1] ?? 0), head, body: rest.join('\r\n\r\n') }
}

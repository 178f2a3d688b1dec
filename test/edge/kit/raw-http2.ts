import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

const headersFrame = 1
const endOfStream = 1
const endOfHeaders = 4
/** Frames that tell what became of the request: HEADERS, RST_STREAM, GOAWAY. */
const answers = new Set([headersFrame, 3, 7])

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A literal without a place in the tables (RFC 7541 § 6.2.2), not compressed: up to 126 bytes a string. */
function literal([name, value]: readonly [string, string]): Buffer {
  const strings = [name, value].map((text) => Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')]))
  return Buffer.concat([Buffer.of(0), ...strings])
}

const isAnswered = (received: Buffer): boolean => {
  for (let at = 0; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3)) {
    if (answers.has(received.readUInt8(at + 3))) return true
  }
  return false
}

async function untilAnswered(socket: TLSSocket): Promise<void> {
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    if (isAnswered(received)) return
  }
}

/**
 * Sends one request of HTTP/2 with these headers, byte for byte, as no client library would, and waits for what becomes of
 * it.
 */
export async function sendRawHttp2(
  port: number,
  headers: readonly (readonly [string, string])[],
  body = '',
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] })
  socket.on('error', () => socket.destroy())
  await once(socket, 'secureConnect')
  const flags = endOfHeaders | (body === '' ? endOfStream : 0)
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  socket.write(frame(4, 0, 0, Buffer.alloc(0)))
  socket.write(frame(headersFrame, flags, 1, Buffer.concat(headers.map(literal))))
  if (body !== '') socket.write(frame(0, endOfStream, 1, Buffer.from(body)))
  await untilAnswered(socket)
  socket.destroy()
}

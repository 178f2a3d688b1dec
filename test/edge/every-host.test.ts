import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { send, sendTls } from '@agency/test-kit/nginx/send'
import { describe, expect, inject, test } from 'vitest'
import { testEveryHost } from './kit/host-rules.ts'
import { clientHost, staffHost, website } from './kit/hosts.ts'

const { routerPort, tlsPort } = inject('deployment')

testEveryHost('HTTP/1.1', routerPort, send)
testEveryHost('HTTP/1.1 with TLS', tlsPort, sendTls)

/** The head of the answer to a request that no client library sends. */
async function askInBytes(bytes: string): Promise<string> {
  const socket = connect({ port: routerPort, host: '127.0.0.1' })
  socket.write(bytes)
  return text(socket)
}

describe('[HO-02] [HO-03] given a request that names no host, or two', () => {
  test('when it is of HTTP/1.0, it is for the staff host; of HTTP/1.1, it is none', async () => {
    expect(await askInBytes('GET /elsewhere HTTP/1.0\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 302 [\s\S]*\nLocation: \/admin\/login\r/,
    )
    expect(await askInBytes('GET /elsewhere HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('when its line names a client-facing host, that one rules, whatever Host says', async () => {
    const line = `GET http://${clientHost}/admin/ HTTP/1.1\r\nHost: ${staffHost}\r\nConnection: close\r\n\r\n`
    expect((await askInBytes(line)).replace(/^location/im, 'Location')).toContain(`\nLocation: ${website}\r`)
  })
})

import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from './kit/fake-upstream.ts'
import { staffHost } from './kit/hosts.ts'
import { startRouterTo } from './kit/own-router.ts'

let bff: FakeUpstream
let port: number
beforeAll(async () => {
  bff = await startFakeUpstream()
  const router = await startRouterTo(bff.address)
  port = router.port
  return async () => {
    for (const each of [router, bff]) await each.stop()
  }
})

const call = '/session/_api/clients/x'

describe('given a visitor that takes its time', () => {
  const head = `POST ${call}/slow HTTP/1.1\r\nHost: ${staffHost}\r\n`

  test.concurrent.for([
    ['its headers', `${head}X: `],
    ['a body', `${head}Content-Length: 5\r\n\r\nx`],
  ])('when it does not finish %s, the connection ends, and no bff was kept waiting', async ([, bytes = '']) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => socket.destroy())
    socket.write(bytes)
    // nginx may reset the connection: `once` of node:events would reject on that.
    await new Promise((resolve) => socket.once('close', resolve))
    expect(bff.received.filter(({ url }) => url.endsWith('/slow'))).toEqual([])
  })
})

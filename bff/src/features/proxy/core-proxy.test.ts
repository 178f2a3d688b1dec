import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StartedBff, startBff } from '../../../test/start-bff.ts'

let bff: StartedBff
beforeAll(async () => {
  bff = await startBff()
})
afterAll(() => bff.close())

it('[BK-14] given an answer that leads on beside the call, when it is relayed, then to the same place below this prefix', async () => {
  bff.core.answerWith(() => ({ status: 307, body: undefined, headers: { location: '2' } }))
  const answer = await bff.app.inject({ method: 'GET', url: '/admin/_api/clients/1' })
  expect([answer.statusCode, answer.headers.location]).toEqual([307, '2'])
})

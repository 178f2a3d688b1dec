import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { server } from '../testing/server.ts'
import { api } from './api.ts'

const thing = '*/session/_api/thing'

/** Answers with these one after the other, 0 being no answer at all; then with 200. */
function answerWith(...statuses: number[]) {
  const keys: (string | null)[] = []
  server.use(
    http.all(thing, ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      const status = statuses.shift() ?? 200
      return status === 0 ? HttpResponse.error() : HttpResponse.json({ code: 'ESIGN_FAILED' }, { status })
    }),
  )
  return keys
}

describe.each(['post', 'put', 'get'] as const)('%s', (method) => {
  test('given no answer, when a call is made, then it is sent again, with the same key if it is a POST', async () => {
    const keys = answerWith(0, 0)

    expect((await api[method]('thing')).status).toBe(200)

    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toEqual(method === 'post' ? expect.stringMatching(/^"[0-9a-f]{32}"$/) : null)
  })

  test.each([409, 500, 502])(
    'given an answer of %i that is our own, when a call is made, then it is sent once',
    async (status) => {
      const keys = answerWith(status)

      await expect(api[method]('thing')).rejects.toThrow()

      expect(keys).toHaveLength(1)
    },
  )
})

import { sendOnce } from '@agency/http-client/repeated-call'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { signIn, tokenFor } from '../testing/render-app'
import { at, server } from '../testing/server'
import { api } from './api'
import { loginKeys, storeLogin, useLogin } from './login-store'
import { upload } from './upload'

const admin = { first_name: 'Dana', last_name: 'Reyes', username: 'dana', role: 'power' } as const
const refused = () => HttpResponse.json({ code: 'SESSION_EXPIRED', message: 'over' }, { status: 401 })

describe('api', () => {
  test('[SH-05] given a 401, when a call was made with the stored token, then the session ends as expired', async () => {
    signIn()
    server.use(http.get(at('thing'), refused))

    await expect(api().get('thing')).rejects.toThrow()

    expect(localStorage).toHaveLength(0)
    expect(useLogin.getState()).toEqual({ login: null, ended: 'expired' })
  })

  test('[SH-05] given a 401 to an older token, when a newer one is stored meanwhile, then that one stays', async () => {
    signIn()
    const newer = tokenFor(9_000)
    server.use(
      http.get(at('thing'), () => {
        storeLogin(newer, admin)
        return refused()
      }),
    )

    await expect(api().get('thing')).rejects.toThrow()

    expect(localStorage.getItem(loginKeys.token)).toBe(newer)
  })

  describe.each(['post', 'put', 'patch', 'delete', 'get'] as const)('%s', (method) => {
    const keys: (string | null)[] = []
    /** Answers with these one after the other, `null` being no answer at all; then with 200. */
    const answerWith = (...answers: (object | number | null)[]) => {
      keys.length = 0
      server.use(
        http.all(at('thing'), ({ request }) => {
          keys.push(request.headers.get('Idempotency-Key'))
          const next = answers.shift()
          if (next === undefined) return HttpResponse.json({ well: true })
          if (next === null) return HttpResponse.error()
          return typeof next === 'number'
            ? new HttpResponse(null, { status: next })
            : HttpResponse.json(next, { status: 502 })
        }),
      )
    }

    test('given no answer, or none of ours, when a call is made, then it is sent again, with the same key if it is a POST', async () => {
      answerWith(null, 503)

      expect(await api()[method]('thing').json()).toEqual({ well: true })

      expect(keys).toHaveLength(3)
      expect(new Set(keys).size).toBe(1)
      expect(keys[0]).toEqual(method === 'post' ? expect.stringMatching(/^"[0-9a-f]{32}"$/) : null)
    })

    if (method !== 'get') {
      test('given no answer, when a call with a body is made, then all of it is sent again', async () => {
        const bodies: string[] = []
        server.use(
          http.all(at('thing'), async ({ request }) => {
            bodies.push(await request.text())
            return bodies.length < 3 ? HttpResponse.error() : HttpResponse.json({ well: true })
          }),
        )

        expect(
          await api()
            [method]('thing', { json: { name: 'São' } })
            .json(),
        ).toEqual({ well: true })

        expect(bodies).toEqual(Array.from({ length: 3 }, () => '{"name":"São"}'))
      })
    }

    test('given a call that asks whether there is an answer, when there is none, then it is sent once', async () => {
      answerWith(503)

      await expect(api()[method]('thing', { context: sendOnce })).rejects.toThrow()

      expect(keys).toHaveLength(1)
    })

    test('given a server in trouble for long, when a call is made, then it fails after two repeats', async () => {
      answerWith(502, 502, 502)

      await expect(api()[method]('thing')).rejects.toMatchObject({ response: { status: 502 } })

      expect(keys).toHaveLength(3)
    })

    test.each([
      ['a refusal', 409],
      ['an error of the server', 500],
      ['what the e-signature provider did not do', { code: 'ESIGN_FAILED', message: 'x' }],
    ])('given %s, when a call is made, then it is sent once', async (_name, answer) => {
      answerWith(answer)

      await expect(api()[method]('thing')).rejects.toThrow()

      expect(keys).toHaveLength(1)
    })
  })

  test('given two presses of a button, when both are sent, then each has a key of its own', async () => {
    const keys = new Set<string | null>()
    server.use(
      http.post(at('thing'), ({ request }) => {
        keys.add(request.headers.get('Idempotency-Key'))
        return HttpResponse.json({})
      }),
    )

    await Promise.all([api().post('thing'), api().post('thing')])

    expect(keys.size).toBe(2)
  })

  test('given something that is gone already, when it is deleted, then that is no failure; reading it is one', async () => {
    server.use(http.all(at('thing'), () => HttpResponse.json({ code: 'NOT_FOUND', message: 'gone' }, { status: 404 })))

    expect((await api().delete('thing')).status).toBe(204)
    await expect(api().get('thing')).rejects.toThrow()
  })
})

describe('upload', () => {
  const given = (...statuses: number[]) => {
    const keys: (string | null)[] = []
    server.use(
      http.post(at('upload/1'), ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        const status = statuses.shift() ?? 201
        return status === 0 ? HttpResponse.error() : HttpResponse.json({ files: [] }, { status })
      }),
    )
    return keys
  }
  const send = () => {
    const form = new FormData()
    form.set('documents', new Blob(['text']), 'note.txt')
    return upload('upload/1', form, { onProgress: () => undefined })
  }

  test('given no answer, when a file is uploaded, then it is sent again with the same key', async () => {
    const keys = given(0, 502)

    expect(await send()).toEqual({ files: [] })

    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^"[0-9a-f]{32}"$/)
  })

  test('given a refusal, when a file is uploaded, then it is sent once', async () => {
    const keys = given(413)

    await expect(send()).rejects.toThrow('413')

    expect(keys).toHaveLength(1)
  })
})

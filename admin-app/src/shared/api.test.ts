import { documentApi } from '@agency/contract/documents'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { signIn, tokenFor } from '../testing/render-app'
import { at, server } from '../testing/server'
import { api } from './api'
import { callUpload } from './call'
import { loginKeys, storeLogin, useLogin } from './login-store'

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

  test('given an object that does not exist, when it is deleted, then the call succeeds; when it is read, then it fails', async () => {
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
    return callUpload(documentApi.upload, { params: { clientId: '1' }, form })
  }

  test('given no answer, when a file is uploaded, then it is sent again with the same key @full', async () => {
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

import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { signIn, tokenFor } from '../testing/render-app'
import { at, server } from '../testing/server'
import { api } from './api'
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

  test('given a write that fails, when the server is in trouble, then it is sent once only', async () => {
    let sent = 0
    server.use(
      http.put(at('thing'), () => {
        sent += 1
        return HttpResponse.json({}, { status: 503 })
      }),
    )

    await expect(api().put('thing')).rejects.toThrow()

    expect(sent).toBe(1)
  })
})

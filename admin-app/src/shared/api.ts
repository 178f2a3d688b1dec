import { backgroundHeader } from '@agency/contract/admins'
import { repeatedCalls } from '@agency/http-client/repeated-call'
import ky, { type KyInstance } from 'ky'
import { isPersonActive } from './activity'
import { endLogin, useLogin } from './login-store'

interface Connection {
  readonly base: string
  readonly http: KyInstance
}

let connection: Connection | undefined

/** Before the first and the second repeat of a call that got no answer, in milliseconds. */
export const repeatPause = (repeat: number): number => 150 * repeat

/** A call that got no answer is sent again: a replica that answers it may have just been replaced. */
const { prepare, send } = repeatedCalls(repeatPause)

/** Sets the base of all calls; called once, before anything is rendered. */
export function connectApi(apiBase: string): void {
  const base = new URL(apiBase, document.baseURI).href
  const http = ky.create({
    prefix: base,
    timeout: false,
    retry: 0,
    fetch: send,
    hooks: {
      beforeRequest: [({ request }) => authorize(request), prepare],
      afterResponse: [
        ({ request, response }) => followExpiry(readBearer(request), response.status),
        ({ request, response }) => acceptGone(request, response),
      ],
    },
  })
  connection = { base, http }
}

/** The HTTP client of the whole app. @throws Error before `connectApi`. */
export const api = (): KyInstance => connected().http

/** The absolute address of a call. @throws Error before `connectApi`. */
export const apiAddress = (path: string): string => `${connected().base.replace(/\/$/, '')}/${path}`

/** The value of the Authorization header for a token. */
export const bearer = (token: string): string => `Bearer ${token}`

/**
 * Ends the session when a call made with its token was answered 401. An older token's says nothing about the login
 * that is stored now.
 */
export function followExpiry(token: string | undefined, status: number): void {
  if (status === 401 && token !== undefined && token === storedToken()) endLogin('expired')
}

function connected(): Connection {
  if (connection === undefined) throw new Error('connectApi has not been called.')
  return connection
}

function authorize(request: Request): void {
  const token = storedToken()
  if (token === undefined) return
  request.headers.set('Authorization', bearer(token))
  // A call that nobody has asked for, such as a poll, must not keep an idle login alive.
  if (!isPersonActive()) request.headers.set(backgroundHeader, '1')
}

/** What was to be deleted and is gone is deleted, by whomever: also by this very call, sent again on its way. */
const acceptGone = ({ method }: Request, { status }: Response): Response | undefined =>
  method === 'DELETE' && status === 404 ? new Response(null, { status: 204 }) : undefined

const readBearer = (request: Request): string | undefined =>
  request.headers.get('Authorization')?.replace('Bearer ', '')

const storedToken = (): string | undefined => useLogin.getState().login?.token

import { backgroundHeader } from '@agency/contract/background-call'
import { maskedHeader } from '@agency/contract/masked-call'
import { createHttpClient } from '@agency/http-client/http-client'
import type { KyInstance } from 'ky'
import { isPersonActive } from './activity'
import { submissionKey } from './dialogs/submission'
import { askForSecondFactor, endLogin, useLogin } from './login-store'

interface Connection {
  readonly base: string
  readonly http: KyInstance
}

let connection: Connection | undefined

/** Sets the base address of all calls. Called once, before anything is rendered. */
export function connectApi(apiBase: string): void {
  const base = new URL(apiBase, document.baseURI).href
  const http = createHttpClient({
    prefix: base,
    keyOf: submissionKey,
    beforeRequest: [({ request }) => authorize(request)],
    afterResponse: [
      ({ request, response }) => followExpiry(readBearer(request), response.status),
      ({ response }) => followRequiredFactor(response),
      ({ request, response }) => acceptGone(request, response),
    ],
  })
  connection = { base, http }
}

/** The HTTP client of the whole app. @throws Error before `connectApi`. */
export const api = (): KyInstance => connected().http

/** The absolute URL of a call. @throws Error before `connectApi`. */
export const apiAddress = (path: string): string => `${connected().base.replace(/\/$/, '')}/${path}`

export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` })

export const bearer = (token: string): string => `Bearer ${token}`

/** A 401 to an older token says nothing about the login that is stored now. */
export function followExpiry(token: string | undefined, status: number): void {
  if (status === 401 && token !== undefined && token === storedToken()) endLogin('expired')
}

/** Leads to the set-up of a second factor, if one is required since this login began. */
async function followRequiredFactor(response: Response): Promise<void> {
  if (response.status !== 403) return
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (typeof body === 'object' && body !== null && 'code' in body && body.code === 'SECOND_FACTOR_REQUIRED')
    askForSecondFactor('required')
}

function connected(): Connection {
  if (connection === undefined) throw new Error('connectApi has not been called.')
  return connection
}

function authorize(request: Request): void {
  const token = storedToken()
  if (token === undefined) return
  request.headers.set('Authorization', bearer(token))
  // Sensitive values are fetched one by one, when a person asks for them.
  request.headers.set(maskedHeader, '1')
  // A call that the person did not cause, such as a poll, must not keep an idle login alive.
  if (!isPersonActive()) request.headers.set(backgroundHeader, '1')
}

/** A DELETE answered 404 succeeded: the object is gone, perhaps by an earlier try of the same call. */
const acceptGone = ({ method }: Request, { status }: Response): Response | undefined =>
  method === 'DELETE' && status === 404 ? new Response(null, { status: 204 }) : undefined

const readBearer = (request: Request): string | undefined =>
  request.headers.get('Authorization')?.replace('Bearer ', '')

const storedToken = (): string | undefined => useLogin.getState().login?.token

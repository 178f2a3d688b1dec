import { idempotencyKeyHeader, newIdempotencyKey } from '@agency/contract/idempotency'
import ky, { type AfterResponseHook, type BeforeRequestHook, type KyInstance } from 'ky'
import { followBody } from './answer-body.ts'
import { fetchWithIdleTimeOut, IdleTimeOutError } from './idle-time-out.ts'
import { isOutage, maxRetries, retryUnanswered } from './retry-policy.ts'

interface HttpClientOptions {
  readonly prefix: string
  /** `include` when the API may have a host of its own, on the same site. */
  readonly credentials?: RequestCredentials
  readonly beforeRequest?: readonly BeforeRequestHook[]
  readonly afterResponse?: readonly AfterResponseHook[]
  /** The Idempotency-Key of a POST that may be a repeat; undefined gives it one of its own. */
  readonly keyOf?: (address: string, body: string) => string | undefined
}

/** For ky's `context`: a call that is never retried, such as a probe of the connection. */
export const sendOnce = { once: true } as const

/** Retries unanswered calls with one Idempotency-Key, and ends reads by the idle time-out; a cut body is final. */
export function createHttpClient(options: HttpClientOptions): KyInstance {
  const { prefix, credentials, beforeRequest, afterResponse } = options
  const { prepare, send } = createRetryingFetch(options)
  return ky.create({
    prefix,
    ...(credentials === undefined ? {} : { credentials }),
    timeout: false,
    retry: 0,
    fetch: send,
    hooks: {
      beforeRequest: [...(beforeRequest ?? []), prepare],
      afterResponse: [...(afterResponse ?? [])],
    },
  })
}

class OutageError extends Error {}

/** ky clones each request, whose body is then a stream: Chromium may send it without a length. */
function createRetryingFetch({ keyOf }: Pick<HttpClientOptions, 'keyOf'>) {
  const bodies = new WeakMap<Request, string>()
  const unrepeated = new WeakSet<Request>()

  /** The last hook before a request: sets the Idempotency-Key and keeps the body for a retry. */
  const prepare: BeforeRequestHook = ({ request, options }) => {
    if ('once' in options.context) unrepeated.add(request)
    if (typeof options.body === 'string') bodies.set(request, options.body)
    if (request.method !== 'POST') return
    const key = keyOf?.(request.url, bodies.get(request) ?? '')
    request.headers.set(idempotencyKeyHeader, key ?? newIdempotencyKey())
  }

  const send = async (request: string | URL | Request): Promise<Response> => {
    if (!(request instanceof Request) || unrepeated.has(request)) return fetch(request)
    const { method, signal } = request
    const body = bodies.get(request)
    const copy = () => new Request(request, body === undefined ? {} : { body })
    const attempt = async (retry: number) => {
      const response = await (method === 'GET' ? fetchWithIdleTimeOut : fetchToEnd)(retry === 0 ? request : copy())
      if (retry < maxRetries && (await isOutageAnswer(response))) throw new OutageError()
      return response
    }
    return retryUnanswered(attempt, { signal, isUnanswered: (error) => !(error instanceof IdleTimeOutError) })
  }

  return { prepare, send }
}

async function fetchToEnd(request: Request): Promise<Response> {
  return followBody(await fetch(request), { signal: request.signal })
}

async function isOutageAnswer(response: Response): Promise<boolean> {
  if (!isOutage(response.status, null)) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return isOutage(response.status, body)
}

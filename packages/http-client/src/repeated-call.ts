import { idempotencyKeyHeader, newIdempotencyKey } from '@agency/contract/idempotency'
import { NoAnswerError, readPatiently } from './patient-read.ts'

/** How often a call that got no answer is sent again. */
export const repeats = 2

/** What a proxy answers when it cannot reach what it stands for. */
const outOfReach: readonly number[] = [502, 503, 504]

/** What of ky's options is used here. */
interface CallOptions {
  readonly body?: unknown
  readonly context: object
}

/** For ky's `context`: a call that is not sent again, such as one that asks whether there is an answer at all. */
export const sendOnce = { once: true } as const

/**
 * For ky, with its own retry off: sends a call that got no answer again. What was done already is not done twice: a POST
 * carries a key of its own, and all other writes set what they set. A read that hangs fails with a NoAnswerError.
 * ky would clone each request beforehand; a clone's body is a stream, which Chromium may send without a length, and not
 * after its page was left.
 * @param pause milliseconds before the first, the second … repeat
 */
export function repeatedCalls(pause: (repeat: number) => number) {
  const bodies = new WeakMap<Request, string>()
  const single = new WeakSet<Request>()

  /** The last hook before a request: keeps what would have to be sent again. */
  const prepare = ({ request, options }: { request: Request; options: CallOptions }): void => {
    if (request.method === 'POST') request.headers.set(idempotencyKeyHeader, newIdempotencyKey())
    if ('once' in options.context) single.add(request)
    if (typeof options.body === 'string') bodies.set(request, options.body)
  }

  /** In place of `fetch`, which ky gives a request. */
  const send = async (request: string | URL | Request): Promise<Response> => {
    if (!(request instanceof Request) || single.has(request)) return fetch(request)
    const body = bodies.get(request)
    const isRead = request.method === 'GET'
    const again = () => new Request(request, body === undefined ? {} : { body })
    for (let repeat = 0; ; repeat += 1) {
      const isLast = repeat === repeats
      try {
        const response = await (isRead ? readPatiently : fetch)(repeat === 0 ? request : again())
        if (isLast || !(await isUnanswered(response))) return response
      } catch (error) {
        // Whoever waited that long decides for themselves whether to wait again.
        if (isLast || request.signal.aborted || error instanceof NoAnswerError) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, pause(repeat + 1)))
      if (request.signal.aborted) throw request.signal.reason
    }
  }

  return { prepare, send }
}

/** Whether nobody of ours answered; the e-signature provider's failure is told by our own server. */
async function isUnanswered(response: Response): Promise<boolean> {
  if (!outOfReach.includes(response.status)) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return !(typeof body === 'object' && body !== null && 'code' in body && body.code === 'ESIGN_FAILED')
}

/**
 * Idle time-out in ms: the longest wait for the answer, and between two chunks of it. A file may wait longer: the server
 * may first have to fetch it from the file store, or to sign it.
 */
export const idleTimeOut = { data: 20_000, file: 60_000 } as const

/** A read that was given up by the idle time-out. */
export class IdleTimeOutError extends Error {
  override readonly name = 'IdleTimeOutError'
}

/**
 * Fetches with an idle time-out. There is no limit for the whole read: a slow body that keeps arriving is read to its end.
 * @param request `Accept: application/json`, which ky sets for `json()`, selects the time-out for data
 * @throws IdleTimeOutError, also while the body is read
 */
export async function fetchWithIdleTimeOut(request: Request): Promise<Response> {
  const wait = request.headers.get('Accept') === 'application/json' ? idleTimeOut.data : idleTimeOut.file
  const idle = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idle.abort(new IdleTimeOutError(`No data arrived for ${wait} ms.`)), wait)
  }
  const stop = () => clearTimeout(timer)
  // `AbortSignal.any` is missing on phones from before 2024.
  const abort = () => idle.abort(request.signal.reason)
  if (request.signal.aborted) abort()
  request.signal.addEventListener('abort', abort)
  restart()
  try {
    const response = await fetch(request, { signal: idle.signal })
    return restartOnChunks(response, { signal: idle.signal, restart, stop })
  } catch (error) {
    stop()
    throw error
  }
}

interface IdleTimer {
  /** Aborted by the idle time-out, or by the caller. */
  readonly signal: AbortSignal
  readonly restart: () => void
  readonly stop: () => void
}

/** The same answer; each chunk of its body restarts the timer. */
function restartOnChunks(response: Response, { signal, restart, stop }: IdleTimer): Response {
  restart()
  if (response.body === null) {
    stop()
    return response
  }
  const chunks = new TransformStream<Uint8Array, Uint8Array>({
    // Browsers differ in the error of an aborted body.
    start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    transform: (chunk, controller) => {
      restart()
      controller.enqueue(chunk)
    },
    flush: stop,
  })
  return new Response(response.body.pipeThrough(chunks), response)
}

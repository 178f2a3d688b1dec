import { followBody } from './answer-body.ts'

/**
 * Idle time-out in ms: the longest wait for the answer, and between two chunks of it. A file may wait longer: the server
 * may first have to fetch it from the file store, or to sign it.
 */
export const idleTimeOut = { data: 20_000, file: 60_000 } as const

/** A read that the idle time-out ended. */
export class IdleTimeOutError extends Error {
  override readonly name = 'IdleTimeOutError'
}

/**
 * Fetches with an idle time-out. There is no limit for the whole read: a slow body that keeps arriving is read to its end.
 * @param request `Accept: application/json`, which ky sets for `json()`, selects the time-out for data
 * @throws IdleTimeOutError, also while the body is read; a body may fail with CutAnswerError too
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
    restart()
    return followBody(response, { signal: idle.signal, onChunk: restart, onEnd: stop })
  } catch (error) {
    stop()
    throw error
  }
}

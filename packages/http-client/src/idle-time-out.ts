import { followBody } from './answer-body.ts'

/** Milliseconds, also between two chunks. A file may first have to be fetched, or to be signed. */
export const idleTimeOut = { data: 20_000, file: 60_000 } as const

export class IdleTimeOutError extends Error {
  override readonly name = 'IdleTimeOutError'
}

/** A slow body that keeps arriving has no limit. `Accept: application/json` selects the time for data. */
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

/**
 * Milliseconds in which something has to arrive: the answer, and then each next part of it. Data is there at once or in
 * trouble; a file may first have to be fetched from elsewhere, or signed.
 */
export const patience = { data: 20_000, file: 60_000 } as const

/** A read for which nothing more arrived. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/**
 * Fetches, and gives up when nothing arrives for too long. However slow, what keeps arriving is read to its end.
 * @param request says with `Accept: application/json`, as ky does for `json()`, that it wants data, not a file
 * @throws NoAnswerError, also while the body is read
 */
export async function readPatiently(request: Request): Promise<Response> {
  const wait = request.headers.get('Accept') === 'application/json' ? patience.data : patience.file
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new NoAnswerError(`Nothing arrived for ${wait} ms.`)), wait)
  }
  const ended = () => clearTimeout(timer)
  // `AbortSignal.any` is not on phones of before 2024.
  const leave = () => silence.abort(request.signal.reason)
  if (request.signal.aborted) leave()
  request.signal.addEventListener('abort', leave)
  heard()
  try {
    const response = await fetch(request, { signal: silence.signal })
    return listenedTo(response, { signal: silence.signal, heard, ended })
  } catch (error) {
    ended()
    throw error
  }
}

interface Listener {
  /** Aborted when it has been silent for too long, or nobody wants it any more. */
  readonly signal: AbortSignal
  readonly heard: () => void
  readonly ended: () => void
}

/** The same answer, of whose body each part is heard. */
function listenedTo(response: Response, { signal, heard, ended }: Listener): Response {
  heard()
  if (response.body === null) {
    ended()
    return response
  }
  const parts = new TransformStream<Uint8Array, Uint8Array>({
    // Browsers differ in what a body that is broken off fails with.
    start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    transform: (part, controller) => {
      heard()
      controller.enqueue(part)
    },
    flush: ended,
  })
  return new Response(response.body.pipeThrough(parts), response)
}

/** Statuses of answers without a body (Fetch, "null body status"). Chromium gives them an empty stream all the same. */
const withoutBody = new Set([204, 205, 304])

/** An answer that was cut off in the middle of its body: the connection was lost. */
export class CutAnswerError extends Error {
  override readonly name = 'CutAnswerError'
}

interface BodyReading {
  /** Of the call: its reason is the error of an aborted body, in which browsers differ. */
  readonly signal: AbortSignal
  readonly onChunk?: () => void
  /** The body was read to its end. */
  readonly onEnd?: () => void
}

/**
 * The same answer, whose body fails with a CutAnswerError when the connection is lost: browsers fail with a TypeError of
 * their own, and ky translates only those of `fetch` itself.
 */
export function followBody(response: Response, { signal, onChunk, onEnd }: BodyReading): Response {
  if (response.body === null || withoutBody.has(response.status)) {
    onEnd?.()
    return response
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          onEnd?.()
          controller.close()
        } else {
          onChunk?.()
          controller.enqueue(value)
        }
      } catch (cause) {
        onEnd?.()
        controller.error(new CutAnswerError('The answer ended in the middle of its body.', { cause }))
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, response)
}

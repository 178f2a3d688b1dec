/** Statuses of answers without a body (Fetch, "null body status"). Chromium gives them an empty stream all the same. */
const withoutBody = new Set([204, 205, 304])

export class CutAnswerError extends Error {
  override readonly name = 'CutAnswerError'
}

interface BodyReading {
  readonly signal: AbortSignal
  readonly onChunk?: () => void
  readonly onEnd?: () => void
}

/** Fails with CutAnswerError on a lost connection: browsers give a TypeError, and ky translates only `fetch`'s. */
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

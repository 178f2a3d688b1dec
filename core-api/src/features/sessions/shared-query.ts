/**
 * Shares one query among callers who ask for the same at the same time. An answer is never older than its call: who
 * asks while the query runs waits for the next run.
 */
export function sharedQuery<Answer>(run: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> | undefined
  let next: Promise<Answer> | undefined

  const begin = (): Promise<Answer> => {
    next = undefined
    const answer = run()
    running = answer.then(
      () => undefined,
      () => undefined,
    )
    running.then(() => {
      if (next === undefined) running = undefined
    })
    return answer
  }
  return () => {
    if (!running) return begin()
    next ??= running.then(begin)
    return next
  }
}

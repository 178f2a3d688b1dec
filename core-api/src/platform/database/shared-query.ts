/** Among callers at the same time. An answer is never older than its call: later ones wait for the next run. */
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

/**
 * Shares calls of equal arguments, which are the key.
 * @param run depends on them (JSON values) and the database alone
 */
export function shareEqualCalls<Arguments extends unknown[], Answer>(
  run: (...given: Arguments) => Promise<Answer>,
): (...given: Arguments) => Promise<Answer> {
  const shared = new SharedQueries<Answer>()
  return (...given) => shared.of(JSON.stringify(given), () => run(...given))
}

/** Shares queries of many keys in the same way. A key is removed when no caller waits for its answer. */
export class SharedQueries<Answer> {
  readonly #asked = new Map<string, { ask: () => Promise<Answer>; waiting: number }>()

  /** @param key names everything that the answer depends on, also what its callers may see */
  async of(key: string, run: () => Promise<Answer>): Promise<Answer> {
    const asked = this.#asked.get(key) ?? { ask: sharedQuery(run), waiting: 0 }
    this.#asked.set(key, asked)
    asked.waiting++
    try {
      return await asked.ask()
    } finally {
      asked.waiting--
      if (asked.waiting === 0) this.#asked.delete(key)
    }
  }
}

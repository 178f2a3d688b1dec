interface Waiting<Input, Answer> {
  input: Input
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Runs calls of the same moment by one statement. A call runs at once while fewer than `lanes` statements run; those
 * that come later wait for the next free lane, and share it. So no answer is older than its call.
 * @param run gives what answers each of the inputs; when it fails, each of its calls fails
 * @param keyOf calls with the same key run one after another, in their order
 */
export function groupCalls<Input, Answer>(
  run: (inputs: Input[]) => Promise<(input: Input) => Answer>,
  { lanes, most, keyOf }: { lanes: number; most: number; keyOf(input: Input): string },
): (input: Input) => Promise<Answer> {
  const busy = new Set<string>()
  let free = lanes
  let waiting: Waiting<Input, Answer>[] = []

  const take = (): Map<string, Waiting<Input, Answer>> => {
    const group = new Map<string, Waiting<Input, Answer>>()
    waiting = waiting.filter((call) => {
      const key = keyOf(call.input)
      if (group.size === most || busy.has(key) || group.has(key)) return true
      group.set(key, call)
      return false
    })
    return group
  }

  const start = () => {
    const group = free > 0 ? take() : new Map<string, Waiting<Input, Answer>>()
    if (group.size === 0) return
    free--
    for (const key of group.keys()) busy.add(key)
    const calls = [...group.values()]
    const ended = () => {
      free++
      for (const key of group.keys()) busy.delete(key)
      start()
    }
    run(calls.map(({ input }) => input))
      .then(
        (answerTo) => {
          for (const { input, resolve } of calls) resolve(answerTo(input))
        },
        (error) => {
          for (const { reject } of calls) reject(error)
        },
      )
      .then(ended)
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      start()
    })
}

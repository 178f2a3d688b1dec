interface Waiting<Input, Answer> {
  input: Input
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** Later calls share the next free lane: no answer is older than its call. @param keyOf equal keys run in order */
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

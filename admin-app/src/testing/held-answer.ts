/** Holds an answer of the server until a test releases it. */
export function holdAnswer() {
  let ask: () => void
  let release: () => void
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    /** Resolves when the server is asked. */
    asked,
    release: () => release(),
    /** To be awaited by the server. */
    hold: () => {
      ask()
      return released
    },
  }
}

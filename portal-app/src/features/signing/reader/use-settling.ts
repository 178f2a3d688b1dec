import { useEffect, useState } from 'react'

/** Milliseconds without a press after which a step that was not seen before can be chosen. */
const settlingTime = 700

/** Whether a step that waits for a pause without presses is still to wait. `startAgain` begins the pause anew. */
export function useSettling(waits: boolean) {
  const [presses, setPresses] = useState(0)
  const [settled, setSettled] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press begins the pause anew
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setSettled(true), settlingTime)
    return () => clearTimeout(timer)
  }, [waits, presses])
  return { isSettling: waits && !settled, startAgain: () => setPresses((count) => count + 1) }
}

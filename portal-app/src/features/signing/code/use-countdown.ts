import { useEffect, useState } from 'react'

const second = 1_000

/** Seconds left of `seconds`, counted from `since` (ms since the epoch). */
export function useCountdown(seconds: number, since: number): number {
  const end = since + seconds * second
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((end - now) / second))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [isOver])
  return left
}

import { useEffect, useState } from 'react'

/** Whether a screen has been shown for longer than `after` milliseconds. */
export function useLate(after: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return late
}

import { type RefObject, useEffect, useState } from 'react'

/** A finger that moves further, in px, scrolls. */
const distance = 24

/** Then its bars are not needed. They come back when it scrolls back or taps, and at the end. */
export function useScrollingOn(scroller: RefObject<HTMLElement | null>): boolean {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const ends = new AbortController()
    const options = { passive: true, signal: ends.signal }
    let from = 0
    const isAtEnd = () => element.scrollTop + element.clientHeight >= element.scrollHeight - distance
    const start = () => {
      from = element.scrollTop
    }
    const move = () => {
      const moved = element.scrollTop - from
      if (Math.abs(moved) > distance) setOn(moved > 0 && !isAtEnd())
    }
    const end = () => element.scrollTop === from && setOn(false)
    element.addEventListener('touchstart', start, options)
    element.addEventListener('touchmove', move, options)
    element.addEventListener('touchend', end, options)
    element.addEventListener('scroll', () => isAtEnd() && setOn(false), options)
    return () => ends.abort()
  }, [scroller])
  return isOn
}

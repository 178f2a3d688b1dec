import { useEffect, useState } from 'react'

let isPressed = false
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => setPressed(true), { capture: true })
  for (const end of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(end, () => setPressed(false), { capture: true })
}

function setPressed(pressed: boolean) {
  isPressed = pressed
}

/** Text that appears when a field is left would move the button under the pointer, and the click would miss it. */
export function useAfterPress<T extends string | number | boolean>(value: T): T {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (!isPressed) {
      setShown(value)
      return
    }
    let timer: ReturnType<typeof setTimeout>
    const follow = () => {
      // The click is dispatched in the task of this event, and so before a timer.
      timer = setTimeout(() => setShown(value))
    }
    window.addEventListener('pointerup', follow)
    window.addEventListener('pointercancel', follow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointerup', follow)
      window.removeEventListener('pointercancel', follow)
    }
  }, [value])
  return shown
}

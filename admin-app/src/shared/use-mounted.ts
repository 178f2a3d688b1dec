import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is still on the page, for what it does after an answer of the server. */
export function useMounted(): RefObject<boolean> {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}

import { useEffect } from 'react'

/** While something smaller is open in a dialog, Escape ends that alone: the dialog itself listens on the document. */
export function useEscape(active: boolean, end: () => void): void {
  useEffect(() => {
    if (!active) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [active, end])
}

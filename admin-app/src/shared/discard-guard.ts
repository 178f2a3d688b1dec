import { useEffect } from 'react'
import { confirm } from './dialogs'

/** Closes a dialog; when something typed would be lost, only after the person agrees. */
export async function closeUnlessDirty(dirty: boolean, close: () => void): Promise<void> {
  if (!dirty || (await confirm('Discard your changes?', { confirmLabel: 'Discard', danger: true }))) close()
}

/** While something typed would be lost, the browser asks before the page is closed or loaded again. */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}

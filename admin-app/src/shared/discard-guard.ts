import { useEffect } from 'react'
import { confirm } from './dialogs'

/** Closes a dialog; when something typed would be lost, only after the person agrees. */
export async function closeUnlessDirty(dirty: boolean, close: () => void): Promise<void> {
  if (!dirty || (await confirm('Discard your changes?', { confirmLabel: 'Discard', danger: true }))) close()
}

/** Lets the browser ask before the page itself goes, with everything that was typed. */
export function useUnloadGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}

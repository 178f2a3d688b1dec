import { useEffect } from 'react'
import { useCloseOnBack } from '../shared-ui'
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

/**
 * While something typed on a page would be lost, its links, Back and the browser ask before the page is left.
 * @param goBack where Back leads once the person agrees
 */
export function usePageGuard(dirty: boolean, goBack: () => void): void {
  useLeaveGuard(dirty)
  useCloseOnBack(dirty, () => void closeUnlessDirty(true, goBack))
  useEffect(() => {
    if (!dirty) return
    let agreed = false
    const ask = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (agreed || link === null || !leavesPage(link, event)) return
      event.preventDefault()
      event.stopPropagation()
      void closeUnlessDirty(true, () => {
        agreed = true
        link.click()
      })
    }
    // Before the router's own listener.
    window.addEventListener('click', ask, { capture: true })
    return () => window.removeEventListener('click', ask, { capture: true })
  }, [dirty])
}

/** Whether a click leads away in this tab, and not to a part of this page. */
const leavesPage = (link: HTMLAnchorElement, { ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  link.target === '' && !link.getAttribute('href')?.startsWith('#') && !ctrlKey && !metaKey && !shiftKey

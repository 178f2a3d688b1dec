import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { useCloseOnBack } from '../shared-ui'
import { confirm } from './dialogs'

/** Closes a dialog. While it is dirty, asks for confirmation first. */
export async function closeUnlessDirty(dirty: boolean, close: () => void): Promise<void> {
  if (!dirty || (await confirm('Discard your changes?', { confirmLabel: 'Discard', danger: true }))) close()
}

/** While dirty, the browser asks before the page is closed or reloaded. */
export function useLeaveGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}

/** One entry for each mounted page with unsaved input. */
const dirtyPages = new Set<object>()

/** Leaves the page by script. While `usePageGuard` holds unsaved input, asks for confirmation first. */
export const leavePage = (leave: () => void): Promise<void> => closeUnlessDirty(dirtyPages.size > 0, leave)

/**
 * Lets links, Back, `leavePage` and the browser ask while a page is dirty.
 * @param goBack called after a confirmed Back
 */
export function usePageGuard(dirty: boolean, goBack: () => void): void {
  useLeaveGuard(dirty)
  useLinkGuard(dirty)
  useCloseOnBack(dirty, () => void closeUnlessDirty(true, goBack))
  useEffect(() => {
    if (!dirty) return
    const page = {}
    dirtyPages.add(page)
    return () => {
      dirtyPages.delete(page)
    }
  }, [dirty])
}

/** The same for an editor on a page, which Back closes too. @param close drops what was typed */
export function useEditorGuard(dirty: boolean, close: () => void): void {
  const navigate = useNavigate()
  usePageGuard(dirty, () => {
    // Before the page is left: an open editor would take Back for itself again.
    flushSync(close)
    navigate(-1)
  })
}

/** While dirty, a link that leaves the page asks first. */
export function useLinkGuard(dirty: boolean): void {
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
    // Capture: this listener must run before the router's.
    window.addEventListener('click', ask, { capture: true })
    return () => window.removeEventListener('click', ask, { capture: true })
  }, [dirty])
}

/** Whether a click leaves the page in this tab. A link to a hash, to a file, to a phone or to an address does not. */
function leavesPage(link: HTMLAnchorElement, { ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  if (link.target !== '' || link.hasAttribute('download') || ctrlKey || metaKey || shiftKey) return false
  const { protocol, pathname, hash } = new URL(link.href, window.location.href)
  return protocol.startsWith('http') && !(hash !== '' && pathname === window.location.pathname)
}

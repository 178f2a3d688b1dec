import { base } from '../../shared/paths'
import { prefetchScreen } from './router'

/**
 * Loads the files of a screen when the pointer or the focus reaches a link to it, so that the press waits for data alone.
 * Data is not prefetched: reading a record is an access in the audit trail.
 * @returns a function that stops it
 */
export function prefetchPointedScreens(prefetch: (pathname: string) => void = prefetchScreen): () => void {
  const onPoint = ({ target }: Event) => {
    const pathname = target instanceof Element ? screenAt(target) : undefined
    if (pathname !== undefined) prefetch(pathname)
  }
  document.addEventListener('pointerover', onPoint, { passive: true })
  document.addEventListener('focusin', onPoint)
  return () => {
    document.removeEventListener('pointerover', onPoint)
    document.removeEventListener('focusin', onPoint)
  }
}

/** Where a press leads. A row's link covers the row in CSS alone, so the pointer may be over another cell of it. */
function screenAt(target: Element): string | undefined {
  const link = target.closest('a') ?? target.closest('tr[data-clickable]')?.querySelector('a')
  if (!link || link.origin !== window.location.origin || !link.pathname.startsWith(base)) return undefined
  return link.pathname
}

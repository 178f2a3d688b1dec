/** Milliseconds before each retry. A network that changes, as from Wi-Fi to mobile, is back within seconds. */
const pauses = [200, 1_000, 3_000]
const reloadsKey = 'lost-script-reloads'

/** The event that an app dispatches on `window` after its first render. */
export const startedEvent = 'app-started'

/** The stylesheets that are being retried, and those that this script has requested. */
const handled = new WeakSet<EventTarget>()

/**
 * Retries files of the page that were lost, as by Chromium's ERR_NETWORK_CHANGED:
 * - A stylesheet is requested again, of the page or of a chunk that is loaded later. Until the app has started, the page
 *   is invisible meanwhile, so that it is never seen unstyled. After the last retry the error event is let through.
 * - A script that is lost before the app has started reloads the page: browsers remember failed modules by URL. Not if
 *   something was typed into a form that the server rendered: the form works without the app. Later the app offers a
 *   reload itself.
 *
 * Runs as a classic script in the head: after the page's stylesheets have loaded or failed, before its body is parsed, and
 * before its modules. So a body that the server rendered is not seen unstyled.
 */
export function retryLostFiles(reload: () => void = () => location.reload()): void {
  const missing = new Set<HTMLLinkElement>()
  let isStarted = false
  let isReloading = false

  async function retryStylesheet(lost: HTMLLinkElement): Promise<void> {
    handled.add(lost)
    if (!isStarted) missing.add(lost)
    hidePageIf(missing.size > 0)
    const isLoaded = await loadAgain(lost)
    missing.delete(lost)
    hidePageIf(missing.size > 0)
    // For the code that waits for this stylesheet: Vite's loader of chunks.
    lost.dispatchEvent(new Event(isLoaded ? 'load' : 'error'))
  }

  function reloadPage(): void {
    const reloads = countReloads()
    const pause = pauses[reloads]
    if (isStarted || isReloading || pause === undefined || isFilledIn()) return
    isReloading = true
    storeReloads(reloads + 1)
    setTimeout(() => {
      if (!isFilledIn()) reload()
    }, pause)
  }

  function handleError(event: Event): void {
    const { target } = event
    if (target instanceof HTMLScriptElement) reloadPage()
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || handled.has(target)) return
    event.stopImmediatePropagation()
    void retryStylesheet(target)
  }

  window.addEventListener('error', handleError, { capture: true })
  window.addEventListener('unhandledrejection', reloadPage)
  window.addEventListener(startedEvent, () => {
    isStarted = true
    storeReloads(0)
  })
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (isLost(link)) void retryStylesheet(link)
}

/** How often this script has reloaded the page. Where the browser blocks site data, a reloaded page is not reloaded again. */
function countReloads(): number {
  try {
    return Number(sessionStorage.getItem(reloadsKey))
  } catch {
    const [navigation] = performance.getEntriesByType('navigation')
    return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload' ? pauses.length : 0
  }
}

function storeReloads(count: number): void {
  try {
    if (count === 0) sessionStorage.removeItem(reloadsKey)
    else sessionStorage.setItem(reloadsKey, String(count))
  } catch {
    // Blocked: the kind of navigation is counted instead.
  }
}

/** Whether a stylesheet has failed. Chromium then has a sheet, whose rules cannot be read. */
function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules === undefined
  } catch {
    return true
  }
}

const isFilledIn = () =>
  [...document.querySelectorAll('input')].some(({ type, value }) => type !== 'checkbox' && value !== '')

/** By opacity, so that the app can set the focus meanwhile. */
function hidePageIf(isHidden: boolean): void {
  document.documentElement.style.opacity = isHidden ? '0' : ''
}

/** Replaces the link by a new one, which is requested anew, until one has loaded. @returns whether one has */
async function loadAgain(lost: HTMLLinkElement): Promise<boolean> {
  let last = lost
  for (const pause of pauses) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const again = document.createElement('link')
    handled.add(again)
    again.rel = lost.rel
    again.crossOrigin = lost.crossOrigin
    again.href = lost.href
    const loading = new Promise<boolean>((resolve) => {
      again.onload = () => resolve(true)
      again.onerror = () => resolve(false)
    })
    last.replaceWith(again)
    last = again
    if (await loading) return true
  }
  return false
}

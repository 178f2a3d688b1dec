/**
 * Hides the page while the browser keeps it for Back (bfcache), and shows it again after a check of the login or session:
 * a logout in another tab does not reach such a page.
 * @param check called before the page is shown again; the page stays hidden until it resolves
 * @returns the function that stops it
 */
export function guardRestoredPage(check: () => void | Promise<void>): () => void {
  const { style } = document.documentElement
  const show = () => {
    style.visibility = ''
  }
  const onHide = ({ persisted }: PageTransitionEvent) => {
    if (persisted) style.visibility = 'hidden'
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    const checked = persisted ? check() : undefined
    if (checked === undefined) show()
    else void checked.then(show)
  }
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
    show()
  }
}

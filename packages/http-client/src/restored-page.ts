/** A logout in another tab does not reach the bfcache. @param check the page stays hidden until it resolves */
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

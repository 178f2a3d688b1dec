/** Milliseconds after which the click that belongs to a press has come; on touch screens it follows the press. */
const clickDelay = 100

let pressed = false
const press = () => {
  pressed = true
}
const release = () => {
  pressed = false
}
window.addEventListener('pointerdown', press, { capture: true, passive: true })
window.addEventListener('pointerup', release, { capture: true, passive: true })
window.addEventListener('pointercancel', release, { capture: true, passive: true })

/**
 * Resolves when nothing on the page is being pressed. A browser makes no click of a press whose element was replaced
 * meanwhile, so nothing that can be pressed may be swapped during one.
 */
export async function untilReleased(): Promise<void> {
  if (!pressed) return
  await new Promise<void>((resolve) => {
    const ended = () => setTimeout(resolve, clickDelay)
    window.addEventListener('pointerup', ended, { once: true, capture: true })
    window.addEventListener('pointercancel', ended, { once: true, capture: true })
  })
}

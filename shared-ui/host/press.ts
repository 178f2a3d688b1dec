/** Milliseconds after which the click that belongs to a press has come; on touch screens it follows the press. */
const clickDelay = 100
const pressable = 'button, a, [role="button"]'

let pressed = false
let held: Element | null = null
/** The pointer of the press whose click was made here. */
let clicked: number | null = null

const pressableOf = (target: unknown): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(pressable) : null

const press = ({ target }: PointerEvent) => {
  pressed = true
  held = pressableOf(target)
  clicked = null
}
/**
 * A browser makes no click of a mouse press whose element is replaced before the release. An element with the same text
 * at the same position is clicked instead.
 */
const release = ({ clientX, clientY, pointerId }: PointerEvent) => {
  const began = held
  cancel()
  if (!began || began.isConnected) return
  const successor = pressableOf(document.elementFromPoint(clientX, clientY))
  if (!successor || successor.textContent !== began.textContent) return
  successor.click()
  clicked = pointerId
}
/** Drops a click that some browsers dispatch a moment after such a touch: it would be the second click of one press. */
const dropSecondClick = (event: MouseEvent) => {
  if (!(event instanceof PointerEvent) || event.pointerId !== clicked) return
  event.preventDefault()
  event.stopImmediatePropagation()
}
const cancel = () => {
  pressed = false
  held = null
}
// A build that renders screens has no window.
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, { capture: true, passive: true })
  window.addEventListener('pointerup', release, { capture: true, passive: true })
  window.addEventListener('pointercancel', cancel, { capture: true, passive: true })
  window.addEventListener('click', dropSecondClick, { capture: true })
}

/**
 * Resolves when nothing on the page is being pressed, so that what can be pressed is seldom swapped during one. React may
 * still take its time afterwards; then the press goes to what took the element's place.
 */
export async function untilReleased(): Promise<void> {
  if (!pressed) return
  await new Promise<void>((resolve) => {
    const ended = () => setTimeout(resolve, clickDelay)
    window.addEventListener('pointerup', ended, { once: true, capture: true })
    window.addEventListener('pointercancel', ended, { once: true, capture: true })
  })
}

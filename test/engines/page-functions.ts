// Functions that run in the page: each is sent as its source, so it uses nothing of this module but types.

/** What a screen reader calls an element. A name is the whole name, unless it stands between slashes. */
export interface Sought {
  /** A role of ARIA; or `field`, an input by its label, as a password has no role. */
  readonly role: string
  readonly name?: string
  /** The role of the element that it is in, such as `dialog`. */
  readonly within?: string
  /** Scrolls the first one to the middle of the view. */
  readonly scrolled?: boolean
}

/** An element as it is in the page now. */
export interface Found {
  /** Its middle, in CSS pixels of the viewport. */
  readonly x: number
  readonly y: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Whether a tap on its middle reaches it, and nothing covers it. */
  readonly reached: boolean
  readonly focused: boolean
  /** Neither disabled, nor busy, nor with a reason why it can't act. */
  readonly ready: boolean
  readonly checked: boolean
}

interface Library {
  queryAllByRole(container: Element, role: string, options?: { name: string | RegExp }): HTMLElement[]
  queryAllByLabelText(container: Element, label: string | RegExp): HTMLElement[]
}

declare global {
  /** The library that finds elements by role and name; undefined until it is sent to a new page. */
  var TestingLibraryDom: Library | undefined
  /** Errors that the page logged or did not catch. */
  var pageProblems: string[] | undefined
}

/** Keeps the errors that the page logs or does not catch from the first call on. */
export function watchProblems(): void {
  if (globalThis.pageProblems) return
  const problems: string[] = []
  globalThis.pageProblems = problems
  addEventListener('error', ({ message }) => problems.push(message))
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
  const { error } = console
  console.error = (...told: unknown[]) => {
    problems.push(told.map(String).join(' '))
    error(...told)
  }
}

/** Finds the elements of a role and a name. @returns undefined if the page lacks the library */
export function findElements({ role, name, within, scrolled }: Sought): Found[] | undefined {
  const library = globalThis.TestingLibraryDom
  if (!library || !document.body) return undefined
  const pattern = name === undefined ? undefined : /^\/.*\/$/.test(name) ? new RegExp(name.slice(1, -1)) : name
  const places = within === undefined ? [document.body] : library.queryAllByRole(document.body, within)
  const find = (place: HTMLElement) =>
    role === 'field'
      ? library.queryAllByLabelText(place, pattern ?? /./)
      : library.queryAllByRole(place, role, pattern === undefined ? undefined : { name: pattern })
  const elements = [...new Set(places.flatMap(find))].filter((element) => element.getClientRects().length > 0)
  if (scrolled) elements[0]?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  return elements.map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    const label = element.closest('label')
    const isOff = element.matches(':disabled, [aria-disabled=true], [aria-busy=true]')
    return {
      x,
      y,
      left,
      top,
      width,
      height,
      reached: hit !== null && (element.contains(hit) || (label?.contains(hit) ?? false)),
      focused: document.activeElement === element,
      ready: !isOff,
      checked: element.matches(':checked'),
    }
  })
}

/**
 * The words of the reader's button; undefined while it can't act, or while they change: what comes into view is looked at
 * a few frames later.
 */
export async function readerStep(): Promise<string | undefined> {
  const words = () => {
    const button = document.querySelector('[data-reader-bar] button[data-size="large"]')
    return button?.matches('[aria-disabled=true], [aria-busy=true]') ? undefined : button?.textContent?.trim()
  }
  const before = words()
  for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame)
  return words() === before ? before : undefined
}

/**
 * Takes the next click only on these words: a page that counts after a rest can change them between the look and the
 * press.
 */
export function clickOnlyOn(words: string): void {
  const guard = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('button')?.textContent?.trim() === words) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', guard, { capture: true, once: true })
}

/** How much of the first canvas that fits a selector is drawn on: the share of pixels that are neither clear nor white. */
export function inkOf(selector: string): number {
  const canvas = document.querySelector(selector)
  if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return 0
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  let inked = 0
  for (let at = 0; at < data.length; at += 4) if (data[at + 3] !== 0 && (data[at] ?? 255) < 200) inked += 1
  return inked / (data.length / 4)
}

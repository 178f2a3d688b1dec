import { vi } from 'vitest'

type Report = (entries: readonly object[]) => void

// jsdom has no layout: every element is 720 px wide, 400 px high and in view.
function observer(entry: object) {
  return class {
    readonly #report: Report
    constructor(report: Report) {
      this.#report = report
    }
    observe() {
      queueMicrotask(() => this.#report([entry]))
    }
    disconnect() {}
  }
}

Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 720, 400)

/** A desktop; a test sets `roomy.matches = false` for a phone. */
export const roomy = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }

/** Puts a layout in place of the one that jsdom lacks, for one test. */
export function stubLayout(): void {
  vi.stubGlobal('ResizeObserver', observer({ contentRect: { width: 720 } }))
  vi.stubGlobal(
    'IntersectionObserver',
    observer({ isIntersecting: true, intersectionRatio: 1, intersectionRect: { height: 400 }, rootBounds: null }),
  )
  vi.stubGlobal('matchMedia', () => roomy)
}

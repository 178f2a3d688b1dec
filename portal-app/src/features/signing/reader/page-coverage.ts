/** The vertical extent of a page or of the view, in CSS pixels of the same origin. */
export interface Extent {
  readonly top: number
  readonly bottom: number
}

/** A page is divided into this many bands of the same height. */
const bands = 20

/** The bands of a page that were in view: bit 0 is the top one. */
export type Coverage = number

/** Every band was in view. */
export const whole: Coverage = 2 ** bands - 1

/** Pixels by which rounding may cut a band. */
const tolerance = 2

export function bandsInView(page: Extent, view: Extent): Coverage {
  const height = (page.bottom - page.top) / bands
  if (height <= 0) return 0
  const first = Math.max(0, Math.ceil((view.top - page.top - tolerance) / height))
  const end = Math.min(bands, Math.floor((view.bottom - page.top + tolerance) / height))
  return end <= first ? 0 : 2 ** end - 2 ** first
}

/** Where the first band begins that was not in view, as a share of the page's height; 1 when all were. */
export function unseenFrom(coverage: Coverage): number {
  for (let band = 0; band < bands; band += 1) if ((coverage & (1 << band)) === 0) return band / bands
  return 1
}

/** The part of a page, as a share of its height, that is in view when it counts as a whole once scrolling rests. */
const enough = 0.8

export function isMostlyInView(page: Extent, view: Extent): boolean {
  const shown = Math.min(page.bottom, view.bottom) - Math.max(page.top, view.top)
  return shown > 0 && shown >= enough * (page.bottom - page.top)
}

const steps = [25, 50, 75, 100, 125, 150, 200, 300, 400] as const

/** CSS px of a point at 100 %. */
const pixels = 96 / 72

/** A zoom in percent of the printed size; null fits the pages into the frame. */
export type Zoom = number | null

/** The width of a page in CSS px; null fits it into the frame. */
export const pageWidth = (points: number, zoom: Zoom): number | null =>
  zoom === null ? null : Math.round((points * pixels * zoom) / 100)

/** The zoom at which a page of a width in points has a width on the screen. */
export const zoomOf = (points: number, width: number): number => (width * 100) / (points * pixels)

/** The next step after a zoom; undefined at an end. */
export function nextZoom(now: number, by: 1 | -1): number | undefined {
  // A fitted page is rarely at a step: half a percent counts as one.
  return by === 1 ? steps.find((step) => step > now + 0.5) : steps.findLast((step) => step < now - 0.5)
}

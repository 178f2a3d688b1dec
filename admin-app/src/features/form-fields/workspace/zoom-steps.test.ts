import { expect, test } from 'vitest'
import { nextZoom, pageWidth, zoomOf } from './zoom-steps'

test('[OF-11] given a letter page, when it is zoomed, then 100 % is its printed size at 96 px an inch', () => {
  expect([25, 100, 400, null].map((zoom) => pageWidth(612, zoom))).toEqual([204, 816, 3264, null])
  expect(zoomOf(612, 408)).toBe(50)
})

test.each([
  [100, 1, 125],
  [87, 1, 100],
  [87, -1, 75],
  [400, 1, undefined],
  [25, -1, undefined],
] as const)('[OF-11] given %d %%, when it is stepped by %d, then the next step is %o', (now, by, next) => {
  expect(nextZoom(now, by)).toBe(next)
})

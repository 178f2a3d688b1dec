import { expect, test } from 'vitest'
import { pageInView } from './page-in-view'

const size = { width: 600, height: 800 }

/** A frame of 300 by 400 with two pages of its width, scrolled down by some pixels. */
function frameScrolledBy(top: number): Element {
  const frame = document.createElement('div')
  frame.getBoundingClientRect = () => new DOMRect(10, 20, 300, 400)
  for (const page of [0, 1]) {
    const surface = document.createElement('div')
    surface.dataset.page = String(page)
    surface.getBoundingClientRect = () => new DOMRect(10, 20 - top + page * 400, 300, 400)
    frame.append(surface)
  }
  return frame
}

test.each([
  ['the first page', 0, { page: 0, at: { x: 300, y: 400 } }],
  ['most of the first', 100, { page: 0, at: { x: 300, y: 500 } }],
  ['most of the second', 300, { page: 1, at: { x: 300, y: 300 } }],
])('given a frame that shows %s, when something is placed, then in the middle of what is seen', (_, top, expected) => {
  expect(pageInView(frameScrolledBy(top), [size, size])).toEqual(expected)
})

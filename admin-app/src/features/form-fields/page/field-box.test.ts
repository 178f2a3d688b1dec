import { expect, test } from 'vitest'
import { around, spanning, withCorner, withinPage } from './field-box'

const page = { width: 612, height: 792.3 }

test.each([
  ['one that hangs over the right and the bottom', { x: 600, y: 790, width: 50, height: 20 }, { x: 562, y: 772 }],
  ['one that hangs over the left and the top', { x: -3, y: -9, width: 50, height: 20 }, { x: 0, y: 0 }],
  ['one of half points', { x: 10.4, y: 20.6, width: 50, height: 20 }, { x: 10, y: 21 }],
  ['one that is too small', { x: 10, y: 20, width: 1, height: 0 }, { width: 6, height: 6 }],
  [
    'one that is larger than the page',
    { x: 10, y: 20, width: 900, height: 900 },
    { x: 0, y: 0, width: 612, height: 792 },
  ],
])('given %s, when it is put on its page, then it lies on it in whole points', (_, box, expected) => {
  expect(withinPage(box, page)).toMatchObject(expected)
})

test.each([
  ['se', { x: 100, y: 100, width: 60, height: 30 }],
  ['nw', { x: 110, y: 110, width: 40, height: 10 }],
  ['ne', { x: 100, y: 110, width: 60, height: 10 }],
  ['sw', { x: 110, y: 100, width: 40, height: 30 }],
] as const)('given a box, when its corner %s is moved, then the opposite one stays', (corner, expected) => {
  expect(withCorner({ x: 100, y: 100, width: 50, height: 20 }, corner, { x: 10, y: 10 })).toEqual(expected)
})

test('given a box, when a corner is moved past the opposite one, then the box is small and does not turn over', () => {
  const box = withCorner({ x: 100, y: 100, width: 50, height: 20 }, 'nw', { x: 300, y: 300 })
  expect(box).toEqual({ x: 144, y: 114, width: 6, height: 6 })
})

test('given two points, when a box is drawn between them, then its direction does not matter', () => {
  const box = { x: 10, y: 20, width: 30, height: 5 }
  expect(spanning({ x: 40, y: 20 }, { x: 10, y: 25 })).toEqual(box)
  expect(spanning({ x: 10, y: 25 }, { x: 40, y: 20 })).toEqual(box)
})

test('given a point, when a box is placed around it, then the point is its centre', () => {
  expect(around({ x: 100, y: 50 }, { width: 20, height: 10 })).toEqual({ x: 90, y: 45, width: 20, height: 10 })
})

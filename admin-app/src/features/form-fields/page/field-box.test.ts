import { expect, test } from 'vitest'
import { around, besideWords, spanning, startingAt, withCorner, withinPage } from './field-box'

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

const words = [
  { x: 60, y: 95, width: 40, height: 10 },
  { x: 102, y: 95, width: 30, height: 10 },
  { x: 260, y: 95, width: 40, height: 10 },
  { x: 60, y: 83, width: 400, height: 10 },
]

test.each([
  ['beside a label', { x: 140, y: 100 }, 180, { x: 140, y: 94, width: 118, height: 16 }],
  ['on a label of two words', { x: 70, y: 100 }, 180, { x: 134, y: 94, width: 124, height: 16 }],
  ['on the last word of a line', { x: 270, y: 100 }, 180, { x: 302, y: 94, width: 180, height: 16 }],
  ['where nothing is printed', { x: 70, y: 300 }, 180, { x: 70, y: 290, width: 180, height: 20 }],
  ['where there is no room', { x: 255, y: 100 }, 180, { x: 255, y: 90, width: 180, height: 20 }],
] as const)(
  'given a press %s, when a field is placed, then it starts there and covers no word',
  (_, at, width, expected) => {
    expect(besideWords(startingAt(at, { width, height: 20 }), words)).toEqual(expected)
  },
)

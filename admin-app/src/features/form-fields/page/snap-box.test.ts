import { expect, test } from 'vitest'
import { alignedTo } from './align-boxes'
import type { Box } from './field-box'
import { guidesOf, snapped } from './snap-box'

const box = (x: number, y: number, width = 100, height = 20): Box => ({ x, y, width, height })

test.each([
  ['its left edge near another', box(73, 300), box(72, 300)],
  ['its right edge near another', box(98, 300, 71), box(101, 300, 71)],
  ['its top edge near another', box(300, 97), box(300, 100)],
  ['no edge near another', box(300, 300), box(300, 300)],
])('[OF-11] given a box with %s, when it is moved, then it snaps to what is in reach', (_what, moved, expected) => {
  expect(snapped(moved, [box(72, 100)])).toEqual(expected)
})

test.each([
  ['left', [10, 10]],
  ['center', [20, 10]],
  ['right', [30, 10]],
  ['top', [100, 100]],
  ['middle', [110, 100]],
  ['bottom', [120, 100]],
] as const)('[OF-11] given two boxes, when they are aligned %s, then both stand there', (alignment, expected) => {
  const small = box(10, 100, 40, 20)
  const large = box(10, 100, 60, 40)
  const align = alignedTo([small, large], alignment)
  const isHorizontal = ['left', 'center', 'right'].includes(alignment)
  expect([small, large].map(align).map(({ x, y }) => (isHorizontal ? x : y))).toEqual(expected)
})

test('[OF-11] given a box that aligns with another, when its guides are computed, then they are the common lines', () => {
  expect(guidesOf(box(72, 300), [box(72, 100)])).toEqual({ x: 72, y: null })
  expect(guidesOf(box(300, 110, 100, 40), [box(72, 100, 100, 20)])).toEqual({ x: null, y: 110 })
})

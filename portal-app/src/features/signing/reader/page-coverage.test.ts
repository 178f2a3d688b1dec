import { expect, test } from 'vitest'
import { bandsInView, isMostlyInView, unseenFrom, whole } from './page-coverage.ts'

const page = { top: 0, bottom: 1_000 }

test('given a page in view from top to bottom, then all of it counts', () => {
  expect(bandsInView(page, { top: -50, bottom: 1_200 })).toBe(whole)
})

test('given the upper half in view, when it is scrolled past the middle, then both halves together count', () => {
  const upper = bandsInView(page, { top: 0, bottom: 520 })
  expect(unseenFrom(upper)).toBe(0.5)
  expect(upper | bandsInView(page, { top: 490, bottom: 1_000 })).toBe(whole)
})

test('given a skipped part, when the rest was in view, then reading continues at the skipped part', () => {
  const skipped = bandsInView(page, { top: 0, bottom: 300 }) | bandsInView(page, { top: 600, bottom: 1_000 })
  expect(unseenFrom(skipped)).toBe(0.3)
})

test.each([
  ['out of view', { top: 1_100, bottom: 1_700 }],
  ['in view by less than a band', { top: 10, bottom: 55 }],
])('given a page %s, then nothing of it counts', (_, view) => {
  expect(bandsInView(page, view)).toBe(0)
})

test('given a page without a height, then nothing of it counts', () => {
  expect(bandsInView({ top: 0, bottom: 0 }, { top: 0, bottom: 500 })).toBe(0)
})

test.each([
  ['most of it', true, { top: 20, bottom: 120 }],
  ['half of it', false, { top: 50, bottom: 150 }],
  ['nothing of it', false, { top: 100, bottom: 200 }],
  ['a part of one that is larger', false, { top: -50, bottom: 150 }],
])('given a page of which the view shows %s, when scrolling rests, then it counts: %s', (_what, counts, box) => {
  expect(isMostlyInView(box, { top: 0, bottom: 100 })).toBe(counts)
})

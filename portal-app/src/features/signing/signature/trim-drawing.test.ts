import { expect, test } from 'vitest'
import { inkedPart } from './trim-drawing.ts'

/** A drawing of 300 × 150 pixels with ink from one corner to the other. */
function drawing(left: number, top: number, right: number, bottom: number) {
  const [width, height] = [300, 150]
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) data[4 * (y * width + x) + 3] = 255
  return { width, height, data }
}

test('given a drawing in a part of the pad, when it is trimmed, then the ink and its margin remain', () => {
  expect(inkedPart(drawing(60, 40, 260, 120), 8)).toEqual({ x: 52, y: 32, width: 216, height: 96 })
})

test('given a small stroke in a corner, when it is trimmed, then a third of each side remains', () => {
  expect(inkedPart(drawing(0, 0, 20, 5), 8)).toEqual({ x: 0, y: 0, width: 100, height: 50 })
  expect(inkedPart(drawing(290, 145, 300, 150), 8)).toEqual({ x: 200, y: 100, width: 100, height: 50 })
})

test('given ink from edge to edge, or none, when it is trimmed, then all remains', () => {
  expect(inkedPart(drawing(0, 0, 300, 150), 8)).toEqual({ x: 0, y: 0, width: 300, height: 150 })
  expect(inkedPart(drawing(0, 0, 0, 0), 8)).toEqual({ x: 0, y: 0, width: 300, height: 150 })
})

import type { FormField } from '@agency/contract/form-fields'

/** A box on a page, in points from the top left of the rotated page. */
export type Box = Pick<FormField, 'x' | 'y' | 'width' | 'height'>

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export const corners = ['nw', 'ne', 'sw', 'se'] as const
export type Corner = (typeof corners)[number]

/** The smallest width and height of a field, in points. */
const smallest = 6

const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))

/** The box in whole points, at least of the smallest size and moved onto its page. */
export function withinPage(box: Box, page: Size): Box {
  const width = between(Math.round(box.width), smallest, Math.floor(page.width))
  const height = between(Math.round(box.height), smallest, Math.floor(page.height))
  return {
    width,
    height,
    x: between(Math.round(box.x), 0, Math.floor(page.width) - width),
    y: between(Math.round(box.y), 0, Math.floor(page.height) - height),
  }
}

export const around = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

/** A box of a size, whose left edge is at a point and which is as much above as below it. */
export const startingAt = ({ x, y }: Point, { width, height }: Size): Box => ({ x, y: y - height / 2, width, height })

/** Points between a printed word and a field. */
const gap = 2

/** So that it covers no printed word: after the one under the pointer, before the next. Without room, it stays. */
export function besideWords(box: Box, words: readonly Box[]): Box {
  const middle = box.y + box.height / 2
  const isInLine = ({ y, height }: Box) => y - 1 < middle && middle < y + height + 1
  const line = words.filter(isInLine).sort((a, b) => a.x - b.x)
  const x = line.reduce(
    (at, word) => (word.x <= at && at < word.x + word.width ? word.x + word.width + gap : at),
    box.x,
  )
  const next = Math.min(...line.map((word) => word.x).filter((start) => start >= x))
  const width = Math.min(box.width, next - gap - x)
  if (width < Math.min(box.width, 2 * smallest)) return box
  const others = words.filter((word) => !isInLine(word) && word.x < x + width && x < word.x + word.width)
  const above = others.filter((word) => word.y < middle).map((word) => word.y + word.height + 1)
  const below = others.filter((word) => word.y > middle).map((word) => word.y - 1)
  const top = Math.max(box.y, ...above)
  const height = Math.min(box.y + box.height, ...below) - top
  return height < Math.min(box.height, 2 * smallest) ? { ...box, x, width } : { x, y: top, width, height }
}

/** The box between two opposite corners. */
export const spanning = (a: Point, b: Point): Box => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

export const movedBy = (box: Box, by: Point): Box => ({ ...box, x: box.x + by.x, y: box.y + by.y })

export const grownBy = (box: Box, by: Point): Box => ({ ...box, width: box.width + by.x, height: box.height + by.y })

/** A box with one corner moved. The opposite corner stays, and the size never gets negative. */
export function withCorner(box: Box, corner: Corner, by: Point): Box {
  const left = corner.endsWith('w')
  const top = corner.startsWith('n')
  const width = Math.max(smallest, box.width + (left ? -by.x : by.x))
  const height = Math.max(smallest, box.height + (top ? -by.y : by.y))
  return {
    width,
    height,
    x: left ? box.x + box.width - width : box.x,
    y: top ? box.y + box.height - height : box.y,
  }
}

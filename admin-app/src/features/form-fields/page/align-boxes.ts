import type { Box } from './field-box'

export const alignments = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof alignments)[number]

/** The place of a box when all boxes are aligned to one edge or centre of their common outline. */
export function alignedTo(boxes: readonly Box[], alignment: Alignment): (box: Box) => Box {
  const left = Math.min(...boxes.map(({ x }) => x))
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const top = Math.min(...boxes.map(({ y }) => y))
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
  const places: Readonly<Record<Alignment, (box: Box) => Partial<Box>>> = {
    left: () => ({ x: left }),
    center: ({ width }) => ({ x: (left + right - width) / 2 }),
    right: ({ width }) => ({ x: right - width }),
    top: () => ({ y: top }),
    middle: ({ height }) => ({ y: (top + bottom - height) / 2 }),
    bottom: ({ height }) => ({ y: bottom - height }),
  }
  return (box) => ({ ...box, ...places[alignment](box) })
}

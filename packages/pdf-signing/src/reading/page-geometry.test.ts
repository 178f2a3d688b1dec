import { describe, expect, it } from 'vitest'
import { onePagePdf } from '../../test/pdfs/build-pdf.ts'
import { type SeenPage, seenToUserSpace } from './page-geometry.ts'
import { readOriginal } from './read-original.ts'

const boxes = '/MediaBox [0 0 612 792] /CropBox [100 50 500 650]'

async function seenPageOf(page: string): Promise<SeenPage> {
  const [first] = await readOriginal(onePagePdf({ page }))
  if (!first) throw new Error('No page')
  return first.seen
}

/** Where a point of the seen page, counted from its top left, is in user space. */
function userPoint(seen: SeenPage, x: number, y: number): number[] {
  const [a, b, c, d, e, f] = seenToUserSpace(seen)
  const up = seen.height - y
  return [a * x + c * up + e, b * x + d * up + f]
}

describe('seenToUserSpace', () => {
  it.each([
    { rotate: 0, size: [400, 600], topLeft: [100, 650], moved: [110, 630] },
    { rotate: 90, size: [600, 400], topLeft: [100, 50], moved: [120, 60] },
    { rotate: 180, size: [400, 600], topLeft: [500, 50], moved: [490, 70] },
    { rotate: 270, size: [600, 400], topLeft: [500, 650], moved: [480, 640] },
  ])(
    'given a crop box turned by $rotate°, when a seen point is converted, then it is the point that a viewer shows there',
    async ({ rotate, size, topLeft, moved }) => {
      const seen = await seenPageOf(`${boxes} /Rotate ${rotate}`)
      expect([seen.width, seen.height]).toEqual(size)
      expect(userPoint(seen, 0, 0)).toEqual(topLeft)
      expect(userPoint(seen, 10, 20)).toEqual(moved)
    },
  )

  it('given a user unit of 2, when a seen point is converted, then it is halved', async () => {
    const seen = await seenPageOf('/MediaBox [0 0 300 300] /UserUnit 2')
    expect([seen.width, seen.height]).toEqual([600, 600])
    expect(userPoint(seen, 100, 100)).toEqual([50, 250])
  })
})

import { expect, test } from 'vitest'
import { splitEvenly } from './split-evenly'

test.each([
  { heights: [], columns: [] },
  { heights: [3], columns: [[3]] },
  { heights: [3, 7], columns: [[3], [7]] },
  {
    heights: [3, 7, 7, 4],
    columns: [
      [3, 7],
      [7, 4],
    ],
  },
  { heights: [7, 3, 3], columns: [[7], [3, 3]] },
])(
  'given lists of the heights $heights, when they are split, then the columns are $columns',
  ({ heights, columns }) => {
    expect(splitEvenly(heights, (height) => height)).toEqual(columns)
  },
)

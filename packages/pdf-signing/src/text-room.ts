import { lineHeight, measureText, wrapText } from './text-fit.ts'
import { shapeText } from './text-runs.ts'

type Size = { width: number; height: number }

const padding = 2
// Fine print; where a box is lower than a line of it, the text may be as small as one line in the box.
const smallestLegible = 5
// What a division and a multiplication may be off.
const rounding = 1e-6

/** What of a text's box is left to its lines. */
export const textRoom = ({ width, height }: Size): Size => ({
  width: width - 2 * Math.min(padding, width * 0.05),
  height,
})

/** Whether a text can be drawn into a box large enough to be read. */
export function fitsLegibly(text: string, box: Size): boolean {
  const { width, height } = textRoom(box)
  const size = Math.min(smallestLegible, height / lineHeight)
  const most = Math.floor((height + rounding) / (size * lineHeight))
  // Breaking a long text into lines takes hundreds of times longer than seeing that it is too long for all of them.
  const lengthOf = (part: string) => measureText(part, 'regular', size)
  if (lengthOf(text.replaceAll(/\s+/g, ' ')) > most * (width + lengthOf(' '))) return false
  return wrapText(text, 'regular', size, width).length <= most
}

/** Whether each of a text's characters is in a font, so that none would be drawn as a replacement mark. */
export const isDrawable = (text: string): boolean => shapeText(text, 'regular').replaced.length === 0

import { describe, expect, it } from 'vitest'
import { fitText } from './text-fit.ts'
import { fitsLegibly, isDrawable, textRoom } from './text-room.ts'

const sizes = [
  { width: 6, height: 6 },
  { width: 40, height: 12 },
  { width: 200, height: 20 },
]

describe('whether a text can be read in its box', () => {
  it.each(sizes)(
    'given a box of $width by $height points, when the longest text that fits is drawn, then at 5 points or as high as the box',
    (box) => {
      const text = (words: number) => 'M'.repeat(words)
      let words = 0
      while (fitsLegibly(text(words + 1), box)) words += 1
      expect(words).toBeGreaterThan(0)
      const smallest = Math.min(5, box.height / 1.3)
      // The size is looked for in steps of a twentieth.
      expect(fitText(text(words), 'regular', textRoom(box), 12).size).toBeGreaterThan(smallest * 0.94)
    },
  )

  it('given letters of the Americas and Europe, when asked, then they can be drawn; Chinese ones can not', () => {
    expect(isDrawable('Ñandú, João, Łódź, Žižek, Αθήνα, Москва, Trần')).toBe(true)
    expect(isDrawable('李明')).toBe(false)
  })
})

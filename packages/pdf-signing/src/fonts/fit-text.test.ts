import { describe, expect, it } from 'vitest'
import { fitsLegibly, fitText, measureText, textRoom, wrapText } from './fit-text.ts'

const hash = 'ab'.repeat(64)

describe('wrapText', () => {
  it('given a sentence, when it is wrapped, then no line is too wide and no word is lost', () => {
    const text = 'The quick brown fox jumps over the lazy dog and back again'
    const lines = wrapText(text, 'regular', 10, 90)
    for (const line of lines) expect(measureText(line, 'regular', 10)).toBeLessThanOrEqual(90)
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.join(' ')).toBe(text)
  })

  it('given a word wider than the line, when it is wrapped, then it is broken and stays whole', () => {
    const lines = wrapText(`SHA ${hash}`, 'regular', 10, 100)
    for (const line of lines) expect(measureText(line, 'regular', 10)).toBeLessThanOrEqual(100)
    expect(lines.slice(1).join('')).toBe(hash)
  })

  it('given a line narrower than one letter, when it is wrapped, then there is one letter a line', () => {
    expect(wrapText('abc', 'regular', 10, 1)).toEqual(['a', 'b', 'c'])
  })
})

describe('fitText', () => {
  it('given a number without blanks, when it has one line, then it is smaller rather than broken; a remark of many lines keeps its size', () => {
    const number = '1HGCM82633A004352'
    const box = { width: 106, height: 30 }
    expect(fitText(number, 'regular', box, 12).lines).toEqual([number])
    expect(fitText(number, 'regular', box, 12, { keepsLines: true }).size).toBeCloseTo(11.4)
    // Too small to be read, it is broken.
    expect(fitText(number.repeat(6), 'regular', box, 12).lines.length).toBeGreaterThan(1)
  })

  it('given a short text in a large box, when it is fitted, then it has the largest size', () => {
    expect(fitText('05/06/2025', 'regular', { width: 300, height: 40 }, 12)).toMatchObject({
      size: 12,
      lines: ['05/06/2025'],
    })
  })

  it('given a long text in a small box, when it is fitted, then it is smaller and complete', () => {
    const text = 'María de los Ángeles Ñuñez Gonçalves de la Peña y Villanueva'
    const box = { width: 80, height: 20 }
    const { size, lines, lineHeight } = fitText(text, 'regular', box, 12)
    expect(lines.join(' ')).toBe(text)
    expect(lines.length * lineHeight).toBeLessThanOrEqual(box.height)
    expect(size).toBeLessThan(12)
  })
})

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
})

import { describe, expect, it } from 'vitest'
import { hasLetters, hasVisibleInk, type Pixels, untypable } from './signature-rules.ts'

describe('what can be typed as a signature', () => {
  it.each([
    'Đặng Thị',
    'Sean O’Neil-Smith, Jr.',
    'Łukasz Żółć',
    'Σωκράτης',
    'Ирина',
    'محمد',
    'علی\u200Cرضا',
    'יעל',
    'हिन्दी',
    '王秀英',
    '山田ひろし',
    '김민수',
  ])('given %s, when asked, then all of it', (name) => {
    expect(untypable(name)).toEqual([])
  })

  it.each([
    ['José 🙂', ['🙂']],
    ['👩‍🍳 Ana', ['👩', '🍳']],
    ['𠮷田', ['𠮷']],
    ['Ana \uFFFD', ['\uFFFD']],
  ])('given %s, when asked, then not %j', (name, characters) => {
    expect(untypable(name)).toEqual(characters)
  })
})

describe('the letters of a name', () => {
  it.each(['Li', 'Ana María', '李小', 'Ó Né', 'M. K.', 'अमि', 'عمر', 'е́е́'])('given %j, then it counts', (name) => {
    expect(hasLetters(name, 2)).toBe(true)
  })

  it.each([
    ['a full stop', '.'],
    ['spaces', '   '],
    ['a hyphen', '-'],
    ['digits', '1234'],
    ['one letter', 'A'],
    ['zero-width characters', '\u200B\u200D\uFEFF'],
    ['combining marks alone', '\u0301\u0302\u0303'],
    ['bidirectional controls', '\u202E\u2066\u200F'],
    ['letters without a picture', '\u3164\u115F\u1160\uFFA0'],
    ['a name that a control turns round', '\u202EaniraM'],
    ['signs', '✓✓ 🙂🙂'],
  ])('given %s, then it does not', (_what, name) => {
    expect(hasLetters(name, 2)).toBe(false)
  })
})

const [width, height] = [300, 150]

/** A drawing of one colour wherever `inked` says so, transparent elsewhere. */
function drawing(inked: (x: number, y: number) => boolean, [red, green, blue, alpha]: readonly number[]): Pixels {
  const data = new Uint8ClampedArray(4 * width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (inked(x, y)) data.set([red ?? 0, green ?? 0, blue ?? 0, alpha ?? 0], 4 * (y * width + x))
    }
  }
  return { width, height, data }
}
const stroke = (x: number, y: number) => Math.abs(x - 2 * y) < 3 && x > 60 && x < 160
const dot = (x: number, y: number) => Math.hypot(x - 150, y - 75) < 3
const nothing = () => false
const everywhere = () => true

describe('the ink of a drawing', () => {
  it.each([
    ['a dark stroke', stroke, [16, 24, 40, 255]],
    ['a blue stroke', stroke, [0, 0, 255, 255]],
    ['a short stroke', (x: number, y: number) => y === 40 && x > 100 && x < 120, [0, 0, 0, 255]],
  ])('given %s, then it counts', (_what, inked, colour) => {
    expect(hasVisibleInk(drawing(inked, colour))).toBe(true)
  })

  it.each([
    ['nothing', nothing, [0, 0, 0, 255]],
    ['a transparent stroke', stroke, [0, 0, 0, 0]],
    ['a stroke that is nearly transparent', stroke, [0, 0, 0, 40]],
    ['white ink', stroke, [255, 255, 255, 255]],
    ['pale ink', stroke, [220, 220, 220, 255]],
    ['white all over', everywhere, [255, 255, 255, 255]],
    ['a single dot', dot, [16, 24, 40, 255]],
  ])('given %s, then it does not', (_what, inked, colour) => {
    expect(hasVisibleInk(drawing(inked, colour))).toBe(false)
  })
})

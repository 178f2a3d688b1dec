/** Rules for signatures, checked by the portal before it sends one, and by core-api, which asks its fonts what is typable. */

/** Visible letters: some letters of Unicode, such as the Hangul fillers, are blank. */
const drawnLetter = /(?!\p{Default_Ignorable_Code_Point})\p{L}/gu

/** Characters that reorder others, so that a name looks like another one. */
const reordering = /[\u202A-\u202E\u2066-\u2069]/u

/** The fewest letters of a name, a typed signature and initials. */
export const fewestLetters = { name: 2, signature: 2, initials: 1 } as const

/** Whether a text has enough visible letters, and no character that reorders them. */
export function hasLetters(text: string, fewest: number): boolean {
  return (text.match(drawnLetter)?.length ?? 0) >= fewest && !reordering.test(text)
}

/** The scripts that core-api has fonts for. They lack some rare Han characters: then the server refuses. */
const typableBlocks = [
  // Latin with its accents, Greek, Cyrillic, and punctuation
  ...['\\u0020-\\u007E', '\\u00A0-\\u03E1', '\\u03F0-\\u052F', '\\u1E00-\\u1FFE', '\\u2010-\\u2027'],
  // Armenian, Hebrew, Arabic, scripts of India, Sinhala, Thai, Lao, Georgian, Ethiopic, Khmer
  ...['\\u0531-\\u058F', '\\u0591-\\u05F4', '\\u0600-\\u06FF', '\\u0900-\\u0DF4', '\\u0E01-\\u0EDF'],
  ...['\\u10A0-\\u10FF', '\\u1200-\\u139F', '\\u1780-\\u17F9'],
  // Japanese syllables, Bopomofo, Han, Hangul
  ...['\\u3001-\\u3011', '\\u3041-\\u30FF', '\\u3105-\\u312F', '\\u4E00-\\u9FFF', '\\uAC00-\\uD7A3'],
]
const typable = new RegExp(`^(?:[${typableBlocks.join('')}]|\\p{Default_Ignorable_Code_Point})$`, 'u')

export const untypable = (text: string): string[] =>
  [...new Set(text.normalize('NFC'))].filter((character) => !typable.test(character))

/** A decoded image: four bytes a pixel, red, green, blue and alpha, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: ArrayLike<number>
}

/** The brightest ink, from 0 to 255, with a contrast of 3:1 to white paper (WCAG 2.2, 1.4.11). */
const brightestInk = 148
/** The least extent of a signature, in pixels and as a share of the image's shorter side: more than the dot of a tap. */
const shortest = { pixels: 16, share: 0.1 }

/** Whether a drawing shows a stroke on white paper: not blank, transparent, white on white, or a single dot. */
export function hasVisibleInk({ width, height, data }: Pixels): boolean {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (brightnessOnWhite(data, 4 * (y * width + x)) > brightestInk) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  const extent = Math.max(right - left, bottom - top) + 1
  return right >= 0 && extent >= Math.max(shortest.pixels, shortest.share * Math.min(width, height))
}

/** From 0 to 255, by ITU-R BT.709. */
function brightnessOnWhite(data: ArrayLike<number>, at: number): number {
  const [red = 255, green = 255, blue = 255, alpha = 0] = [data[at], data[at + 1], data[at + 2], data[at + 3]]
  return 255 - (alpha / 255) * (255 - (0.2126 * red + 0.7152 * green + 0.0722 * blue))
}

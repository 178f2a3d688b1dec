import { PNG } from 'pngjs'

/** An 8 × 8 PNG, dark in its upper left quarter, transparent in the rest. */
export const signaturePng = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAGUlEQVR42mPgEon6j4YZkDEDfRTgxXRQAAAw5C3xzTIVyQAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** A square PNG of one colour, red, green, blue and alpha, in its upper left part, transparent in the rest. */
export function cornerPng(side: number, part: number, colour: readonly [number, number, number, number]): Buffer {
  const image = new PNG({ width: side, height: side })
  for (let y = 0; y < part; y++) {
    for (let x = 0; x < part; x++) image.data.set(colour, 4 * (y * side + x))
  }
  return PNG.sync.write(image)
}

/** A drawn signature, in base64: dark in its upper left quarter. */
export const drawnSignature = cornerPng(40, 20, [16, 24, 40, 255]).toString('base64')

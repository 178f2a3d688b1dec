import { inflateSync } from 'node:zlib'
import type { SignBody, TypedSignature } from '@agency/contract/esign'
import { fewestLetters, hasLetters, hasVisibleInk, type Pixels } from '@agency/contract/signature-rules'
import { undrawable } from '@agency/pdf-signing/shape-text'
import { hasBoundedSize, isDrawableImage } from '@agency/pdf-signing/signature-image'
import { PNG } from 'pngjs'
import { InvalidInput } from '../../platform/errors.ts'

/** @throws InvalidInput for unprintable texts and empty or unsealable drawings. The certificate can print any name. */
export function checkAdopted({ name, signature, initials }: SignBody): void {
  requireLetters('name', name, fewestLetters.name)
  if (initials) {
    requireLetters('initials.text', initials.text, fewestLetters.initials)
    requirePrintable('initials.text', initials, 'use other letters')
  }
  if (signature.kind === 'drawn') {
    requireInk(Buffer.from(signature.png, 'base64'))
    return
  }
  requireLetters('signature.text', signature.text, fewestLetters.signature)
  requirePrintable('signature.text', signature, 'leave them out, or draw the signature instead of typing it')
}

function requireLetters(field: string, text: string, fewest: number) {
  if (hasLetters(text, fewest)) return
  const letters = fewest === 1 ? 'one letter' : `${fewest} letters`
  throw new InvalidInput([
    { field, message: `must have at least ${letters}, and no invisible characters that reorder text` },
  ])
}

function requirePrintable(field: string, { text, font }: TypedSignature, advice: string) {
  const characters = undrawable(text, font)
  if (characters.length === 0) return
  throw new InvalidInput([
    { field, message: `has characters that cannot be printed (${characters.join(' ')}): ${advice}` },
  ])
}

function requireInk(png: Buffer) {
  // The size in the header is checked before anything is decompressed.
  const pixels = hasBoundedSize(png) ? decodeSignature(png) : undefined
  if (!pixels || !isDrawableImage(png)) {
    throw new InvalidInput([{ field: 'signature.png', message: 'must be a complete PNG in base64' }])
  }
  if (!hasVisibleInk(pixels)) {
    throw new InvalidInput([
      { field: 'signature.png', message: 'shows no signature: it must have a dark stroke, larger than a dot' },
    ])
  }
}

const headerLength = 33
/** The most bytes of a pixel (16 bits, four channels), and the bytes that a row adds for filter and interlacing. */
const perPixel = 8
const perRow = 8

/** Decodes a PNG, whose checked size bounds the decompressed bytes. @returns undefined when it is not complete */
function decodeSignature(png: Buffer): Pixels | undefined {
  try {
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    inflateSync(imageData(png), { maxOutputLength: (width * perPixel + perRow) * height + headerLength })
    return PNG.sync.read(png)
  } catch {
    return undefined
  }
}

/** @throws RangeError at a truncated chunk */
function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    if (type === 'IEND') break
    at += 12 + length
  }
  return Buffer.concat(parts)
}

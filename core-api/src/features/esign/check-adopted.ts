import type { SignBody } from '@agency/contract/esign'
import { fewestLetters, hasLetters, hasVisibleInk } from '@agency/contract/signature-rules'
import { hasBoundedSize, isDrawableImage } from '@agency/pdf-signing/signature-image'
import { InvalidInput } from '../../platform/errors.ts'
import { decodeSignature } from './signature-pixels.ts'

/**
 * Checks what a signer adopts: name, signature and initials.
 * @throws InvalidInput naming the field, for what shows no name or no ink, and for a drawing that can't be sealed
 */
export function checkAdopted({ name, signature, initials }: SignBody): void {
  requireLetters('name', name, fewestLetters.name)
  if (initials) requireLetters('initials.text', initials.text, fewestLetters.initials)
  if (signature.kind === 'typed') requireLetters('signature.text', signature.text, fewestLetters.signature)
  else requireInk(Buffer.from(signature.png, 'base64'))
}

function requireLetters(field: string, text: string, fewest: number) {
  if (hasLetters(text, fewest)) return
  const letters = fewest === 1 ? 'one letter' : `${fewest} letters`
  throw new InvalidInput([
    { field, message: `must have at least ${letters}, and no invisible characters that reorder text` },
  ])
}

function requireInk(png: Buffer) {
  // The size in the header is checked before anything is unpacked.
  const pixels = hasBoundedSize(png) ? decodeSignature(png) : undefined
  if (!pixels || !isDrawableImage(png)) {
    throw new InvalidInput([{ field: 'signature.png', message: 'must be a whole PNG in base64' }])
  }
  if (!hasVisibleInk(pixels)) {
    throw new InvalidInput([
      { field: 'signature.png', message: 'shows no signature: it must have a dark stroke, larger than a dot' },
    ])
  }
}

import type { SignBody } from 'contract/esign'
import { InvalidInput } from '../../errors.ts'
import { isDrawableImage } from './pdf/signature-image.ts'

/**
 * Checks what a signer adopts: name, signature and initials.
 * @throws InvalidInput for what says nothing, and for a drawing that could not be drawn when the document is sealed
 */
export function checkAdopted({ name, signature, initials }: SignBody): void {
  requireLetter('name', name)
  if (initials) requireLetter('initials.text', initials.text)
  if (signature.kind === 'typed') requireLetter('signature.text', signature.text)
  else if (!isDrawableImage(Buffer.from(signature.png, 'base64'))) {
    throw new InvalidInput([{ field: 'signature.png', message: 'must be a whole PNG in base64' }])
  }
}

function requireLetter(field: string, text: string) {
  if (text.trim() === '') throw new InvalidInput([{ field, message: 'must have a letter' }])
}

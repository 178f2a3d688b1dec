import type { SealContext, Sealer } from './field-cipher.ts'

/** Encrypts a free text for a column of its own; none stays none. */
export const sealText = (sealer: Sealer, context: SealContext, text: string | null): Buffer | null =>
  text === null ? null : sealer.seal(text, context)

/**
 * Decrypts a free text.
 * @param plain what an earlier release stored in the clear, which is then the newer one
 */
export const openText = (
  sealer: Sealer,
  context: SealContext,
  { plain, sealed }: { plain: string | null; sealed: Buffer | null },
): string | null => plain ?? (sealed === null ? null : sealer.open(sealed, context))

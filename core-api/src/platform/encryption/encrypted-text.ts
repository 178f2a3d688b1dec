import type { CipherContext, FieldCipher } from './field-cipher.ts'

/** Encrypts a free text for a column of its own; none stays none. */
export const encryptText = (cipher: FieldCipher, context: CipherContext, text: string | null): Buffer | null =>
  text === null ? null : cipher.encrypt(text, context)

/**
 * Decrypts a free text.
 * @param plain what an earlier release stored in the clear, which is then the newer one
 */
export const decryptText = (
  cipher: FieldCipher,
  context: CipherContext,
  { plain, encrypted }: { plain: string | null; encrypted: Buffer | null },
): string | null => plain ?? (encrypted === null ? null : cipher.decrypt(encrypted, context))

import type { CipherContext, FieldCipher } from './field-cipher.ts'

export const encryptText = (cipher: FieldCipher, context: CipherContext, text: string | null): Buffer | null =>
  text === null ? null : cipher.encrypt(text, context)

/** @param plain text that an earlier release has stored unencrypted; it has precedence */
export const decryptText = (
  cipher: FieldCipher,
  context: CipherContext,
  { plain, encrypted }: { plain: string | null; encrypted: Buffer | null },
): string | null => plain ?? (encrypted === null ? null : cipher.decrypt(encrypted, context))

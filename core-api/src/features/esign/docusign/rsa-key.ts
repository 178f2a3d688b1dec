import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * A private RSA key as DocuSign gives it out (PKCS#1) or as other tools write it (PKCS#8), in PEM. Line ends may be
 * written as `\n`, as environment files need them.
 * @returns nothing for what is no such key
 */
export function readRsaKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    return key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    // What the parser says may quote the key.
    return undefined
  }
}

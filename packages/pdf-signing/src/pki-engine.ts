import { webcrypto } from 'node:crypto'
import { CryptoEngine } from 'pkijs'

/**
 * Node's cryptography for pkijs. Always passed on: libpdf puts an engine of its own in the global place when it opens a
 * PKCS#12 file, and that one cannot verify.
 */
export const pkiEngine = new CryptoEngine({ name: 'node', crypto: webcrypto })

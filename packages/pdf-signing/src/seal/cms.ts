import { webcrypto } from 'node:crypto'
import { ContentInfo, CryptoEngine, SignedData } from 'pkijs'

/**
 * Node's cryptography for pkijs. Always passed explicitly: when libpdf opens a PKCS#12 file it replaces the global
 * engine by one that cannot verify.
 */
export const pkiEngine = new CryptoEngine({ name: 'node', crypto: webcrypto })

/** Parses CMS SignedData (RFC 5652, § 5). @param der nothing may follow the structure @throws when it is anything else */
export function parseSignedData(der: Uint8Array): SignedData {
  return new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(der)).content })
}

/** Whether the first signer's signature is valid for `content`. The certificate chain is not checked. */
export function verifySignedData(signed: SignedData, content: Uint8Array): Promise<boolean> {
  return signed.verify({ signer: 0, data: Uint8Array.from(content).buffer, checkChain: false }, pkiEngine)
}

/** Removes the padding after a DER structure: a PDF reserves more room for its signature than the signature takes. */
export function withoutPadding(padded: Buffer): Uint8Array {
  const lengthOctets = (padded[1] ?? 0) & 0x7f
  if (padded[0] !== 0x30 || ((padded[1] ?? 0) & 0x80) === 0) throw new Error('Not a CMS structure')
  return new Uint8Array(padded.subarray(0, 2 + lengthOctets + padded.readUIntBE(2, lengthOctets)))
}

import { webcrypto } from 'node:crypto'
import { type Certificate, ContentInfo, CryptoEngine, SignedData } from 'pkijs'

/** Always passed: opening a PKCS#12 file, libpdf replaces the global engine by one that cannot verify. */
export const pkiEngine = new CryptoEngine({ name: 'node', crypto: webcrypto })

/** Parses a CMS structure (RFC 5652, § 3). @param der nothing may follow it @throws when it is anything else */
export const parseContentInfo = (der: Uint8Array): ContentInfo => ContentInfo.fromBER(Uint8Array.from(der))

/** Parses CMS SignedData (RFC 5652, § 5). @param der nothing may follow the structure @throws when it is anything else */
export function parseSignedData(der: Uint8Array): SignedData {
  return new SignedData({ schema: parseContentInfo(der).content })
}

/**
 * Verifies it without its chain.
 * @returns the certificate whose key verified it, if valid
 * @throws when it cannot be verified
 */
export async function verifySignedData(signed: SignedData, content: Uint8Array): Promise<Certificate | undefined> {
  const data = Uint8Array.from(content).buffer
  const result = await signed.verify({ signer: 0, data, checkChain: false, extendedMode: true }, pkiEngine)
  return (result.signatureVerified && result.signerCertificate) || undefined
}

/** @param der without content: pkijs verifies its own. @returns the signer's certificate; undefined if not valid */
export async function verifyDetachedData(der: Uint8Array, content: Uint8Array): Promise<Certificate | undefined> {
  const signed = parseSignedData(der)
  if (signed.encapContentInfo.eContent) throw new Error('The signature is not detached')
  return verifySignedData(signed, content)
}

/** Removes the padding after a DER structure: a PDF reserves more room for its signature than the signature takes. */
export function withoutPadding(padded: Buffer): Uint8Array {
  const lengthOctets = (padded[1] ?? 0) & 0x7f
  if (padded[0] !== 0x30 || ((padded[1] ?? 0) & 0x80) === 0) throw new Error('Not a CMS structure')
  return new Uint8Array(padded.subarray(0, 2 + lengthOctets + padded.readUIntBE(2, lengthOctets)))
}

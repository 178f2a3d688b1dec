import { createHash } from 'node:crypto'
import { type Certificate, ContentInfo, SignedData, TSTInfo } from 'pkijs'
import { pkiEngine } from './pki-engine.ts'
import { derOf } from './verify-seal.ts'

/** A signature that fits, and the certificate that it names as DER. */
export interface Verified {
  certificate: Uint8Array
}

const byteRange = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g

/** Whether a detached CMS signature (RFC 5652) is of these bytes. @returns undefined when it is not */
export async function verifyDetached(content: Uint8Array, signature: Uint8Array): Promise<Verified | undefined> {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(signature)).content })
    const data = Uint8Array.from(content).buffer
    const fits = await signed.verify({ signer: 0, data, checkChain: false }, pkiEngine)
    const certificate = fits ? ownCertificate(signed) : undefined
    return certificate && { certificate: new Uint8Array(certificate.toSchema().toBER()) }
  } catch {
    return undefined
  }
}

function ownCertificate({ certificates = [], signerInfos }: SignedData): Certificate | undefined {
  const serial = JSON.stringify(signerInfos[0]?.sid?.serialNumber)
  return certificates.find(
    (one): one is Certificate => 'serialNumber' in one && JSON.stringify(one.serialNumber) === serial,
  )
}

/**
 * Whether the newest signature of a PDF covers the whole file but itself, and fits (ISO 32000-2, 12.8.1).
 * @returns undefined when there is none, or it does not fit
 */
export async function verifyPdfSeal(pdf: Uint8Array): Promise<Verified | undefined> {
  const found = [...Buffer.from(pdf).toString('latin1').matchAll(byteRange)].at(-1)
  const [start = -1, gapStart = -1, gapEnd = -1, rest = -1] = found?.slice(1).map(Number) ?? []
  if (start !== 0 || gapStart < 0 || gapEnd <= gapStart || gapEnd + rest !== pdf.length) return undefined
  const hex = Buffer.from(pdf.subarray(gapStart + 1, gapEnd - 1)).toString('latin1')
  const covered = Buffer.concat([pdf.subarray(0, gapStart), pdf.subarray(gapEnd)])
  try {
    return await verifyDetached(covered, derOf(Buffer.from(hex, 'hex')))
  } catch {
    return undefined
  }
}

/** When a time-stamp authority says that it saw these bytes (RFC 3161). @returns undefined when the token does not fit */
export async function verifyTimeStamp(content: Uint8Array, token: Uint8Array): Promise<Date | undefined> {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(token)).content })
    const stamped = signed.encapContentInfo.eContent
    if (!stamped) return undefined
    const info = TSTInfo.fromBER(stamped.getValue())
    const digest = createHash('sha256').update(content).digest()
    if (!digest.equals(info.messageImprint.hashedMessage.valueBlock.valueHexView)) return undefined
    const data = Uint8Array.from(content).buffer
    const fits = await signed.verify({ signer: 0, data, checkChain: false }, pkiEngine)
    return fits ? info.genTime : undefined
  } catch {
    return undefined
  }
}

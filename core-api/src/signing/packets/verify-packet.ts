import { createHash } from 'node:crypto'
import { PacketManifest } from '@agency/contract/packets'
import { verifyDetached } from '@agency/pdf-signing/detached-signature'
import { verifyPdfSeal } from '@agency/pdf-signing/verify-seal'
import { Value } from 'typebox/value'

export interface PacketReport {
  agency: string
  madeAt: string
  documents: number
  /** SHA-256 of the certificates that signed it, in hex. */
  certificates: string[]
  problems: string[]
}

export type ReadPart = (name: string) => Buffer | undefined

/** Offline. @param names of all files in the packet @throws when it has no manifest */
export async function verifyPacket(read: ReadPart, names: string[]): Promise<PacketReport> {
  const [content, signature] = [read('manifest.json'), read('manifest.json.p7s')]
  if (!content) throw new Error('manifest.json is missing: this is not a packet, or the download was incomplete.')
  const manifest: unknown = JSON.parse(content.toString('utf8'))
  if (!Value.Check(PacketManifest, manifest)) throw new Error('manifest.json is not the manifest of a packet.')
  const { agency, made_at: madeAt, documents } = manifest
  const report: PacketReport = { agency, madeAt, documents: documents.length, certificates: [], problems: [] }
  const signer = signature && (await verifyDetached(content, signature))
  if (signer) addCertificate(report, signer.certificate)
  else report.problems.push('manifest.json: the signature is missing or not valid.')
  for (const document of documents) await verifyDocument(report, read(document.file), document)
  const known = new Set(['manifest.json', 'manifest.json.p7s', ...documents.map(({ file }) => file)])
  for (const name of names.filter((found) => !known.has(found)))
    report.problems.push(`${name}: is not in the manifest.`)
  return report
}

async function verifyDocument(
  report: PacketReport,
  pdf: Buffer | undefined,
  { file, sha256 }: PacketManifest['documents'][number],
): Promise<void> {
  if (!pdf) return void report.problems.push(`${file}: is missing.`)
  const isSame = createHash('sha256').update(pdf).digest('hex') === sha256
  if (!isSame) report.problems.push(`${file}: was altered; it does not match the manifest.`)
  const seal = await verifyPdfSeal(pdf)
  if (seal) addCertificate(report, seal.certificate)
  else report.problems.push(`${file}: the seal is missing or not valid.`)
}

function addCertificate({ certificates }: PacketReport, certificate: Uint8Array): void {
  const fingerprint = createHash('sha256').update(certificate).digest('hex')
  if (!certificates.includes(fingerprint)) certificates.push(fingerprint)
}

import { createHash } from 'node:crypto'
import type { FormField } from 'contract/form-fields'
import type { CertificateData } from './certificate-data.ts'
import type { PageSnapshot } from './page-snapshot.ts'
import { readOriginal } from './read-original.ts'
import { createSealKey, type SealKey, sealFingerprint } from './seal-key.ts'
import { sealRead } from './seal-pdf.ts'
import type { Stamp } from './stamp.ts'
import { takeFormFields } from './take-form-fields.ts'

/** `fields` are those of the PDF's own form that are empty. */
export type Inspection = { pages: number; words: number; sha256: string; fields: FormField[] }

/**
 * Checks at upload whether a PDF can be signed here, by sealing it on trial: a stamp on every page, a certificate page
 * and a signature, after which nothing may be missing.
 * @throws {PdfRefused} with what is wrong, in words for staff
 */
export async function inspectPdf(bytes: Uint8Array): Promise<Inspection> {
  const pages = await readOriginal(bytes)
  const sealKey = await trialKey()
  const certificate = trialCertificate(sealKey, pages.length)
  await sealRead({ original: bytes, stamps: pages.map(trialStamp), certificate, sealKey }, pages)
  return {
    pages: pages.length,
    words: pages.reduce((words, page) => words + page.words, 0),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    fields: await takeFormFields(bytes),
  }
}

let madeTrialKey: Promise<SealKey> | undefined

function trialKey(): Promise<SealKey> {
  madeTrialKey ??= createSealKey({ organisation: 'Trial' })
  return madeTrialKey
}

function trialStamp({ seen }: PageSnapshot, page: number): Stamp {
  const box = { x: 0, y: 0, width: Math.min(6, seen.width), height: Math.min(6, seen.height) }
  return { page, ...box, content: { kind: 'text', text: 'x' } }
}

function trialCertificate(key: SealKey, pages: number): CertificateData {
  const at = new Date(0).toISOString()
  const sha256 = '0'.repeat(64)
  return {
    language: 'en',
    envelopeId: 'trial',
    sessionId: 'trial',
    document: { title: 'trial', pages },
    sender: { agency: 'trial', staffName: 'trial' },
    signer: { name: 'trial' },
    authentication: 'trial',
    signature: { kind: 'typed', text: 'trial', font: 'caveat', id: 'trial' },
    consent: { version: 'trial', at, textSha256: sha256, language: 'en' },
    ip: 'trial',
    userAgent: 'trial',
    timeZone: 'UTC',
    times: { sent: at, viewed: at, signed: at },
    originalSha256: sha256,
    presentedSha256: sha256,
    events: [{ at, event: 'signed', actor: 'trial', hash: sha256 }],
    chainHead: sha256,
    verifyUrl: 'trial',
    sealFingerprint: sealFingerprint(key),
  }
}

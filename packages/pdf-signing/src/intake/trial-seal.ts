import { createCanvas } from '@napi-rs/canvas'
import type { UnsealedCertificate } from '../certificate/certificate-data.ts'
import type { PageSnapshot } from '../reading/page-snapshot.ts'
import { createSealKey, type SealKey, sealFingerprint } from '../seal/seal-key.ts'
import type { sealRead } from '../seal/seal-pdf.ts'
import type { Stamp, StampContent } from '../stamps/stamp.ts'

const longName = 'María de los Ángeles Đặng-Щербакова Gonçalves de Albuquerque e Nuñez'
const longText = 'A long text is wrapped, and made smaller until it fits into its box.'
const hash = 'f'.repeat(64)
const id = 'ffffffff-ffff-7fff-bfff-ffffffffffff'

type TrialInput = Parameters<typeof sealRead>[0]

/** Stamps only the first page, so that the other pages are compared completely. */
export async function trialSeal(original: Uint8Array, pages: readonly PageSnapshot[]): Promise<TrialInput> {
  const sealKey = await trialKey()
  return {
    original,
    mark: `Envelope ${id}`,
    stamps: pages.slice(0, 1).flatMap(trialStamps),
    certificate: trialCertificate(sealKey, pages.length),
    sealKey,
  }
}

let madeKey: Promise<SealKey> | undefined

function trialKey(): Promise<SealKey> {
  madeKey ??= createSealKey({ organisation: 'Trial' })
  return madeKey
}

let madePng: Uint8Array | undefined

/** A drawn signature as the portal sends it. */
function trialPng(): Uint8Array {
  if (madePng) return madePng
  const canvas = createCanvas(600, 200)
  const context = canvas.getContext('2d')
  context.lineWidth = 4
  context.bezierCurveTo(20, 180, 200, -100, 580, 180)
  context.stroke()
  madePng = new Uint8Array(canvas.toBuffer('image/png'))
  return madePng
}

function trialStamps({ seen: { width, height } }: PageSnapshot, page: number): Stamp[] {
  const contents: StampContent[] = [
    { kind: 'drawn-signature', png: trialPng() },
    { kind: 'typed-signature', text: longName, font: 'great-vibes' },
    { kind: 'text', text: longText },
    { kind: 'check' },
    { kind: 'dot' },
  ]
  const box = { width: Math.min(60, width / 5), height: Math.min(20, height / 4) }
  return contents.map((content, index) => ({ page, x: index * box.width, y: 0, ...box, content }))
}

function trialCertificate(key: SealKey, pages: number): UnsealedCertificate {
  const at = new Date(0).toISOString()
  return {
    language: 'pt',
    envelopeId: id,
    sessionId: id,
    document: { title: longText, pages },
    sender: { agency: longName, staffName: longName },
    signer: { name: longName, recordName: longName, email: `${'x'.repeat(240)}@example.com`, phone: '+1 305 555 0100' },
    signature: { kind: 'drawn', png: trialPng(), id },
    identification: { level: 'made_and_sent', to: longText },
    contactChanges: [{ field: 'email', since: at, by: longName }],
    openedInAgency: true,
    consent: { version: '2025-01', at, textSha256: hash, language: 'pt' },
    ip: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    userAgent: 'x'.repeat(400),
    timeZone: 'America/Argentina/ComodRivadavia',
    times: { sent: at, viewed: at, signed: at },
    originalSha256: hash,
    presentedSha256: hash,
    events: [{ at, event: 'signed', actor: longName, hash }],
    chainHead: hash,
    verifyUrl: `https://${'portal.'.repeat(20)}example.com/session/verify`,
    sealFingerprint: sealFingerprint(key),
  }
}

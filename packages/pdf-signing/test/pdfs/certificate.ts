import type { CertificateData } from '../../src/certificate/certificate-data.ts'

/** A certificate's data with every field filled; the values are made up. */
export function certificateData(changes: Partial<CertificateData> = {}): CertificateData {
  return {
    language: 'en',
    envelopeId: '01977f3e-2c4a-7b1e-9d53-6f0c2a8e4b17',
    sessionId: '01977f3d-91b0-7e44-8a21-c35f7d90ee02',
    document: { title: 'Marketplace consent 2025', pages: 4 },
    sender: { agency: 'Sunrise Insurance Agency', staffName: 'Ana Gonçalves' },
    signer: {
      name: 'María Ñuñez Gonçalves',
      recordName: 'María Ñuñez',
      email: 'maria@example.com',
      phone: '+1 305 555 0142',
    },
    signature: { kind: 'typed', text: 'María Ñuñez Gonçalves', font: 'great-vibes', id: 'signature-7c02' },
    code: {
      channel: 'text',
      destination: '•••42',
      sentAt: '2025-06-17T18:03:30Z',
      confirmedAt: '2025-06-17T18:04:05Z',
      ip: '203.0.113.77',
      device: 'Safari, iOS',
      destinationChangedAt: '2025-06-16T20:00:00Z',
    },
    identification: { level: 'made_and_sent', to: '•••42' },
    consent: { version: '2025-01', at: '2025-06-17T18:02:11Z', textSha256: 'c0'.repeat(32), language: 'es' },
    ip: '203.0.113.42',
    userAgent: 'Mozilla/5.0 (Test) Browser/1.0',
    timeZone: 'America/New_York',
    times: { sent: '2025-06-16T14:20:00Z', viewed: '2025-06-17T18:01:02Z', signed: '2025-06-17T18:06:48Z' },
    originalSha256: 'ab'.repeat(32),
    presentedSha256: 'cd'.repeat(32),
    signedPages: { sha256: 'ef'.repeat(32), bytes: 12_345, isReviewed: true },
    events: [
      { at: '2025-06-16T14:20:00Z', event: 'sent', actor: 'Ana Gonçalves', hash: '1e'.repeat(32) },
      { at: '2025-06-17T18:06:48Z', event: 'signed', actor: 'María Ñuñez Gonçalves', hash: '2e'.repeat(32) },
    ],
    chainHead: '2e'.repeat(32),
    verifyUrl: 'https://portal.example.com/verify',
    sealFingerprint: Array.from({ length: 32 }, () => 'F0').join(':'),
    ...changes,
  }
}

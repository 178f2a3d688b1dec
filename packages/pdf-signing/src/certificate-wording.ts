import type { CertificateEventName, CertificateLanguage } from './certificate-data.ts'

/** The words of the certificate in one language; a missing one fails the type check. */
export type CertificateMessages = {
  title: string
  statement: string
  document: string
  envelopeId: string
  sessionId: string
  documentTitle: string
  pages: string
  sender: string
  signer: string
  name: string
  email: string
  phone: string
  authentication: string
  signature: string
  signatureStyle: { typed: string; drawn: string }
  signatureId: string
  sent: string
  viewed: string
  signed: string
  ip: string
  userAgent: string
  timeZone: string
  consent: string
  consentVersion: string
  consentAt: string
  consentLanguage: string
  consentHash: string
  integrity: string
  originalHash: string
  presentedHash: string
  sealFingerprint: string
  verify: string
  events: string
  eventTime: string
  event: string
  actor: string
  chainHead: string
  languageNames: Record<CertificateLanguage, string>
  eventNames: Record<CertificateEventName, string>
  footer: (page: number, pages: number) => string
}

import { wrapText } from '../fonts/fit-text.ts'
import type { FontFace, FontSet } from '../fonts/font-files.ts'
import type { PDF } from '../libpdf.ts'
import { containImage, drawTypedSignature } from '../stamps/draw-stamp.ts'
import { accent, hairline, ink, mutedInk } from '../stamps/page-canvas.ts'
import type { CertificateData } from './certificate-data.ts'
import { drawCertificateEvents } from './certificate-events.ts'
import { CertificateFlow, formatUtc, margin } from './certificate-flow.ts'
import { certificateMessages } from './certificate-messages.ts'
import { printableData } from './printable-data.ts'

const labelWidth = 138
const rowLeading = 12.5
const signatureBox = { width: 210, height: 54 }

/** Unprintable characters are code points, but not in the signature. @returns the number of its pages */
export function appendCertificate(
  pdf: PDF,
  fonts: FontSet,
  given: CertificateData,
  paper: { width: number; height: number },
): number {
  const data = printableData(given)
  const flow = new CertificateFlow(pdf, fonts, paper)
  drawHeading(flow, data)
  drawDocument(flow, data)
  drawSigner(pdf, flow, data)
  drawCode(flow, data)
  drawConsent(flow, data)
  drawIntegrity(flow, data)
  drawCertificateEvents(flow, data)
  return flow.finish(data.envelopeId, (page, pages) => certificateMessages[data.language]('footer', { page, pages }))
}

function drawHeading(flow: CertificateFlow, { language, sender }: CertificateData): void {
  const t = certificateMessages[language]
  flow.y += 8
  drawLines(flow, sender.agency, { face: 'semibold', size: 9.5, color: accent, leading: 13 })
  flow.y += 12
  drawLines(flow, t('title'), { face: 'semibold', size: 21, color: ink, leading: 26 })
  flow.y += 4
  drawLines(flow, t('statement'), { face: 'regular', size: 8.5, color: mutedInk, leading: 12 })
}

function drawDocument(flow: CertificateFlow, data: CertificateData): void {
  const t = certificateMessages[data.language]
  flow.section(t('document'))
  row(flow, t('documentTitle'), data.document.title, 'semibold')
  row(flow, t('pages'), String(data.document.pages))
  if (data.reading)
    row(flow, t('reading'), t(`reading.${data.reading.rule}`, { viewed: data.reading.viewed, of: data.document.pages }))
  row(flow, t('envelopeId'), data.envelopeId)
  row(flow, t('sessionId'), data.sessionId)
  row(flow, t('sender'), `${data.sender.staffName}, ${data.sender.agency}`)
}

function drawSigner(pdf: PDF, flow: CertificateFlow, data: CertificateData): void {
  const t = certificateMessages[data.language]
  flow.section(t('signer'))
  row(flow, t('name'), data.signer.name, 'semibold')
  if (data.signer.recordName) row(flow, t('askedToSign'), data.signer.recordName)
  if (data.signer.email) row(flow, t('email'), data.signer.email)
  if (data.signer.phone) row(flow, t('phone'), data.signer.phone)
  row(flow, t('authentication'), t(data.code ? 'authentication.code' : 'authentication.passcode'))
  drawIdentification(flow, data)
  drawSignature(pdf, flow, data)
  row(flow, t('signatureId'), data.signature.id)
  row(flow, t('sent'), formatUtc(data.times.sent))
  row(flow, t('viewed'), formatUtc(data.times.viewed))
  row(flow, t('signed'), formatUtc(data.times.signed), 'semibold')
  row(flow, t('ip'), data.ip)
  row(flow, t('timeZone'), data.timeZone)
  row(flow, t('userAgent'), data.userAgent)
}

/** One line says how the signer was identified. The others say what a reader should know about it. */
function drawIdentification(flow: CertificateFlow, data: CertificateData): void {
  const t = certificateMessages[data.language]
  const { level, to } = data.identification
  const line =
    level === 'chosen_or_seen' ? t('identification.chosen_or_seen') : t(`identification.${level}`, { to: to ?? '–' })
  row(flow, t('identification'), line, 'semibold')
  for (const { field, since, by } of data.contactChanges ?? []) {
    const values = { date: since.slice(0, 10), name: by ?? data.sender.agency }
    row(flow, t(`contactChange.${field}`), t('contactChange.line', values))
  }
  if (data.openedInAgency) row(flow, t('openedIn'), t('openedInAgency'))
}

function drawSignature(pdf: PDF, flow: CertificateFlow, { language, signature }: CertificateData): void {
  const t = certificateMessages[language]
  flow.ensure(signatureBox.height + 16)
  flow.y += 5
  const frame = { x: margin + labelWidth, y: flow.y, ...signatureBox }
  const inside = { x: frame.x + 8, y: frame.y + 4, width: frame.width - 16, height: frame.height - 8 }
  flow.canvas.frame(frame, hairline)
  if (signature.kind === 'typed') drawTypedSignature(flow.canvas, inside, signature)
  else flow.canvas.image(...containImage(pdf, inside, signature.png))
  const style =
    signature.kind === 'typed'
      ? `${t('signatureStyle.typed')}, ${faceNames[signature.font]}`
      : t('signatureStyle.drawn')
  const label = { face: 'regular', size: 8.5, color: mutedInk } as const
  flow.canvas.text(t('signature'), { x: margin, y: flow.y + 10 }, label)
  flow.canvas.text(style, { x: margin, y: flow.y + 10 + rowLeading }, { ...label, size: 7.5 })
  flow.y += signatureBox.height + 7
}

const faceNames = { 'great-vibes': 'Great Vibes', 'dancing-script': 'Dancing Script', caveat: 'Caveat' }

function drawCode(flow: CertificateFlow, { language, code }: CertificateData): void {
  if (!code) return
  const t = certificateMessages[language]
  flow.section(t('code'))
  row(flow, t('codeChannel'), `${t(`codeChannel.${code.channel}`)}, ${code.destination}`)
  row(flow, t('codeSent'), formatUtc(code.sentAt))
  row(flow, t('codeConfirmed'), formatUtc(code.confirmedAt), 'semibold')
  row(flow, t('ip'), code.ip)
  if (code.device) row(flow, t('codeDevice'), code.device)
  if (code.destinationChangedAt) row(flow, t('codeDestinationChanged'), formatUtc(code.destinationChangedAt))
}

function drawConsent(flow: CertificateFlow, { language, consent }: CertificateData): void {
  const t = certificateMessages[language]
  flow.section(t('consent'))
  row(flow, t('consentVersion'), consent.version)
  row(flow, t('consentAt'), formatUtc(consent.at))
  row(flow, t('consentLanguage'), t(`language.${consent.language}`))
  row(flow, t('consentHash'), consent.textSha256)
}

function drawIntegrity(flow: CertificateFlow, data: CertificateData): void {
  const t = certificateMessages[data.language]
  flow.section(t('integrity'))
  row(flow, t('originalHash'), data.originalSha256)
  row(flow, t('presentedHash'), presentedHash(data))
  row(flow, t('signedPagesHash'), data.signedPages.sha256)
  row(flow, t('signedPagesNote'), signedPagesNote(data))
  row(flow, t('sealFingerprint'), data.sealFingerprint)
  row(flow, t('verify'), data.verifyUrl, 'semibold')
}

/** Anyone can compare the hash: the sealed file begins with these pages. */
function signedPagesNote({ language, signedPages: { bytes, isReviewed } }: CertificateData): string {
  const t = certificateMessages[language]
  return isReviewed ? t('signedPagesReviewed', { bytes }) : t('signedPagesNotReviewed', { bytes })
}

/** A document that was presented as it was uploaded has the same hash twice, so the certificate says why. */
function presentedHash({ language, originalSha256, presentedSha256 }: CertificateData): string {
  if (originalSha256 !== presentedSha256) return presentedSha256
  return `${presentedSha256} (${certificateMessages[language]('presentedAsUploaded')})`
}

export function row(flow: CertificateFlow, label: string, value: string, face: FontFace = 'regular'): void {
  const size = 8.5
  const lines = wrapText(value, face, size, flow.right - margin - labelWidth)
  flow.ensure(Math.min(lines.length, 3) * rowLeading)
  flow.canvas.text(label, { x: margin, y: flow.y + 10 }, { face: 'regular', size, color: mutedInk })
  for (const line of lines) {
    flow.ensure(rowLeading)
    flow.canvas.text(line, { x: margin + labelWidth, y: flow.y + 10 }, { face, size, color: ink })
    flow.y += rowLeading
  }
}

export function drawLines(
  flow: CertificateFlow,
  text: string,
  style: { face: FontFace; size: number; color: typeof ink; leading: number },
): void {
  for (const line of wrapText(text, style.face, style.size, flow.right - margin)) {
    flow.ensure(style.leading)
    flow.canvas.text(line, { x: margin, y: flow.y + style.size }, style)
    flow.y += style.leading
  }
}

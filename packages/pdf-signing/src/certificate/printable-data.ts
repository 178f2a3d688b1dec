import { printable } from '../fonts/shape-text.ts'
import type { CertificateData } from './certificate-data.ts'

/** A character that no font has is `[U+1F642]`; nothing is left out or transliterated. The signature is not changed. */
export function printableData(data: CertificateData): CertificateData {
  const { document, sender, signer, code, userAgent, timeZone, events } = data
  return {
    ...data,
    document: { ...document, title: printable(document.title, 'semibold') },
    sender: { agency: printable(sender.agency, 'semibold'), staffName: printable(sender.staffName) },
    signer: {
      ...signer,
      name: printable(signer.name, 'semibold'),
      recordName: printable(signer.recordName),
      ...(signer.email === undefined ? {} : { email: printable(signer.email) }),
      ...(signer.phone === undefined ? {} : { phone: printable(signer.phone) }),
    },
    ...(code ? { code: { ...code, destination: printable(code.destination), device: printable(code.device) } } : {}),
    userAgent: printable(userAgent),
    timeZone: printable(timeZone),
    events: events.map((event) => ({ ...event, actor: printable(event.actor) })),
  }
}

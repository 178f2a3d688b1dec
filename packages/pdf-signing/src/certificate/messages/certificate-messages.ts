import type { CertificateLanguage } from '../certificate-data.ts'
import { type CertificateMessages, english } from './en.ts'
import { spanish } from './es.ts'
import { portuguese } from './pt.ts'

/** The certificate's texts by the signer's language. A missing language or text fails the type check. */
export const certificateMessages: Record<CertificateLanguage, CertificateMessages> = {
  en: english,
  es: spanish,
  pt: portuguese,
}

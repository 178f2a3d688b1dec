import type { CertificateLanguage } from './certificate-data.ts'
import { english } from './certificate-english.ts'
import { portuguese } from './certificate-portuguese.ts'
import { spanish } from './certificate-spanish.ts'
import type { CertificateMessages } from './certificate-wording.ts'

/** The certificate's words by the signer's language. */
export const certificateMessages: Record<CertificateLanguage, CertificateMessages> = {
  en: english,
  es: spanish,
  pt: portuguese,
}

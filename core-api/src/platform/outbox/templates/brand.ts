import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** How e-mails show the agency. */
export interface Brand {
  agencyName: string
  /** The accent colour, `#rrggbb`, on which white text is readable. */
  color: string | undefined
  /** The logo as a `data:` URL; undefined for an agency without one, or with one that mail programs don't show. */
  logo: string | undefined
  /** The address that messages are sent from; undefined without a mail server. */
  sender: string | undefined
}

interface BrandSettings {
  AGENCY_NAME: string
  AGENCY_COLOR?: string
  AGENCY_LOGO?: string
  MAIL_FROM?: string
}

/** Outlook shows neither SVG nor WebP: such an agency has its name alone. */
const types: Readonly<Record<string, string>> = { '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg' }

/** Reads the agency's branding. @throws if the file of the logo can't be read */
export function brandOf({ AGENCY_NAME, AGENCY_COLOR, AGENCY_LOGO, MAIL_FROM }: BrandSettings): Brand {
  return {
    agencyName: AGENCY_NAME,
    color: AGENCY_COLOR || undefined,
    logo: AGENCY_LOGO ? readLogo(AGENCY_LOGO) : undefined,
    sender: MAIL_FROM?.replace(/^.*</, '').replace(/>.*$/, '').trim(),
  }
}

function readLogo(path: string): string | undefined {
  const type = types[extname(path).toLowerCase()]
  return type && `data:${type};base64,${readFileSync(path, 'base64')}`
}

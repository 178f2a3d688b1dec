import { extname } from 'node:path'
import type { AgencySettingsSource } from '../../agency/agency-settings.ts'
import { typeOfLogo } from '../../agency/logo.ts'
import type { Sender } from '../../mail/message-sender.ts'

export interface Brand {
  agencyName: string
  /** The postal address, at the end of e-mails. */
  address: string | undefined
  /** The accent colour, `#rrggbb`, on which white text is readable. */
  color: string | undefined
  /** The logo as a `data:` URL; undefined for an agency without one, or with one that mail programs don't show. */
  logo: string | undefined
  sender: Sender
}

/** Outlook shows neither SVG nor WebP: such an agency has its name alone. */
const shown: ReadonlySet<string> = new Set(['.png', '.jpg'])

export async function brandOf(agency: AgencySettingsSource): Promise<Brand> {
  const { name, address, color, logo_file, sender_name, sender_address } = await agency.read()
  return {
    agencyName: name,
    address: address ?? undefined,
    color: color ?? undefined,
    logo: logo_file === null ? undefined : await readLogo(agency, logo_file),
    sender: { name: sender_name, address: sender_address },
  }
}

async function readLogo(agency: AgencySettingsSource, file: string): Promise<string | undefined> {
  if (!shown.has(extname(file))) return undefined
  const content = await agency.readLogo(file)
  return content && `data:${typeOfLogo(file)};base64,${content.toString('base64')}`
}

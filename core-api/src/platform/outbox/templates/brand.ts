import { extname } from 'node:path'
import { unnamedAgency } from '@agency/contract/agency'
import { imageSize } from 'image-size'
import type { AgencySettingsSource } from '../../agency/agency-settings.ts'
import { typeOfLogo } from '../../agency/logo.ts'
import type { Sender } from '../../mail/message-sender.ts'

export interface Brand {
  agencyName: string
  /** The postal address, at the end of e-mails. */
  address: string | undefined
  /** The accent colour, `#rrggbb`, on which white text is readable. */
  color: string | undefined
  /** The logo as a `data:` URL, and its size in an e-mail in pixels; undefined for an agency without one, or with one that mail programs don't show. */
  logo: { url: string; width: number; height: number } | undefined
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
    sender: { name: sender_name ?? (name === unnamedAgency ? null : name), address: sender_address },
  }
}

const most = { width: 240, height: 56 }

async function readLogo(agency: AgencySettingsSource, file: string): Promise<Brand['logo']> {
  if (!shown.has(extname(file))) return undefined
  const content = await agency.readLogo(file)
  return content && { url: `data:${typeOfLogo(file)};base64,${content.toString('base64')}`, ...shownSize(content) }
}

/** A picture of unknown size is shown as a square. */
function shownSize(content: Buffer): { width: number; height: number } {
  let ratio = 1
  try {
    const { width, height, orientation = 1 } = imageSize(content)
    // From 5 on, JPEG is turned by 90 degrees.
    ratio = orientation < 5 ? width / height : height / width
  } catch {}
  const height = Math.min(most.height, most.width / ratio)
  return { width: Math.round(height * ratio), height: Math.round(height) }
}

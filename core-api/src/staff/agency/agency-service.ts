import { AgencySettings, type UpdateAgency } from '@agency/contract/agency'
import { updateStoredAgency } from '../../platform/agency/agency-repository.ts'
import { type AgencySettingsSource, missingOf } from '../../platform/agency/agency-settings.ts'
import { readAgencyValues } from '../../platform/agency/agency-values.ts'
import { type Logo, readLogo } from '../../platform/agency/logo.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'

interface AgencyContext {
  db: Database
  principal: AdminPrincipal
  agency: AgencySettingsSource
}

export async function getAgencySettings(agency: AgencySettingsSource, db?: Database) {
  const { logo_file: logo, ...stored } = await agency.readStored(db)
  return { ...stored, logo, missing: missingOf(stored) }
}

/** Changes settings in any process at once. @throws InvalidInput with each value that is not usable; EditConflict */
export function changeAgency(context: AgencyContext, sent: UpdateAgency, baseVersion: number | undefined) {
  return store(context, readAgencyValues(sent), baseVersion)
}

/** @throws InvalidInput for a file that browsers can't show */
export function changeLogo(context: AgencyContext, content: Buffer | undefined) {
  if (content === undefined) throw new InvalidInput([{ field: 'file', message: 'is missing: choose a picture' }])
  const logo = readLogo(content)
  if (!logo) throw new InvalidInput([{ field: 'file', message: 'must be a picture: SVG, PNG, JPEG or WebP' }])
  return store(context, { logo: logo.file }, undefined, logo)
}

type Changes = Omit<UpdateAgency, 'logo'> & { logo?: string | null }

function store(
  { db, principal, agency }: AgencyContext,
  changes: Changes,
  baseVersion: number | undefined,
  picture?: Logo,
): Promise<AgencySettings> {
  return db.transaction().execute(async (trx) => {
    await agency.lock(trx)
    const current = await getAgencySettings(agency, trx)
    const { logo, ...edit } = mergeRecordEdit({ schema: AgencySettings, current, changes, baseVersion })
    const fields = [...Object.keys(edit), ...(logo === undefined ? [] : ['logo'])]
    if (fields.length === 0) return current
    const stored = logo === undefined ? edit : { ...edit, logo: picture?.content ?? null, logo_file: logo }
    await updateStoredAgency(trx, stored, fields)
    await recordEvent(trx, principal, { action: 'agency.changed', fields })
    return getAgencySettings(agency, trx)
  })
}

import { readFileSync } from 'node:fs'
import { type RequiredAgencyField, requiredAgencyFields, unnamedAgency } from '@agency/contract/agency'
import fp from 'fastify-plugin'
import type { Database, Transaction } from '../database/database.ts'
import { WrongState } from '../errors.ts'
import type { HealthFinding } from '../http/health-checks.ts'
import { senderOf } from '../mail/mailer.ts'
import { findStoredAgency, findStoredLogo, lockStoredAgency, type StoredAgency } from './agency-repository.ts'
import { firstValue } from './agency-values.ts'
import { type Logo, readLogo } from './logo.ts'

/** The settings of the environment. They are in force until a power admin changes one. */
export interface FirstAgencySettings {
  DEMO?: boolean
  AGENCY_NAME?: string
  AGENCY_PHONE?: string
  AGENCY_WEBSITE?: string
  AGENCY_COLOR?: string
  AGENCY_LOGO?: string
  MAIL_FROM?: string
}

/** The agency of a demonstration, unless the environment names another. */
const demoAgency = {
  AGENCY_NAME: 'Harbor Lane Insurance',
  AGENCY_PHONE: '(305) 555-0100',
  AGENCY_WEBSITE: 'https://harborlane.example',
}

export interface Agency extends Omit<StoredAgency, 'name' | 'version' | 'field_versions'> {
  name: string
  missing: RequiredAgencyField[]
}

declare module 'fastify' {
  interface FastifyInstance {
    agency: AgencySettingsSource
  }
}

/** Reads the agency's settings anew for each use, so that a change is in force at once, in all processes. */
export class AgencySettingsSource {
  readonly #db: Database
  readonly #first: Omit<StoredAgency, 'version' | 'field_versions'>
  readonly #firstLogo: Logo | undefined

  /** @throws if the file of the logo can't be read */
  constructor(db: Database, settings: FirstAgencySettings) {
    const {
      AGENCY_NAME: name,
      AGENCY_PHONE: phone,
      AGENCY_WEBSITE: website,
    } = settings.DEMO ? { ...demoAgency, ...settings } : settings
    const sender = senderOf(settings.MAIL_FROM ?? '')
    this.#db = db
    this.#firstLogo = settings.AGENCY_LOGO ? readLogo(readFileSync(settings.AGENCY_LOGO)) : undefined
    this.#first = {
      name: firstValue('name', name),
      phone: firstValue('phone', phone),
      website: firstValue('website', website),
      address: null,
      color: settings.AGENCY_COLOR?.toLowerCase() ?? null,
      logo_file: this.#firstLogo?.file ?? null,
      sender_name: sender.name,
      sender_address: sender.address,
    }
  }

  async read(db = this.#db): Promise<Agency> {
    const { version, field_versions, ...stored } = await this.readStored(db)
    return { ...stored, name: stored.name ?? unnamedAgency, missing: missingOf(stored) }
  }

  async readStored(db = this.#db): Promise<StoredAgency> {
    return (await findStoredAgency(db)) ?? { ...this.#first, version: 1, field_versions: {} }
  }

  lock(trx: Transaction): Promise<StoredAgency> {
    return lockStoredAgency(trx, { ...this.#first, logo: this.#firstLogo?.content ?? null })
  }

  /** The content of a logo by the name of its file; undefined for one that is not in use. */
  async readLogo(file: string): Promise<Buffer | undefined> {
    const stored = await findStoredLogo(this.#db, file)
    return stored ?? (file === this.#firstLogo?.file ? this.#firstLogo.content : undefined)
  }

  /** @throws WrongState if the name or the phone of the agency is not set: clients must not read invented ones */
  async requireComplete(db = this.#db): Promise<Agency> {
    const agency = await this.read(db)
    if (agency.missing.length > 0) throw new WrongState(incompleteText(agency.missing))
    return agency
  }
}

export const missingOf = (stored: Pick<StoredAgency, RequiredAgencyField>): RequiredAgencyField[] =>
  requiredAgencyFields.filter((field) => stored[field] === null)

const labels: Readonly<Record<RequiredAgencyField, string>> = { name: 'name', phone: 'phone number' }

const missingText = (missing: readonly RequiredAgencyField[]): string =>
  `The agency’s ${missing.map((field) => labels[field]).join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set`

const incompleteText = (missing: readonly RequiredAgencyField[]): string =>
  `${missingText(missing)}, and clients would not know who writes to them. A power admin sets this on the screen Agency. Then try again.`

function findingOf({ missing, website }: Agency): HealthFinding {
  if (missing.length > 0) {
    const message = `${missingText(missing)}, so nothing can be sent to clients. A power admin sets this on the screen Agency.`
    return { state: 'warning', message }
  }
  if (website !== null) return { state: 'ok', message: 'Name, phone number and web site of the agency are set.' }
  const message =
    'Name and phone number are set. A web site, which clients are led to, can be set on the screen Agency.'
  return { state: 'ok', message }
}

export const agencySettings = fp(
  async (app, { config }: { config: FirstAgencySettings }) => {
    const agency = new AgencySettingsSource(app.db, config)
    app.decorate('agency', agency)
    app.addHealthCheck({
      id: 'agency',
      title: 'Agency',
      affectsReadiness: false,
      run: async () => findingOf(await agency.read()),
    })
  },
  { name: 'agency-settings', dependencies: ['database', 'health-checks'] },
)

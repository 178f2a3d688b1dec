import type { Environment } from '@agency/contract/environment'
import { type AgencyFiles, addressOf } from './agency-files.ts'

export interface PageSettings {
  readonly API_ORIGIN?: string
  readonly UI_ORIGIN?: string
  readonly PUBLIC_URL: string
  readonly AGENCY_NAME: string
  readonly AGENCY_PHONE: string
  readonly AGENCY_WEBSITE: string
}

/** What the page of an app is told when it is served. @param base `/admin` or `/session` */
export function pageEnvironment(config: PageSettings, base: '/admin' | '/session', { logo }: AgencyFiles): Environment {
  return {
    apiBase: `${config.API_ORIGIN ?? ''}${base}/_api`,
    uiBase: config.UI_ORIGIN ? `${config.UI_ORIGIN}/` : `${base}/_ui/`,
    agency: {
      name: config.AGENCY_NAME,
      phone: config.AGENCY_PHONE,
      website: config.AGENCY_WEBSITE,
      logo: logo ? addressOf(base, logo) : null,
    },
    portalUrl: `${config.PUBLIC_URL.replace(/\/$/, '')}/session/`,
  }
}

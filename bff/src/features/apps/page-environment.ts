import type { Environment } from 'contract/environment'
import type { Config } from '../../config.ts'

/** What the page of an app is told when it is served. @param base `/admin` or `/session` */
export function pageEnvironment(config: Config, base: '/admin' | '/session'): Environment {
  return {
    apiBase: `${base}/_api`,
    uiBase: `${base}/_ui/`,
    agency: {
      name: config.AGENCY_NAME,
      phone: config.AGENCY_PHONE,
      website: config.AGENCY_WEBSITE,
      logo: config.AGENCY_LOGO ?? null,
    },
    portalUrl: `${config.PUBLIC_URL.replace(/\/$/, '')}/session/`,
  }
}

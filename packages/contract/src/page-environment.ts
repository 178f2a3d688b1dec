import type { Environment } from './environment.ts'

/**
 * Parses the environment that the server wrote into the page.
 * @throws Error with all missing or invalid settings
 */
export function parseEnvironment(json: string): Environment {
  const root = record(JSON.parse(json))
  const agency = record(root.agency)
  const faults: string[] = []
  const text = (from: Readonly<Record<string, unknown>>, name: string, path = name): string => {
    const value = from[name]
    if (typeof value === 'string' && value !== '') return value
    faults.push(`${path} must be a text`)
    return ''
  }
  const environment: Environment = {
    apiBase: text(root, 'apiBase'),
    uiBase: text(root, 'uiBase'),
    agency: {
      name: text(agency, 'name', 'agency.name'),
      phone: text(agency, 'phone', 'agency.phone'),
      website: text(agency, 'website', 'agency.website'),
      logo: agency.logo === null ? null : text(agency, 'logo', 'agency.logo'),
    },
    portalUrl: text(root, 'portalUrl'),
  }
  if (faults.length > 0) throw new Error(`Invalid environment of the page: ${faults.join('; ')}`)
  return environment
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

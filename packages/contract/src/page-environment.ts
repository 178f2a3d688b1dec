import type { Environment } from './environment.ts'

/** @throws Error with all missing or invalid settings */
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
  const optional = (...[from, name, path]: Parameters<typeof text>): string | null =>
    from[name] === null ? null : text(from, name, path)
  const environment: Environment = {
    apiBase: text(root, 'apiBase'),
    uiBase: text(root, 'uiBase'),
    agency: {
      name: text(agency, 'name', 'agency.name'),
      phone: optional(agency, 'phone', 'agency.phone'),
      website: optional(agency, 'website', 'agency.website'),
      logo: optional(agency, 'logo', 'agency.logo'),
    },
    portalUrl: text(root, 'portalUrl'),
  }
  if (faults.length > 0) throw new Error(`Invalid environment of the page: ${faults.join('; ')}`)
  return environment
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

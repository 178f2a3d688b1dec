import { addressProblems, withAddresses } from '../packages/service-kit/src/addresses.ts'

/** What an office runs with. Another value of one of these is refused. */
const fixed = { STAFF_MFA: 'required', COOKIE_SECURE: 'true', API_DOCS: 'staff' } as const

const why: Readonly<Record<keyof typeof fixed, string>> = {
  STAFF_MFA: 'a stolen password alone would open the records',
  COOKIE_SECURE: 'logins would be readable on the network',
  API_DOCS: 'the description of the API is for staff',
}

export interface OfficeSettings {
  publicUrl: string
  staffUrl: string
  environment: Record<string, string>
}

/** Reads `npm start -- --office`, behind a proxy with TLS. @param user id of the process @throws with wrong settings */
export function readOffice(given: NodeJS.ProcessEnv, user = process.getuid?.()): OfficeSettings {
  const { PUBLIC_URL: publicUrl = '', STAFF_URL: staffUrl = '' } = withAddresses(given)
  const problems = [
    ...(user === 0 ? ['user: root. Run it as a user of its own (docs/office.md)'] : []),
    ...(given.DEMO && given.DEMO !== '0' && given.DEMO !== 'false'
      ? ['DEMO: sample data and messages shown to staff']
      : []),
    ...Object.entries(fixed).flatMap(([name, value]) =>
      given[name] && given[name] !== value ? [`${name}: must be ${value}; ${Object(why)[name]}`] : [],
    ),
    ...secureAddressProblems({ PUBLIC_URL: publicUrl, STAFF_URL: staffUrl }),
    ...addressProblems(withAddresses(given)),
    ...(given.HOST && !isLoopback(given.HOST) && !given.TRUSTED_PROXIES
      ? ['HOST: other machines would reach the port without TLS. Leave it out, or name the proxy in TRUSTED_PROXIES']
      : []),
    ...(given.BACKUP_TO && given.BACKUP_RECIPIENT
      ? []
      : ['BACKUP_TO, BACKUP_RECIPIENT: without backups a broken disk ends the office (docs/backup.md)']),
  ]
  if (problems.length > 0) {
    throw new Error(`An office must not run with these settings:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  }
  const environment = { ...fixed, TRUSTED_PROXIES: given.TRUSTED_PROXIES || 'loopback' }
  return { publicUrl, staffUrl, environment }
}

const isLoopback = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host)

function secureAddressProblems(addresses: Record<'PUBLIC_URL' | 'STAFF_URL', string>): string[] {
  return Object.entries(addresses).flatMap(([name, url]) => {
    if (url === '') return [`${name}: is missing. Set DOMAIN, or PUBLIC_URL and STAFF_URL`]
    return url.startsWith('https://') ? [] : [`${name}: ${url} has no TLS. Begin it with https://`]
  })
}

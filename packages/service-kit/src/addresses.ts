import { isIP } from 'node:net'
import { listOf } from './setting-kinds.ts'

type Environment = Readonly<Record<string, string | undefined>>

interface Addresses {
  readonly PUBLIC_URL?: string
  readonly STAFF_URL?: string
  readonly CLIENT_HOSTS?: string
}

const hostOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined

/** Whether a host is this machine under a name that staff and clients can share, as in development. */
const isThisMachine = (host: string): boolean => host === 'localhost' || isIP(host.replace(/[[\]]/g, '')) > 0

/** `DOMAIN` names `client.` and `staff.`; `PUBLIC_URL` and `CLIENT_HOSTS` follow from each other. A given one stays. */
export function withAddresses<T extends Environment>(environment: T): T & Addresses {
  const { DOMAIN, CLIENT_HOSTS, PUBLIC_URL, STAFF_URL } = environment
  const named = CLIENT_HOSTS ? listOf(CLIENT_HOSTS.toLowerCase())[0] : DOMAIN && `client.${DOMAIN}`
  const publicUrl = PUBLIC_URL || (named ? `https://${named}` : undefined)
  const staffUrl = STAFF_URL || (DOMAIN ? `https://staff.${DOMAIN}` : undefined)
  const host = hostOf(publicUrl)
  const clientHosts = CLIENT_HOSTS || (host && !isThisMachine(host) ? host : undefined)
  const derived = { PUBLIC_URL: publicUrl, STAFF_URL: staffUrl, CLIENT_HOSTS: clientHosts }
  return Object.assign(Object.create(environment), derived)
}

/** What does not agree, a line for each setting. The client-facing host must serve nothing of the back office. */
export function addressProblems({ PUBLIC_URL, STAFF_URL, CLIENT_HOSTS = '' }: Addresses): string[] {
  const clientHosts = listOf(CLIENT_HOSTS.toLowerCase())
  const [client, staff] = [hostOf(PUBLIC_URL), hostOf(STAFF_URL)]
  const problems: string[] = []
  if (client && !isThisMachine(client) && clientHosts.length > 0 && !clientHosts.includes(client)) {
    problems.push(`PUBLIC_URL: its host ${client} is not one of CLIENT_HOSTS (${clientHosts.join(', ')})`)
  }
  if (staff && !isThisMachine(staff) && (staff === client || clientHosts.includes(staff))) {
    problems.push(`STAFF_URL: its host ${staff} is client-facing, where there is no back office`)
  }
  return problems
}

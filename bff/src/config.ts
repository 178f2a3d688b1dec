import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { addressProblems, withAddresses } from '@agency/service-kit/addresses'
import {
  Address,
  HostName,
  HostNames,
  isOrigin,
  Key,
  List,
  listOf,
  Origin,
  PublicUrl,
} from '@agency/service-kit/setting-kinds'
import { readSettings } from '@agency/service-kit/settings'
import Type, { type Static } from 'typebox'
import type { App } from './features/apps/deployed-file.ts'

const fileServerSettings = ['ADMIN_APP_URL', 'PORTAL_APP_URL'] as const

const Origins = List(isOrigin, 'http:// or https:// with a host and an optional port, without a path')
const Proxies = List(isProxy, 'an address, a network such as 10.0.0.0/8, or loopback, linklocal, uniquelocal')

function isProxy(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/')
  const maxBits = isIP(address) === 4 ? 32 : 128
  // /0 would trust everybody.
  const isLength = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maxBits)
  return ['loopback', 'linklocal', 'uniquelocal'].includes(item) || (isIP(address) > 0 && isLength && rest.length === 0)
}

const Settings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080 }),
  LOG_LEVEL: Type.Enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'], { default: 'info' }),
  CORE_URL: Origins({ default: 'http://127.0.0.1:8081' }),
  PRINCIPAL_SECRET: Type.String({ minLength: 32 }),
  JWT_SECRET: Key(),
  COOKIE_SECRET: Key(),
  COOKIE_SECURE: Type.Boolean({ default: true }),
  TRUSTED_PROXIES: Type.Optional(Proxies()),
  DOMAIN: Type.Optional(HostName()),
  CLIENT_HOSTS: HostNames({ default: 'client.localhost' }),
  CLIENT_TIMEOUT_SECONDS: Type.Integer({ minimum: 1, maximum: 600, default: 20 }),
  CORE_TIMEOUT_SECONDS: Type.Integer({ minimum: 1, maximum: 600, default: 120 }),
  DRAIN_SECONDS: Type.Integer({ minimum: 0, maximum: 8, default: 2 }),
  SERVE_APPS: Type.Boolean({ default: false }),
  ADMIN_APP_URL: Type.Optional(Address()),
  PORTAL_APP_URL: Type.Optional(Address()),
  PUBLIC_URL: PublicUrl({ default: 'http://client.localhost:8080' }),
  API_ORIGIN: Type.Optional(Origin()),
  UI_ORIGIN: Type.Optional(Origin()),
  STAFF_ORIGINS: Type.Optional(Origins()),
})

type Given = Static<typeof Settings>

export type Config = Omit<
  Given,
  'CORE_URL' | 'CLIENT_HOSTS' | 'TRUSTED_PROXIES' | 'STAFF_ORIGINS' | (typeof fileServerSettings)[number]
> & {
  readonly coreUrls: readonly string[]
  /** Host names, lower case and without port, that serve only the portal. */
  readonly clientHosts: readonly string[]
  /** Addresses of proxies whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: string[]
  /** Origins of the pages, if the API has a host of its own; otherwise none. */
  readonly pageOrigins: readonly string[]
  /** The address of each app's file server; undefined if this service serves the files itself, or no pages. */
  readonly fileServers: Readonly<Record<App, string>> | undefined
}

export const settingNames = Object.keys(Settings.properties)

/** Reads the settings, once, at start. @throws with a list of all invalid settings */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const values = readSettings(
    Settings,
    withAddresses(environment),
    (path) => readFileSync(path, 'utf8'),
    combinationProblems,
  )
  const { CORE_URL, CLIENT_HOSTS, TRUSTED_PROXIES, STAFF_ORIGINS, ...others } = values
  const { ADMIN_APP_URL, PORTAL_APP_URL, ...settings } = others
  return {
    ...settings,
    coreUrls: listOf(CORE_URL),
    clientHosts: listOf(CLIENT_HOSTS.toLowerCase()),
    trustedProxies: listOf(TRUSTED_PROXIES ?? ''),
    pageOrigins: values.API_ORIGIN ? [new URL(values.PUBLIC_URL).origin, ...listOf(STAFF_ORIGINS ?? '')] : [],
    fileServers:
      ADMIN_APP_URL && PORTAL_APP_URL ? { 'admin-app': ADMIN_APP_URL, 'portal-app': PORTAL_APP_URL } : undefined,
  }
}

const combinationProblems = (given: Partial<Given>): string[] => [
  ...fileServerProblems(given),
  ...addressProblems(given),
  ...(given.API_ORIGIN && !given.STAFF_ORIGINS ? ['API_ORIGIN: requires STAFF_ORIGINS'] : []),
]

function fileServerProblems(given: Partial<Given>): string[] {
  const named = fileServerSettings.filter((name) => given[name] !== undefined)
  if (named.length === 0) return []
  if (given.SERVE_APPS) return named.map((name) => `${name}: cannot be set together with SERVE_APPS`)
  return fileServerSettings.flatMap((name) =>
    named.includes(name) ? [] : [`${name}: is required together with ${named.join(', ')}`],
  )
}

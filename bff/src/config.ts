import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { Address, isOrigin, Key, Line, List, listOf, Origin, PublicUrl } from '@agency/service-kit/setting-kinds'
import { readSettings } from '@agency/service-kit/settings'
import Type, { type Static } from 'typebox'
import type { Part } from './features/apps/app-routes.ts'
import { problemOfLogo } from './features/apps/logo.ts'
import { problemOfColor } from './features/apps/theme.ts'

const fileServers = ['ADMIN_APP_URL', 'PORTAL_APP_URL', 'SHARED_UI_URL'] as const

const Origins = List(isOrigin, 'http:// or https:// with a host and perhaps a port, without a path')
const HostNames = List(
  (item) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(item),
  'the name of a host, without scheme and port',
)
const Proxies = List(isProxy, 'an address, a network such as 10.0.0.0/8, or loopback, linklocal, uniquelocal')

function isProxy(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  // Not everybody: /0.
  const isLength = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
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
  CLIENT_HOSTS: HostNames({ default: 'client.localhost' }),
  CLIENT_TIMEOUT_SECONDS: Type.Integer({ minimum: 1, maximum: 600, default: 20 }),
  CORE_TIMEOUT_SECONDS: Type.Integer({ minimum: 1, maximum: 600, default: 120 }),
  DRAIN_SECONDS: Type.Integer({ minimum: 0, maximum: 8, default: 2 }),
  SERVE_APPS: Type.Boolean({ default: false }),
  ADMIN_APP_URL: Type.Optional(Address()),
  PORTAL_APP_URL: Type.Optional(Address()),
  SHARED_UI_URL: Type.Optional(Address()),
  PUBLIC_URL: PublicUrl({ default: 'http://client.localhost:8080' }),
  AGENCY_NAME: Line({ default: 'Your Agency' }),
  AGENCY_PHONE: Line({ default: '(555) 010-0100' }),
  AGENCY_WEBSITE: Address({ default: 'https://www.example.com' }),
  AGENCY_LOGO: Type.Optional(Type.String()),
  AGENCY_COLOR: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'a colour as #8a1538' })),
  API_ORIGIN: Type.Optional(Origin()),
  UI_ORIGIN: Type.Optional(Origin()),
  STAFF_ORIGINS: Type.Optional(Origins()),
})

type Given = Static<typeof Settings>

export type Config = Omit<
  Given,
  'CORE_URL' | 'CLIENT_HOSTS' | 'TRUSTED_PROXIES' | 'STAFF_ORIGINS' | (typeof fileServers)[number]
> & {
  /** The core-apis, each as `http://host:port`. */
  readonly coreUrls: readonly string[]
  /** Host names, lower case and without port, on which nothing but the portal is served. */
  readonly clientHosts: readonly string[]
  /** Addresses whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: string[]
  /** Origins of the pages, which may call the API where it has a host of its own; none where it has not. */
  readonly pageOrigins: readonly string[]
  /** Where the built files of each part are served; undefined where this service serves them itself, or none at all. */
  readonly fileServers: Readonly<Record<Part, string>> | undefined
}

/** The names of all settings of this service. */
export const settingNames = Object.keys(Settings.properties)

/** Reads the settings of this service, once, at start. @throws with everything that is wrong with them */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const values = readSettings(Settings, environment, (path) => readFileSync(path, 'utf8'), wrongCombinations)
  const { CORE_URL, CLIENT_HOSTS, TRUSTED_PROXIES, STAFF_ORIGINS, ...others } = values
  const { ADMIN_APP_URL, PORTAL_APP_URL, SHARED_UI_URL, ...settings } = others
  return {
    ...settings,
    coreUrls: listOf(CORE_URL),
    clientHosts: listOf(CLIENT_HOSTS.toLowerCase()),
    trustedProxies: listOf(TRUSTED_PROXIES ?? ''),
    pageOrigins: values.API_ORIGIN ? [new URL(values.PUBLIC_URL).origin, ...listOf(STAFF_ORIGINS ?? '')] : [],
    fileServers:
      ADMIN_APP_URL && PORTAL_APP_URL && SHARED_UI_URL
        ? { 'admin-app': ADMIN_APP_URL, 'portal-app': PORTAL_APP_URL, 'shared-ui': SHARED_UI_URL }
        : undefined,
  }
}

const wrongCombinations = (given: Partial<Given>): string[] => [
  ...wrongFileServers(given),
  ...wrongBranding(given),
  ...(given.API_ORIGIN && !given.STAFF_ORIGINS ? ['API_ORIGIN: needs STAFF_ORIGINS beside it'] : []),
]

function wrongFileServers(given: Partial<Given>): string[] {
  const named = fileServers.filter((name) => given[name] !== undefined)
  if (named.length === 0) return []
  if (given.SERVE_APPS) return named.map((name) => `${name}: cannot be set together with SERVE_APPS`)
  return fileServers.flatMap((name) => (named.includes(name) ? [] : [`${name}: is needed beside ${named.join(', ')}`]))
}

function wrongBranding({ AGENCY_COLOR, AGENCY_LOGO }: Partial<Given>): string[] {
  const color = AGENCY_COLOR && problemOfColor(AGENCY_COLOR)
  const logo = AGENCY_LOGO && problemOfLogo(AGENCY_LOGO)
  return [...(color ? [`AGENCY_COLOR: ${color}`] : []), ...(logo ? [`AGENCY_LOGO: ${logo}`] : [])]
}

import { readFileSync } from 'node:fs'
import { readSettings } from 'contract/settings'
import Type, { type Static } from 'typebox'

const key = '^[A-Za-z0-9+/]{43}=$'

const Settings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080 }),
  LOG_LEVEL: Type.Enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'], { default: 'info' }),
  CORE_URL: Type.String({ pattern: '^https?://', default: 'http://127.0.0.1:8081' }),
  PRINCIPAL_SECRET: Type.String({ minLength: 32 }),
  JWT_SECRET: Type.String({ pattern: key }),
  COOKIE_SECRET: Type.String({ pattern: key }),
  COOKIE_SECURE: Type.Boolean({ default: true }),
  TRUSTED_PROXIES: Type.String({ default: '' }),
  CLIENT_HOSTS: Type.String({ default: 'client.localhost' }),
  CLIENT_TIMEOUT_SECONDS: Type.Integer({ minimum: 1, maximum: 600, default: 20 }),
  CORE_TIMEOUT_SECONDS: Type.Integer({ minimum: 1, maximum: 600, default: 120 }),
  DRAIN_SECONDS: Type.Integer({ minimum: 0, maximum: 8, default: 2 }),
  SERVE_APPS: Type.Boolean({ default: false }),
  PUBLIC_URL: Type.String({ pattern: '^https?://', default: 'http://client.localhost:8080' }),
  AGENCY_NAME: Type.String({ minLength: 1, default: 'Your Agency' }),
  AGENCY_PHONE: Type.String({ minLength: 1, default: '(555) 010-0100' }),
  AGENCY_WEBSITE: Type.String({ pattern: '^https?://', default: 'https://www.example.com' }),
  AGENCY_LOGO: Type.Optional(Type.String({ pattern: '^/' })),
})

export type Config = Omit<Static<typeof Settings>, 'CLIENT_HOSTS' | 'TRUSTED_PROXIES'> & {
  /** Host names, lower case and without port, on which nothing but the portal is served. */
  readonly clientHosts: readonly string[]
  /** Addresses whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: string[]
}

/** Reads the settings of this service, once, at start. @throws with everything that is wrong with them */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const values = readSettings(Settings, environment, (path) => readFileSync(path, 'utf8'))
  const { CLIENT_HOSTS, TRUSTED_PROXIES, ...settings } = values
  return { ...settings, clientHosts: listOf(CLIENT_HOSTS.toLowerCase()), trustedProxies: listOf(TRUSTED_PROXIES) }
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { revealReasonModes } from '@agency/contract/reveal-reasons'
import { signingCodeModes } from '@agency/contract/signing-codes'
import { addressProblems, withAddresses } from '@agency/service-kit/addresses'
import {
  Address,
  HostName,
  HostNames,
  isKey,
  Key,
  Line,
  List,
  PublicUrl,
  TimeZone,
} from '@agency/service-kit/setting-kinds'
import { readSettings } from '@agency/service-kit/settings'
import Type, { type Static } from 'typebox'
import { problemOfLogo } from './platform/agency/logo.ts'
import { problemOfColor } from './platform/agency/theme.ts'
import { providerSettingProblems, providerSettings } from './signing/providers/connectable-providers.ts'
import { type OidcProvider, oidcSettingProblems, readProviders } from './staff/oidc-login/oidc-settings.ts'

const uuidPattern = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const isDay = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365
const isRecipient = (text: string): boolean => /^age1[0-9a-z]{30,}$/.test(text)

const RoleScope = () => Type.Enum(['all', 'team', 'own'], { default: 'all' })

const Settings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8081 }),
  LOG_LEVEL: Type.Enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug'], { default: 'info' }),
  DATA_DIR: Type.String({ default: './data' }),
  DATABASE_URL: Type.Optional(
    Type.String({ pattern: '^postgres(ql)?://', description: 'postgres://name:password@host:port/database' }),
  ),
  DATABASE_CONNECTIONS: Type.Optional(Type.Integer({ minimum: 2, maximum: 100 })),
  MASTER_KEY: Type.Optional(Key()),
  MASTER_KEY_PREVIOUS: Type.Optional(List(isKey, '32 bytes in base64')()),
  S3_BUCKET: Type.Optional(Type.String()),
  S3_ENDPOINT: Type.Optional(Address()),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_PREFIX: Type.Optional(Type.String()),
  S3_FORCE_PATH_STYLE: Type.Boolean({ default: false }),
  S3_ACCESS_KEY_ID: Type.Optional(Type.String()),
  S3_SECRET_ACCESS_KEY: Type.Optional(Type.String()),
  SEAL_KEY: Type.Optional(
    Type.String({
      pattern: '-----BEGIN CERTIFICATE-----[^]*-----END CERTIFICATE-----',
      description: 'a certificate and its private key in PEM',
    }),
  ),
  PRINCIPAL_SECRET: Type.String({ minLength: 32 }),
  ADMIN_USERNAME: Type.String({ minLength: 1, default: 'admin' }),
  ADMIN_PASSWORD: Type.Optional(Type.String({ minLength: 1 })),
  ADMIN_MANAGEMENT: Type.Enum(['everyone', 'power'], { default: 'power' }),
  STANDARD_SCOPE: RoleScope(),
  ASSISTANT_SCOPE: RoleScope(),
  AUDITOR_SCOPE: RoleScope(),
  STAFF_MFA: Type.Optional(Type.Enum(['required', 'optional', 'off'])),
  STAFF_PASSWORD_LOGIN: Type.Enum(['on', 'off'], { default: 'on' }),
  STAFF_BREAK_GLASS: Type.Optional(Type.String({ minLength: 1 })),
  OIDC_PROVIDERS: Type.Optional(Type.String()),
  DOMAIN: Type.Optional(HostName()),
  CLIENT_HOSTS: Type.Optional(HostNames()),
  STAFF_URL: PublicUrl({ default: 'http://localhost:8080' }),
  STAFF_IDLE_MINUTES: Type.Integer({ minimum: 2, maximum: 480, default: 30 }),
  API_DOCS: Type.Enum(['staff', 'everyone'], { default: 'staff' }),
  AGENCY_NAME: Type.Optional(Line()),
  AGENCY_PHONE: Type.Optional(Line()),
  AGENCY_WEBSITE: Type.Optional(Address()),
  AGENCY_COLOR: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'a colour such as #8a1538' })),
  AGENCY_LOGO: Type.Optional(Type.String()),
  PUBLIC_URL: PublicUrl({ default: 'http://client.localhost:8080' }),
  REMINDER_DAYS: List(isDay, 'days from 1 to 365, rising, as 3,7')({ default: '3,7' }),
  REMINDER_REPEAT_DAYS: Type.Integer({ minimum: 0, maximum: 90, default: 7 }),
  REMINDER_MOST: Type.Integer({ minimum: 0, maximum: 50, default: 6 }),
  AGENCY_TIME_ZONE: TimeZone({ default: 'America/New_York' }),
  SIGNING_CODE: Type.Enum([...signingCodeModes], { default: 'off' }),
  SIGNED_COPY: Type.Enum(['link', 'attached'], { default: 'link' }),
  SIGNED_COPY_DAYS: Type.Integer({ minimum: 0, maximum: 3_650, default: 90 }),
  SESSION_PASSCODE: Type.Enum(['chosen', 'made'], { default: 'chosen' }),
  CONTACT_CHANGE_DAYS: Type.Integer({ minimum: 0, maximum: 365, default: 7 }),
  SESSION_DAYS: Type.Integer({ minimum: 1, maximum: 365, default: 30 }),
  CVC_RETENTION_DAYS: Type.Integer({ minimum: 0, maximum: 365, default: 7 }),
  REVEAL_ALERT: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 30 }),
  REVEAL_ALERT_FACTOR: Type.Integer({ minimum: 0, maximum: 1_000, default: 5 }),
  REVEAL_REASON: Type.Enum([...revealReasonModes], { default: 'off' }),
  RECORD_READS_ALERT: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 200 }),
  RECORD_READS_LIMIT: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1_000 }),
  RECORD_READS_LIST_ROWS: Type.Integer({ minimum: 0, maximum: 1_000, default: 10 }),
  DRAIN_SECONDS: Type.Integer({ minimum: 0, maximum: 8, default: 2 }),
  DEMO: Type.Boolean({ default: false }),
  ADOPT_FILE_STORE: Type.Optional(
    Type.String({
      pattern: `^(unmarked|${uuidPattern})$`,
      description: 'the id that the refused start named, or unmarked',
    }),
  ),
  SWEEP_LIMIT: Type.Optional(Type.Integer({ minimum: 0 })),
  BACKUP_TO: Type.Optional(Type.String({ minLength: 1 })),
  BACKUP_RECIPIENT: Type.Optional(List(isRecipient, 'public keys of age, which begin with age1')()),
  BACKUP_AT: Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description: 'a time of day, as 02:30',
    default: '02:30',
  }),
  BACKUP_KEEP_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 14 }),
  BACKUP_KEEP_WEEKS: Type.Integer({ minimum: 0, maximum: 520, default: 8 }),
  UPLOAD_LIMIT_MB: Type.Integer({ minimum: 1, maximum: 250, default: 200 }),
  PDF_WORKERS: Type.Integer({ minimum: 2, maximum: 16, default: 2 }),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://[^/\\s]', description: 'smtps://name:password@host' })),
  MAIL_FROM: Type.Optional(
    Type.String({ pattern: '^[^\\r\\n]*[^\\s@]@[^\\s@]+$', description: 'a sender as Agency <office@agency.example>' }),
  ),
  TEXT_GATEWAY_URL: Type.Optional(Address()),
  TEXT_GATEWAY_ACCOUNT: Type.Optional(Type.String({ minLength: 1 })),
  TEXT_GATEWAY_TOKEN: Type.Optional(Type.String({ minLength: 1 })),
  TEXT_FROM: Type.Optional(Type.String({ pattern: '^\\+[1-9]\\d{7,14}$', description: 'a number as +15550100147' })),
  TEXT_TO_FILES: Type.Boolean({ default: false }),
  ...providerSettings,
  TSA_URL: Type.Optional(Address()),
  SEAL_LEVEL: Type.Optional(Type.Enum(['B-T', 'B-LT'])),
  CLAMD_URL: Type.Optional(
    Type.String({
      pattern: '^(tcp://[^/\\s]+|unix:///\\S+)$',
      description: 'tcp://host:3310 or unix:///path of ClamAV’s clamd',
    }),
  ),
})

export type Config = Omit<Static<typeof Settings>, 'DATA_DIR' | 'STAFF_MFA' | 'OIDC_PROVIDERS'> & {
  /** Whether staff must have a second factor, are asked once, or are not asked. Those who have one always use it. */
  readonly staffMfa: 'required' | 'optional' | 'off'
  readonly oidcProviders: readonly OidcProvider[]
  readonly dataDirectory: string
  readonly filesDirectory: string
  readonly keysDirectory: string
}

export const settingNames = Object.keys(Settings.properties)

/** Reads the settings of this service, once, at start. @throws with a list of all problems */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const readText = (path: string) => readFileSync(path, 'utf8')
  const check = (given: Given) => [
    ...missingCompanions(given),
    ...signingCodeProblems(given),
    ...providerSettingProblems(given),
    ...oidcSettingProblems(given),
    ...scopeProblems(given),
    ...addressProblems(given),
    ...brandingProblems(given),
  ]
  const { DATA_DIR, STAFF_MFA, OIDC_PROVIDERS, ...settings } = readSettings(
    Settings,
    withAddresses(environment),
    readText,
    check,
  )
  const dataDirectory = resolve(DATA_DIR)
  return {
    ...settings,
    staffMfa: STAFF_MFA ?? (environment.NODE_ENV === 'production' ? 'required' : 'optional'),
    oidcProviders: readProviders(OIDC_PROVIDERS),
    dataDirectory,
    filesDirectory: join(dataDirectory, 'files'),
    keysDirectory: join(dataDirectory, 'keys'),
  }
}

const companions = [
  ['MASTER_KEY_PREVIOUS', 'MASTER_KEY'],
  ['S3_ENDPOINT', 'S3_BUCKET'],
  ['S3_PREFIX', 'S3_BUCKET'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['TEXT_GATEWAY_URL', 'TEXT_GATEWAY_ACCOUNT'],
  ['TEXT_GATEWAY_ACCOUNT', 'TEXT_GATEWAY_TOKEN'],
  ['TEXT_GATEWAY_TOKEN', 'TEXT_FROM'],
  ['TEXT_FROM', 'TEXT_GATEWAY_URL'],
  ['BACKUP_TO', 'BACKUP_RECIPIENT'],
  ['SEAL_LEVEL', 'TSA_URL'],
] as const

type Given = Partial<Static<typeof Settings>>

/** Codes by a channel without a server would reach nobody. Without any server, all messages are files. */
function signingCodeProblems({ SIGNING_CODE, SMTP_URL, TEXT_GATEWAY_URL, TEXT_TO_FILES }: Given): string[] {
  if (SMTP_URL === undefined && TEXT_GATEWAY_URL === undefined) return []
  if (SIGNING_CODE === 'email' && SMTP_URL === undefined) return ['SIGNING_CODE: email needs SMTP_URL']
  if (SIGNING_CODE === 'text' && TEXT_GATEWAY_URL === undefined && !TEXT_TO_FILES)
    return ['SIGNING_CODE: text needs TEXT_GATEWAY_URL']
  return []
}

/** Whoever manages staff can act as a colleague, and so see that colleague's clients. */
const scopeProblems = ({ ADMIN_MANAGEMENT, STANDARD_SCOPE }: Given): string[] =>
  ADMIN_MANAGEMENT === 'everyone' && STANDARD_SCOPE !== 'all' && STANDARD_SCOPE !== undefined
    ? [`STANDARD_SCOPE: ${STANDARD_SCOPE} needs ADMIN_MANAGEMENT=power, since who manages staff can act as any of them`]
    : []

function brandingProblems({ AGENCY_COLOR, AGENCY_LOGO }: Given): string[] {
  const color = AGENCY_COLOR && problemOfColor(AGENCY_COLOR)
  const logo = AGENCY_LOGO && problemOfLogo(AGENCY_LOGO)
  return [...(color ? [`AGENCY_COLOR: ${color}`] : []), ...(logo ? [`AGENCY_LOGO: ${logo}`] : [])]
}

const missingCompanions = (settings: Given): string[] =>
  companions.flatMap(([name, needed]) =>
    settings[name] !== undefined && settings[needed] === undefined ? [`${name}: needs ${needed} beside it`] : [],
  )

import { AdminRole } from '@agency/contract/admins'
import { Strict } from '@agency/contract/common'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'

const Text = Type.String({ minLength: 1, maxLength: 500 })

const Provider = Strict({
  id: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
  label: Type.String({ minLength: 1, maxLength: 40, pattern: '^\\P{Cc}+$' }),
  issuer: Text,
  client_id: Text,
  client_secret: Text,
  scope: Type.Optional(Text),
  domains: Type.Array(Type.String({ pattern: '^[a-z0-9.-]+\\.[a-z0-9-]+$' }), { minItems: 1 }),
  groups_claim: Type.Optional(Text),
  /** As an object, or as a list of pairs, which keeps its order whatever the groups are called. */
  roles: Type.Union([Type.Record(Type.String(), AdminRole), Type.Array(Type.Tuple([Type.String(), AdminRole]))]),
})
export type OidcProvider = Static<typeof Provider>

export const roleEntries = ({ roles }: Pick<OidcProvider, 'roles'>): [string, AdminRole][] =>
  Array.isArray(roles) ? roles : Object.entries(roles)

/** An object has such keys first, in ascending order (ECMAScript, OrdinaryOwnPropertyKeys). */
const isIndex = (group: string): boolean => /^(0|[1-9]\d{0,9})$/.test(group)

/** Whether the order of the setting matters, and JSON does not keep it. */
function losesOrder({ roles }: OidcProvider): boolean {
  if (Array.isArray(roles)) return false
  return new Set(Object.values(roles)).size > 1 && Object.keys(roles).some(isIndex)
}

const Providers = Type.Array(Provider, { minItems: 1, maxItems: 10 })

/** An issuer is https, and http only on this machine, for tests (OpenID Connect Discovery 1.0, section 3). */
export function isLoopback(issuer: string): boolean {
  return URL.canParse(issuer) && /^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(issuer)
}

const isIssuer = (text: string): boolean => URL.canParse(text) && (text.startsWith('https://') || isLoopback(text))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: reported as an invalid setting, without its text, which has secrets.
    return undefined
  }
}

/** @throws if the setting was not checked by `oidcSettingProblems` */
export const readProviders = (setting: string | undefined): OidcProvider[] =>
  setting === undefined ? [] : Value.Parse(Providers, parseJson(setting))

interface OidcSettings {
  OIDC_PROVIDERS?: string
  STAFF_PASSWORD_LOGIN?: 'on' | 'off'
  STAFF_BREAK_GLASS?: string
}

/** The errors in `OIDC_PROVIDERS`, one line each. A line names the place, never the value. */
export function oidcSettingProblems({ OIDC_PROVIDERS, STAFF_PASSWORD_LOGIN, STAFF_BREAK_GLASS }: OidcSettings) {
  const problems: string[] = []
  if (STAFF_PASSWORD_LOGIN === 'off' && OIDC_PROVIDERS === undefined)
    problems.push('STAFF_PASSWORD_LOGIN: off needs OIDC_PROVIDERS, or nobody could log in')
  if (STAFF_BREAK_GLASS !== undefined && STAFF_PASSWORD_LOGIN !== 'off')
    problems.push('STAFF_BREAK_GLASS: needs STAFF_PASSWORD_LOGIN=off')
  if (OIDC_PROVIDERS !== undefined) problems.push(...providerProblems(OIDC_PROVIDERS))
  return problems
}

function providerProblems(setting: string): string[] {
  const parsed = parseJson(setting)
  if (!Array.isArray(parsed)) return ['OIDC_PROVIDERS: must be a list in JSON']
  const places = Value.Errors(Providers, parsed).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  if (places.length > 0) return [`OIDC_PROVIDERS: ${places.join('; ')}`]
  const providers = readProviders(setting)
  const problems = providers.flatMap(problemsOf)
  if (new Set(providers.map(({ id }) => id)).size < providers.length)
    problems.push('OIDC_PROVIDERS: two providers have one id')
  return problems
}

function problemsOf(provider: OidcProvider): string[] {
  const { id, issuer } = provider
  const problems: string[] = []
  if (!isIssuer(issuer)) problems.push(`OIDC_PROVIDERS: the issuer of ${id} must be a URL with https://`)
  if (roleEntries(provider).length === 0) problems.push(`OIDC_PROVIDERS: ${id} maps no group to a role`)
  if (losesOrder(provider))
    problems.push(
      `OIDC_PROVIDERS: ${id} has groups that are numbers, whose order an object does not keep; write roles as a list ` +
        'of pairs, such as [["42", "power"], ["7", "standard"]]',
    )
  return problems
}

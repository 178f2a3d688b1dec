import Type from 'typebox'
import { accessRefusal, unclear } from './docusign-failure.ts'
import { readJson, send } from './docusign-http.ts'
import type { DocusignSettings } from './docusign-settings.ts'

export interface Access {
  token: string
  /** Base of the account's own API. */
  apiUrl: string
}

const Token = Type.Object({ access_token: Type.String(), expires_in: Type.Number() })
const Refused = Type.Object({ error: Type.String() })
const UserInfo = Type.Object({
  accounts: Type.Array(Type.Object({ account_id: Type.String(), base_uri: Type.String({ pattern: '^https?://' }) })),
})

const scope = 'signature impersonation'
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Milliseconds before its end at which a token is renewed, so that none expires during a call. */
const margin = 5 * 60_000
const hour = 3_600
const reasonPattern = /^[\w-]{1,60}$/

function consentAddress({ authUrl, integrationKey, consentReturnUrl }: DocusignSettings): string {
  const query = new URLSearchParams({
    response_type: 'code',
    scope,
    client_id: integrationKey,
    redirect_uri: consentReturnUrl,
  })
  return `${authUrl}/oauth/auth?${query.toString().replaceAll('+', '%20')}`
}

/** Access tokens by JWT grant (RFC 7523). Concurrent callers share one request. Tokens are kept in memory only. */
export class AccessTokens {
  readonly #settings: DocusignSettings
  readonly #now: () => number
  #pending: Promise<Access> | undefined
  #renewAt = 0
  #apiUrl: string | undefined

  constructor(settings: DocusignSettings, now: () => number) {
    this.#settings = settings
    this.#now = now
  }

  /** @throws EsignFailed with what staff can do */
  get(): Promise<Access> {
    if (this.#pending && this.#now() < this.#renewAt) return this.#pending
    // All callers wait for this request until it is settled.
    this.#renewAt = Number.POSITIVE_INFINITY
    const asked = this.#ask().catch((error) => {
      if (this.#pending === asked) this.#pending = undefined
      throw error
    })
    this.#pending = asked
    return asked
  }

  /** Forgets a token that the API rejected. A newer token is kept. */
  async drop(access: Access): Promise<void> {
    const current = await this.#pending?.catch(() => undefined)
    if (current === access) this.#pending = undefined
  }

  async #ask(): Promise<Access> {
    const { settings, asked } = { settings: this.#settings, asked: this.#now() }
    const body = new URLSearchParams({ grant_type: grant, assertion: await this.#assertion(asked) })
    const answer = await send(`${settings.authUrl}/oauth/token`, { method: 'POST', body })
    if (!answer.ok) throw await this.#refusalOf(answer)
    const { access_token: token, expires_in } = await readJson(answer, Token)
    this.#apiUrl ??= await this.#findApi(token)
    this.#renewAt = asked + expires_in * 1000 - margin
    return { token, apiUrl: this.#apiUrl }
  }

  async #assertion(now: number): Promise<string> {
    const { SignJWT } = await import('jose')
    const { integrationKey, userId, authUrl, privateKey } = this.#settings
    const seconds = Math.floor(now / 1000)
    return new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(integrationKey)
      .setSubject(userId)
      .setAudience(new URL(authUrl).host)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + hour)
      .sign(privateKey)
  }

  async #findApi(token: string): Promise<string> {
    const { authUrl, accountId } = this.#settings
    const answer = await send(`${authUrl}/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw await this.#refusalOf(answer)
    const { accounts } = await readJson(answer, UserInfo)
    const account = accounts.find(({ account_id }) => account_id.toLowerCase() === accountId.toLowerCase())
    if (!account) throw accessRefusal(403, 'account', consentAddress(this.#settings))
    return `${account.base_uri.replace(/\/$/, '')}/restapi/v2.1/accounts/${accountId}`
  }

  async #refusalOf(answer: Response) {
    if (answer.status >= 500 || answer.status === 429) return unclear(`answer ${answer.status}`)
    const { error } = await readJson(answer, Refused)
    return accessRefusal(answer.status, reasonPattern.test(error) ? error : 'unknown', consentAddress(this.#settings))
  }
}

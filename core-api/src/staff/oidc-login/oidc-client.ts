import { isEmailAddress } from '@agency/contract/email-address'
import type { Configuration } from 'openid-client'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { isLoopback, type OidcProvider } from './oidc-settings.ts'

/** Loaded with the first login at a provider. */
const loadLibrary = () => import('openid-client')

/** A person as a provider describes them, its answer verified. */
export interface ProvidedPerson {
  subject: string
  /** The address, lower case, if the provider has verified it; otherwise undefined. */
  email: string | undefined
  firstName: string
  lastName: string
  groups: string[]
  /** How the provider authenticated the person (RFC 8176). */
  methods: string[]
}

/** The secrets of one login, which its state and the master key give: nothing of them is stored. */
export function secretsOf(cipher: FieldCipher, state: string) {
  const derive = (use: string) => cipher.digest(JSON.stringify(['oidc-login', use, state])).toString('base64url')
  return { nonce: derive('nonce'), verifier: derive('verifier') }
}

/** Talks to one provider: discovery, PKCE (RFC 7636), state and nonce (OpenID Connect Core 1.0, section 3.1). */
export class OidcClient {
  readonly provider: OidcProvider
  readonly #redirectUri: string
  #discovered: Promise<Configuration> | undefined

  constructor(provider: OidcProvider, redirectUri: string) {
    this.provider = provider
    this.#redirectUri = redirectUri
  }

  /** @throws if the provider does not answer */
  async startAddress(state: string, { nonce, verifier }: ReturnType<typeof secretsOf>): Promise<string> {
    const oidc = await loadLibrary()
    const address = oidc.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#redirectUri,
      scope: this.provider.scope ?? 'openid email profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return address.href
  }

  /** @param query of the page that the provider redirected to @throws if it is refused, forged or of another login */
  async person(
    query: string,
    state: string,
    { nonce, verifier }: ReturnType<typeof secretsOf>,
  ): Promise<ProvidedPerson> {
    const oidc = await loadLibrary()
    const configuration = await this.#configuration()
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider gave no ID token')
    const isWhole = claims.email !== undefined && claims[this.#groupsClaim] !== undefined
    const more =
      isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return personOf({ ...more, ...claims }, this.#groupsClaim)
  }

  get #groupsClaim(): string {
    return this.provider.groups_claim ?? 'groups'
  }

  #configuration(): Promise<Configuration> {
    this.#discovered ??= this.#discover().catch((error) => {
      // The next login tries again.
      this.#discovered = undefined
      throw error
    })
    return this.#discovered
  }

  async #discover(): Promise<Configuration> {
    const oidc = await loadLibrary()
    const { issuer, client_id, client_secret } = this.provider
    const execute = [oidc.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [oidc.allowInsecureRequests] : [])]
    return oidc.discovery(new URL(issuer), client_id, client_secret, undefined, { execute, timeout: 10 })
  }
}

function personOf(claims: Record<string, unknown>, groupsClaim: string): ProvidedPerson {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  const texts = (value: unknown) => (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')
  const [first = '', ...rest] = text(claims.name).split(/\s+/)
  const email = text(claims.email).toLowerCase()
  return {
    subject: text(claims.sub),
    email: claims.email_verified === true && isEmailAddress(email) ? email : undefined,
    firstName: (text(claims.given_name) || first).slice(0, 200),
    lastName: (text(claims.family_name) || rest.join(' ')).slice(0, 200),
    groups: texts(claims[groupsClaim]),
    methods: texts(claims.amr),
  }
}

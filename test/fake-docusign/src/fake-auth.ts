import { createPublicKey, type KeyObject, randomUUID, verify } from 'node:crypto'
import { type FakeAnswer, type FakeCall, json, page } from './fake-answer.ts'

export interface FakeIdentity {
  integrationKey: string
  userId: string
  accountId: string
  publicKey: KeyObject
}

const hour = 3_600
const parse = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
const refused = (error: string) => json({ error, error_description: 'ida@example.com' }, 400)

/** Lets integrations in by JWT grant. */
export class FakeAuth {
  readonly identity: FakeIdentity
  readonly tokens = new Set<string>()
  /** Whether the account's owner has let the integration act for them. */
  consented = true

  constructor(identity: FakeIdentity) {
    this.identity = identity
  }

  /** Takes the integration's key away. */
  revokeKey(key: KeyObject): void {
    this.identity.publicKey = createPublicKey(key)
    this.tokens.clear()
  }

  isLetIn({ request }: FakeCall): boolean {
    return this.tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')
  }

  answer(call: FakeCall, url: string): FakeAnswer | undefined {
    if (call.path === '/oauth/auth') {
      this.consented = true
      return page('<!doctype html><title>Consent</title><p>Consent is given. You can close this page.</p>')
    }
    if (call.path === '/oauth/token') return this.#grant(new URLSearchParams(call.body), url)
    if (call.path !== '/oauth/userinfo') return undefined
    if (!this.isLetIn(call)) return refused('invalid_token')
    const { accountId: account_id, userId: sub } = this.identity
    const account = { account_id, is_default: true, account_name: 'Fake agency', base_uri: url }
    return json({ sub, name: 'Fake owner', email: 'owner@example.com', accounts: [account] })
  }

  #grant(body: URLSearchParams, url: string): FakeAnswer {
    const [head, claims, signature = ''] = body.get('assertion')?.split('.') ?? []
    const { iss, sub, aud, scope, iat, exp } = parse(claims)
    const { integrationKey, userId, publicKey } = this.identity
    const signed = verify(
      'RSA-SHA256',
      Buffer.from(`${head}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    )
    const right = iss === integrationKey && sub === userId && aud === new URL(url).host
    if (!signed || !right || scope !== 'signature impersonation') return refused('invalid_grant')
    if (Number(exp) - Number(iat) > hour) return refused('invalid_grant')
    if (!this.consented) return refused('consent_required')
    const access_token = randomUUID()
    this.tokens.add(access_token)
    return json({ access_token, token_type: 'Bearer', expires_in: hour, scope })
  }
}

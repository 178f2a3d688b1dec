import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider, { type Account, type Configuration } from 'oidc-provider'

/** A person with an account at the provider. */
export interface OidcPerson {
  sub: string
  email: string
  email_verified: boolean
  given_name: string
  family_name: string
  groups: string[]
}

/** A member of the agency's office. */
export const ida: OidcPerson = {
  sub: 'ida',
  email: 'ida@agency.example',
  email_verified: true,
  given_name: 'Ida',
  family_name: 'Berg',
  groups: ['office'],
}

export interface OidcServer {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who logs in next without being asked; null: the page asks. `denied` cancels. */
  next: OidcPerson | 'denied' | null
  close(): Promise<void>
}

const clientId = 'office'
const clientSecret = 'a secret of the office and its provider'

/**
 * Starts a certified OpenID provider (`oidc-provider`) on loopback, with PKCE required.
 * @param redirectUri the page that it sends people back to; asked for with the first request
 * @param people by their `sub`; a test may change them
 */
export async function startOidcServer(redirectUri: () => string, people: Map<string, OidcPerson>): Promise<OidcServer> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
  const issuer = `http://127.0.0.1:${address.port}`
  let made: ReturnType<typeof makeProvider> | undefined
  const makeProvider = () => {
    const provider = new Provider(issuer, configurationOf(redirectUri(), people))
    return { provider, handle: provider.callback() }
  }
  const state: OidcServer = {
    issuer,
    clientId,
    clientSecret,
    next: null,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.on('request', (request, response) => {
    made ??= makeProvider()
    const { provider, handle } = made
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    interact(provider, state, people, request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  return state
}

interface ProviderSetting {
  id?: string
  label?: string
  /** The access level of the members of each group. */
  roles?: Record<string, string>
}

/** The entry of `OIDC_PROVIDERS` with which staff of the agency log in at a provider. */
export const providerSetting = (
  { issuer, clientId, clientSecret }: Pick<OidcServer, 'issuer' | 'clientId' | 'clientSecret'>,
  changes: ProviderSetting = {},
) => ({
  id: 'acme',
  label: 'Acme SSO',
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  domains: ['agency.example'],
  roles: { office: 'standard' },
  ...changes,
})

const configurationOf = (redirectUri: string, people: Map<string, OidcPerson>): Configuration => ({
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  pkce: { required: () => true },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'groups'],
  },
  cookies: { keys: ['only for tests'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub): Account | undefined => {
    const person = people.get(sub)
    return person && { accountId: sub, claims: () => ({ ...person }) }
  },
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

/** The provider's login page: a button per person, unless the test has said who logs in. */
async function interact(
  provider: Provider,
  state: OidcServer,
  people: Map<string, OidcPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = new URL(request.url ?? '', state.issuer).searchParams.get('as')
  const who = asked === null ? state.next : (people.get(asked) ?? 'denied')
  if (who === null) {
    const links = [...people.values()].map(
      ({ sub, given_name }) => `<p><a href="?as=${sub}">Log in as ${given_name}</a>`,
    )
    response.setHeader('content-type', 'text/html').end(`<title>Provider</title>${links.join('')}`)
    return
  }
  const result =
    who === 'denied'
      ? { error: 'access_denied', error_description: 'The person canceled' }
      : { login: { accountId: who.sub, remember: false } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/**
 * Follows the provider's redirects as a browser does.
 * @param origin where the provider sends the browser back to
 * @returns the query that it sends it back with
 */
export async function visitProvider(url: string, origin: string): Promise<string> {
  const jar = new Map<string, string>()
  let at = new URL(url)
  for (let hop = 0; hop < 10; hop++) {
    if (at.origin === origin) return at.search.slice(1)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/s) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${answer.status} ${await answer.text()}`)
    at = new URL(location, at)
  }
  throw new Error('too many redirects')
}

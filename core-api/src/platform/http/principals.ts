import { backgroundHeader } from '@agency/contract/background-call'
import {
  clockToleranceSeconds,
  PrincipalStatement,
  principalAudience,
  principalHeader,
  principalIssuer,
} from '@agency/contract/principal'
import fastifyJwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { ClockSkew, Forbidden, NotFound, NotSignedIn, SessionExpired } from '../errors.ts'

export interface AdminPrincipal {
  kind: 'admin'
  adminId: string
  adminSessionId: string
  role: 'standard' | 'power'
  address: string
}
export interface SessionPrincipal {
  kind: 'session'
  portalSessionId: string
  sessionId: string
  clientId: string
  address: string
}
export interface NobodyPrincipal {
  kind: 'nobody'
  address: string
  /** Names the browser, if it logs in: the id of its signed device cookie, or a new one. */
  device?: string
}
export type Principal = AdminPrincipal | SessionPrincipal | NobodyPrincipal
type Caller = Principal['kind']

/** Finds the login behind a statement. Features implement it, `app.ts` passes it in. */
interface LoginFinders {
  /**
   * @param id of the admin's login
   * @param isBackground the app sent the request by itself, so it does not postpone the idle time-out
   * @returns undefined if the login has ended, expired or been idle for too long
   */
  findAdmin(id: string, isBackground: boolean): Promise<Omit<AdminPrincipal, 'address'> | undefined>
  /** @param id of the client's login @returns undefined if it or its session has ended */
  findSession(id: string): Promise<Omit<SessionPrincipal, 'address'> | undefined>
}

/** A client gets 404 for everything outside of its own session. */
function refusalOf({ kind }: Principal): Error {
  if (kind === 'nobody') return new NotSignedIn()
  return kind === 'session' ? new NotFound() : new Forbidden()
}

/** The principal of a route that only staff may call. */
export function asAdmin(principal: Principal): AdminPrincipal {
  if (principal.kind !== 'admin') throw new Forbidden()
  return principal
}

/** The principal of a route that only a client's opened session may call. */
export function asSession(principal: Principal): SessionPrincipal {
  if (principal.kind !== 'session') throw new Forbidden()
  return principal
}

/** The principal of a route for those who are not logged in. */
export function asNobody(principal: Principal): NobodyPrincipal {
  if (principal.kind !== 'nobody') throw new Forbidden()
  return principal
}

/** Compiled: a statement is read with each request. */
const statements = Compile(PrincipalStatement)
/** Issued at and expires at, in seconds since the epoch. */
const Validity = Type.Object({ iat: Type.Number(), exp: Type.Number() })
const validities = Compile(Validity)

/** The last statement that was refused because the clocks of the BFF and this service differ. */
interface RefusedStatement {
  /** Difference of the clocks in seconds, including the time of transport. */
  readonly seconds: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/**
 * The difference between the clocks of the BFF and this service, if a statement is not valid now.
 * @param now seconds since the epoch
 * @returns seconds; undefined if the statement is valid
 */
function clockSkewOf({ iat, exp }: Static<typeof Validity>, now: number): number | undefined {
  const isValid = now >= iat - clockToleranceSeconds && now <= exp + clockToleranceSeconds
  return isValid ? undefined : Math.round(Math.abs(now - iat))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; required. `infrastructure`: health probes, which do not come through the BFF. */
    allow?: readonly Caller[] | 'infrastructure'
  }
  interface FastifyRequest {
    principal: Principal
  }
  interface FastifyInstance {
    /** For the health check of the clocks. */
    lastRefusedStatement(): RefusedStatement | undefined
  }
}
declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: Record<string, unknown>
  }
}

/**
 * Authenticates each request by the BFF's signed statement, and authorises the callers that the route names. The login
 * behind the statement is looked up in each request, so ending a login takes effect at once.
 */
export const principals = fp(
  async (app, { secret, findAdmin, findSession }: LoginFinders & { secret: string }) => {
    await app.register(fastifyJwt, {
      secret,
      verify: {
        algorithms: ['HS256'],
        allowedIss: principalIssuer,
        allowedAud: principalAudience,
        // By default the library accepts a token without a claim, even if its values are restricted.
        requiredClaims: ['aud', 'exp', 'iat', 'iss'],
        // Checked below, to distinguish a wrong clock from an invalid statement.
        ignoreExpiration: true,
      },
    })
    let refused: RefusedStatement | undefined

    const principalOf = async (request: FastifyRequest): Promise<Principal> => {
      const statement = readStatement(request)
      if (statement.kind === 'nobody') return statement
      const { id, address } = statement
      const isBackground = request.headers[backgroundHeader] !== undefined
      const found = await (statement.kind === 'admin' ? findAdmin(id, isBackground) : findSession(id))
      if (!found) throw new SessionExpired()
      return { ...found, address }
    }
    const readStatement = (request: FastifyRequest): PrincipalStatement => {
      const header = request.headers[principalHeader]
      if (typeof header !== 'string') throw new NotSignedIn()
      const { statement, validity } = verifiedStatement(header)
      const seconds = clockSkewOf(validity, Date.now() / 1000)
      if (seconds === undefined) return statement
      refused = { seconds, at: Date.now() }
      throw new ClockSkew(seconds)
    }
    const verifiedStatement = (header: string) => {
      try {
        const { iss: _issuer, aud: _audience, iat, exp, ...stated } = app.jwt.verify<Record<string, unknown>>(header)
        return { statement: statements.Parse(stated), validity: validities.Parse({ iat, exp }) }
      } catch (cause) {
        throw new NotSignedIn({ cause })
      }
    }

    app.decorate('lastRefusedStatement', () => refused)
    app.decorateRequest('principal')
    app.addHook('onRoute', (route) => {
      if (!route.config?.allow) throw new Error(`${route.method} ${route.url} does not name its callers`)
    })
    app.addHook('onRequest', async (request) => {
      const allow = request.routeOptions.config.allow
      // No route: the answer is 404 for everybody.
      if (!allow || allow === 'infrastructure') return
      request.principal = await principalOf(request)
      if (allow.includes(request.principal.kind)) return
      throw refusalOf(request.principal)
    })
  },
  { name: 'principals' },
)

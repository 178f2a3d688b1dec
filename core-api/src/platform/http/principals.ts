import type { AdminRole } from '@agency/contract/admins'
import { backgroundHeader } from '@agency/contract/background-call'
import { maskedHeader } from '@agency/contract/masked-call'
import { hasPermission, type Management, type Permission } from '@agency/contract/permissions'
import {
  clockToleranceSeconds,
  PrincipalStatement,
  principalAudience,
  principalHeader,
  principalIssuer,
} from '@agency/contract/principal'
import {
  type RevealReason,
  type RevealReasonMode,
  readRevealReason,
  revealReasonHeader,
} from '@agency/contract/reveal-reasons'
import fastifyJwt from '@fastify/jwt'
import type { FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ClientScope } from '../database/client-scope.ts'
import { SharedQueries } from '../database/shared-query.ts'
import {
  ClockSkew,
  Forbidden,
  InvalidInput,
  NotAllowed,
  NotFound,
  NotSignedIn,
  SecondFactorRequired,
  SessionExpired,
} from '../errors.ts'
import type { Subject } from './subject.ts'

export interface AdminPrincipal {
  kind: 'admin'
  adminId: string
  adminSessionId: string
  role: AdminRole
  /** Whose clients they see. */
  scope: ClientScope
  address: string
  /** The call asks for masks in place of sensitive values. */
  isMasking?: boolean
  /** Why the call asks for sensitive values; `missing` if this deployment requires a reason and the call has none. */
  revealReason?: RevealReason | 'missing' | undefined
}
/** A staff member who must set up a second factor first: only routes of the set-up allow this caller. */
export interface EnrollingPrincipal extends Omit<AdminPrincipal, 'kind'> {
  kind: 'enrolling'
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
export type Principal = AdminPrincipal | EnrollingPrincipal | SessionPrincipal | NobodyPrincipal
export type Caller = Principal['kind']

/** What the call says, not its login. */
type OfCall = 'address' | 'isMasking' | 'revealReason'

/** Finds the login behind a statement. Features implement it, `app.ts` passes it in. */
interface LoginFinders {
  /** @param isBackground does not postpone the idle time-out @returns undefined if it has ended */
  findAdmin(
    id: string,
    isBackground: boolean,
  ): Promise<Omit<AdminPrincipal, OfCall> | Omit<EnrollingPrincipal, OfCall> | undefined>
  /** @returns undefined if it or its session has ended */
  findSession(id: string): Promise<Omit<SessionPrincipal, 'address'> | undefined>
}

interface Access {
  /** The key of the BFF's statements, in Base64. */
  secret: string
  management: Management
  revealReason: RevealReasonMode
  recordRefusal(principal: AdminPrincipal, detail: string): Promise<void>
}

/** A client gets 404 for everything outside of its own session. */
function refusalOf({ kind }: Principal): Error {
  if (kind === 'nobody') return new NotSignedIn()
  if (kind === 'enrolling') return new SecondFactorRequired()
  return kind === 'session' ? new NotFound() : new Forbidden()
}

export const mayDo = (principal: Principal, permission: Exclude<Permission, 'admins.manage' | 'audit.read'>): boolean =>
  principal.kind === 'admin' && hasPermission(principal.role, permission, 'power')

export function asAdmin(principal: Principal): AdminPrincipal {
  if (principal.kind !== 'admin') throw new Forbidden()
  return principal
}

/** The principal of a route that staff may also call while they set up a second factor. */
export function asStaff(principal: Principal): AdminPrincipal {
  return principal.kind === 'enrolling' ? { ...principal, kind: 'admin' } : asAdmin(principal)
}

export function asSession(principal: Principal): SessionPrincipal {
  if (principal.kind !== 'session') throw new Forbidden()
  return principal
}

export function asNobody(principal: Principal): NobodyPrincipal {
  if (principal.kind !== 'nobody') throw new Forbidden()
  return principal
}

/** @throws InvalidInput if the header is not one */
function reasonOf({ headers }: FastifyRequest): RevealReason | undefined {
  const header = headers[revealReasonHeader]
  if (header === undefined) return undefined
  const reason = readRevealReason(String(header))
  if (!reason) throw new InvalidInput([{ field: revealReasonHeader, message: 'must be a reason as documented' }])
  return reason
}

/** Compiled: a statement is read with each request. */
const statements = Compile(PrincipalStatement)
/** Issued at and expires at, in seconds since the epoch. */
const Validity = Type.Object({ iat: Type.Number(), exp: Type.Number() })
const validities = Compile(Validity)

type LoginStatement = Exclude<PrincipalStatement, { kind: 'nobody' }>

interface RefusedStatement {
  /** Difference of the clocks in seconds, including the time of transport. */
  readonly seconds: number
  readonly at: number
}

/** @param now seconds since the epoch @returns seconds; undefined if the statement is valid */
function clockSkewOf({ iat, exp }: Static<typeof Validity>, now: number): number | undefined {
  const isValid = now >= iat - clockToleranceSeconds && now <= exp + clockToleranceSeconds
  return isValid ? undefined : Math.round(Math.abs(now - iat))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; required. `infrastructure`: health probes, which do not come through the BFF. */
    allow?: readonly Caller[] | 'infrastructure'
    /** What staff need to call the route; required where staff are called for by a login. */
    permission?: Permission
    /** The record that the calls are about; required. */
    subject?: Subject
  }
  interface FastifyRequest {
    principal: Principal
  }
  interface FastifyInstance {
    /** For tests of all routes. */
    readonly declaredRoutes: readonly RouteOptions[]
    lastRefusedStatement(): RefusedStatement | undefined
    /** Checks a part of what a route does. @throws NotAllowed; the refusal is recorded */
    requirePermission(request: FastifyRequest, permission: Permission): Promise<AdminPrincipal>
    /**
     * Checks the login after a slow body, without its statement, which has expired.
     * @throws SessionExpired; NotAllowed
     */
    recheckStaff(request: FastifyRequest): Promise<void>
  }
}
declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: Record<string, unknown>
  }
}

/** The login behind the BFF's signed statement is looked up in each request: ending it takes effect at once. */
export const principals = fp(
  async (app, { secret, management, revealReason, findAdmin, findSession, recordRefusal }: LoginFinders & Access) => {
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
    const declaredRoutes: RouteOptions[] = []
    let refused: RefusedStatement | undefined
    // A page of an app sends several requests at once: those of one login share its look-up, which begins after them.
    const lookups = new SharedQueries<Awaited<ReturnType<typeof findAdmin | typeof findSession>>>()

    const principalOf = async (
      request: FastifyRequest,
      { kind, id, address }: LoginStatement,
      isBackground: boolean,
    ): Promise<Principal> => {
      const found = await lookups.of(`${kind} ${id} ${isBackground}`, () =>
        kind === 'admin' ? findAdmin(id, isBackground) : findSession(id),
      )
      if (!found) throw new SessionExpired()
      return found.kind === 'admin'
        ? {
            ...found,
            address,
            isMasking: request.headers[maskedHeader] !== undefined,
            revealReason: reasonOf(request) ?? (revealReason === 'required' ? 'missing' : undefined),
          }
        : { ...found, address }
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

    const requirePermission = async (request: FastifyRequest, permission: Permission): Promise<AdminPrincipal> => {
      const principal = asAdmin(request.principal)
      if (hasPermission(principal.role, permission, management)) return principal
      await recordRefusal(principal, `${request.method} ${request.routeOptions.url}`)
      throw new NotAllowed('Your access level does not allow this.')
    }

    const authorize = async (request: FastifyRequest, allow: readonly Caller[]): Promise<void> => {
      const { permission } = request.routeOptions.config
      if (!allow.includes(request.principal.kind)) throw refusalOf(request.principal)
      if (permission && request.principal.kind === 'admin') await requirePermission(request, permission)
    }
    const recheckStaff = async (request: FastifyRequest): Promise<void> => {
      const { adminSessionId: id, address } = asAdmin(request.principal)
      request.principal = await principalOf(request, { kind: 'admin', id, address }, true)
      await authorize(request, ['admin'])
    }

    app.decorate('requirePermission', requirePermission)
    app.decorate('recheckStaff', recheckStaff)
    app.decorate('lastRefusedStatement', () => refused)
    app.decorateRequest('principal')
    app.decorate('declaredRoutes', declaredRoutes)
    app.addHook('onRoute', (route) => {
      const { allow, permission, subject } = route.config ?? {}
      if (!allow) throw new Error(`${route.method} ${route.url} does not name its callers`)
      const isStaffRoute = allow.includes('admin') && !allow.includes('nobody')
      if (isStaffRoute && !permission) throw new Error(`${route.method} ${route.url} does not name its permission`)
      if (!subject) throw new Error(`${route.method} ${route.url} does not name its subject`)
      // Fastify adds a HEAD route to each GET route.
      if (route.method !== 'HEAD') declaredRoutes.push(route)
    })
    app.addHook('onRequest', async (request) => {
      const { allow } = request.routeOptions.config
      // No route: the answer is 404 for everybody.
      if (!allow || allow === 'infrastructure') return
      const statement = readStatement(request)
      const isBackground = request.headers[backgroundHeader] !== undefined
      request.principal = statement.kind === 'nobody' ? statement : await principalOf(request, statement, isBackground)
      await authorize(request, allow)
    })
  },
  { name: 'principals' },
)

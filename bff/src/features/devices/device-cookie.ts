import { hkdfSync, randomUUID } from 'node:crypto'
import { fastifyCookie, Signer } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    readDevice(request: FastifyRequest): string
    /** Sets a signed cookie with this id. To be called after a successful login. */
    rememberDevice(request: FastifyRequest, device: string): void
  }
  interface FastifyRequest {
    rememberedDevice: string | undefined
  }
}

const year = 365 * 24 * 3600
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface CookieSettings {
  secret: string
  secure: boolean
}

/** The name of the device cookie, and what signs and reads it. */
export function deviceCookieOf({ secret, secure }: CookieSettings) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64'), '', 'device cookie', 32))
  const signer = new Signer(key)
  const name = secure ? '__Host-device' : 'device'
  return {
    name,
    sign: (device: string): string => signer.sign(device),
    /** The id of the browser that sends the request; undefined without a valid cookie. */
    read: ({ headers }: FastifyRequest): string | undefined => {
      const { valid, value } = signer.unsign(fastifyCookie.parse(headers.cookie ?? '')[name] ?? '')
      return valid && value !== null && uuid.test(value) ? value : undefined
    },
  }
}

/**
 * core-api rate-limits wrong passwords of known browsers apart, so that an attack does not lock out the account's
 * owner. It grants no access. The id is random, signed (HMAC-SHA256) and HttpOnly.
 */
export const deviceCookie = fp(
  async (app, options: CookieSettings) => {
    const device = deviceCookieOf(options)
    if (!app.hasPlugin('@fastify/cookie')) await app.register(fastifyCookie)

    app.decorateRequest('rememberedDevice', undefined)
    app.decorate('readDevice', (request: FastifyRequest) => device.read(request) ?? randomUUID())
    app.decorate('rememberDevice', (request: FastifyRequest, id: string) => {
      request.rememberedDevice = id
    })
    app.addHook('onSend', async (request, reply) => {
      if (request.rememberedDevice === undefined) return
      const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: options.secure, maxAge: year } as const
      reply.setCookie(device.name, device.sign(request.rememberedDevice), cookie)
    })
  },
  { name: 'device-cookie' },
)

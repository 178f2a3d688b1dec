import { hkdfSync, randomUUID } from 'node:crypto'
import fastifyCookie, { Signer } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** The id of the browser that sends the request: that of its signed cookie, or a new one. */
    readDevice(request: FastifyRequest): string
    /** Gives the browser a signed cookie with this id, after a successful login. */
    rememberDevice(request: FastifyRequest, device: string): void
  }
  interface FastifyRequest {
    /** The id that the answer's device cookie will have. */
    rememberedDevice: string | undefined
  }
}

const year = 365 * 24 * 3600
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The device cookie tells a browser that has logged in before from a stranger's: core-api knows to which accounts the id
 * has logged in, and limits its wrong tries apart from everybody else's. It opens nothing by itself. The id is random,
 * the cookie is signed (HMAC-SHA256 with a key derived from the cookie secret) and out of reach of scripts.
 */
export const deviceCookie = fp(
  async (app, options: { secret: string; secure: boolean }) => {
    const key = Buffer.from(hkdfSync('sha256', Buffer.from(options.secret, 'base64'), '', 'device cookie', 32))
    const signer = new Signer(key)
    const name = options.secure ? '__Host-device' : 'device'
    if (!app.hasPlugin('@fastify/cookie')) await app.register(fastifyCookie)

    app.decorateRequest('rememberedDevice', undefined)
    app.decorate('readDevice', (request: FastifyRequest) => {
      const { valid, value } = signer.unsign(request.cookies[name] ?? '')
      return valid && value !== null && uuid.test(value) ? value : randomUUID()
    })
    app.decorate('rememberDevice', (request: FastifyRequest, device: string) => {
      request.rememberedDevice = device
    })
    // Set with the answer, after any other cookie of it.
    app.addHook('onSend', async (request, reply) => {
      if (request.rememberedDevice === undefined) return
      const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure: options.secure, maxAge: year } as const
      reply.setCookie(name, signer.sign(request.rememberedDevice), cookie)
    })
  },
  { name: 'device-cookie' },
)

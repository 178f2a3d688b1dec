import { ErrorBody } from '@agency/contract/errors'
import { normalizeSessionCode } from '@agency/contract/session-code'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import type { CoreAnswer } from '../../platform/cores/core-client.ts'
import { CoreUnreachable } from '../../platform/errors.ts'
import type { RequestedScreen } from '../apps/entry-screen.ts'
import { requestedLanguage } from '../apps/requested-screen.ts'
import { logInToPortal } from './portal-login-routes.ts'

type Form = URLSearchParams | undefined
interface PasscodeForm {
  Params: { code: string }
  Body: Form
}

/** Limits of the JSON call too (packages/contract/src/sessions.ts). */
const maxLength = { code: 40, passcode: 200 }

/** Takes forms from browsers without scripts. Success redirects (303); a refusal shows the page with its reason. */
export const loginFormRoutes: FastifyPluginAsync = async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

  const enterCode = async (request: FastifyRequest<{ Body: Form }>, reply: FastifyReply) => {
    const code = normalizeSessionCode(fieldOf(request, 'code'))
    if (code === '') return refuse(app, request, reply, { status: 400, code: 'MISSING', screen: 'code' })
    return reply.redirect(addressOf(code), 303)
  }
  app.post('/session', enterCode)
  app.post('/session/', enterCode)

  const enterPasscode = async (request: FastifyRequest<PasscodeForm>, reply: FastifyReply) => {
    const code = limited(normalizeSessionCode(request.params.code), maxLength.code)
    const passcode = fieldOf(request, 'passcode')
    if (passcode === '') return refuse(app, request, reply, { status: 400, code: 'MISSING', screen: 'passcode' })
    const answer = await openOrExplain(app, request, { code, passcode })
    if (answer.status === 200) return reply.redirect(`${addressOf(code)}/dashboard`, 303)
    return refuse(app, request, reply, { status: answer.status, ...faultOf(answer), screen: 'passcode' })
  }
  app.post('/session/:code', enterPasscode)
  app.post('/session/:code/', enterPasscode)
}

const addressOf = (code: string): string => `/session/${encodeURIComponent(code)}`

const fieldOf = ({ body }: FastifyRequest<{ Body: Form }>, name: keyof typeof maxLength): string =>
  limited((body?.get(name) ?? '').trim(), maxLength[name])

/** Cuts a text. Half of a character outside of the BMP could not be written into an address. */
const limited = (text: string, most: number): string => text.slice(0, most).toWellFormed()

/** The answer of core-api, or the error that says that none came. */
async function openOrExplain(
  app: FastifyInstance,
  request: FastifyRequest,
  { code, passcode }: { code: string; passcode: string },
): Promise<CoreAnswer> {
  try {
    return await logInToPortal(app, request, { code, body: { passcode } })
  } catch (error) {
    if (!(error instanceof CoreUnreachable)) throw error
    return { status: 502, body: undefined, retryAfter: undefined, date: undefined }
  }
}

function faultOf({ status, body, retryAfter }: CoreAnswer) {
  const seconds = Number(retryAfter ?? Number.NaN)
  const code = Value.Check(ErrorBody, body) ? body.code : 'UNKNOWN'
  return { code: status === 502 ? 'OFFLINE' : code, retryAfter: Number.isFinite(seconds) ? seconds : null }
}

interface Refusal {
  readonly status: number
  readonly code: string
  readonly screen: 'code' | 'passcode'
  readonly retryAfter?: number | null
}

function refuse(
  { portalPage }: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, screen, retryAfter = null }: Refusal,
) {
  if (!portalPage) return reply.callNotFound()
  const language = requestedLanguage(request)
  if (retryAfter !== null) reply.header('retry-after', retryAfter)
  const shown: RequestedScreen =
    code === 'GONE' ? { screen: 'gone', language } : { screen, language, fault: { code, retryAfter } }
  return portalPage.sendAnswer(reply, status, shown)
}

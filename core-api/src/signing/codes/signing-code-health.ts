import type { SigningCodeMode } from '@agency/contract/signing-codes'
import type { FastifyInstance } from 'fastify'
import type { HealthFinding } from '../../platform/http/health-checks.ts'
import type { ChannelModes } from '../../platform/mail/message-senders.ts'

interface Options {
  modes: ChannelModes
  signingCode: SigningCodeMode
}

/** Says on the page Health whether signers confirm a one-time code, and recommends it where one could be sent. */
export async function signingCodeHealth(app: FastifyInstance): Promise<void> {
  const { modes } = app.channels
  app.addHealthCheck({
    id: 'signing-code',
    title: 'One-time codes',
    affectsReadiness: false,
    run: async () => findingOf({ modes, signingCode: app.config.SIGNING_CODE }),
  })
}

function findingOf({ modes, signingCode }: Options): HealthFinding {
  if (signingCode !== 'off') return { state: 'ok', message: 'Clients confirm a one-time code before they sign.' }
  const canSend = modes.email === 'server' || modes.text === 'server'
  const off = 'Clients sign with link and passcode alone.'
  if (!canSend) return { state: 'ok', message: `${off} One-time codes need a mail server or a text gateway.` }
  return {
    state: 'ok',
    message: `${off} Recommended: the setting SIGNING_CODE=client of the server, so that certificates name the address that confirmed a code.`,
  }
}

import type { FastifyInstance } from 'fastify'
import type { Cores } from '../../platform/cores/cores.ts'
import { proxyToCore } from './core-proxy.ts'

const path = '/docusign/webhook'
/** How DocuSign Connect proves where a message comes from: over the bytes of its body, which pass as they come. */
const signature = /^x-docusign-signature-\d{1,3}$/

/**
 * Lets the messages of an e-signature provider through, from nobody: they come from no page of ours and have no cookie.
 * core-api believes them by their signature alone.
 */
export async function passProviderMessages(
  app: FastifyInstance,
  options: { cores: Cores; timeoutSeconds: number },
): Promise<void> {
  await proxyToCore(app, {
    ...options,
    prefix: `/session/_api${path}`,
    corePrefix: path,
    alsoPassedOn: signature,
    principalOf: ({ ip }) => ({ kind: 'nobody', address: ip }),
  })
}

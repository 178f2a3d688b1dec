import { revealReasonHeader, writeRevealReason } from '@agency/contract/reveal-reasons'
import type { QueryClient } from '@tanstack/react-query'
import { capabilitiesQuery } from '../capabilities'
import { revealReasonFor } from './reveal-reason'

/**
 * The headers of a call that shows what is masked. Where the deployment requires it, the person is asked for a reason.
 * @throws DOMException AbortError when they give none
 */
export async function revealHeaders(queryClient: QueryClient, clientId: string): Promise<Record<string, string>> {
  const { reveal_reason } = await queryClient.ensureQueryData(capabilitiesQuery())
  return reveal_reason === 'off' ? {} : { [revealReasonHeader]: writeRevealReason(await revealReasonFor(clientId)) }
}

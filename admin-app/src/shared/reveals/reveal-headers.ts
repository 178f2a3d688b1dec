import { revealReasonHeader, writeRevealReason } from '@agency/contract/reveal-reasons'
import type { QueryClient } from '@tanstack/react-query'
import { capabilitiesQuery } from '../capabilities'
import { revealReasonFor } from './reveal-reason'

/** Asks for the reason that the deployment may require. @throws DOMException AbortError when they give none */
export async function revealHeaders(queryClient: QueryClient, clientId: string): Promise<Record<string, string>> {
  const { reveal_reason } = await queryClient.ensureQueryData(capabilitiesQuery())
  return reveal_reason === 'off' ? {} : { [revealReasonHeader]: writeRevealReason(await revealReasonFor(clientId)) }
}

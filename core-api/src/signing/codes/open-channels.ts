import type { CodeChannel, SigningCodeMode } from '@agency/contract/signing-codes'
import type { ChannelModes } from '../../platform/mail/message-senders.ts'
import { maskDestination } from '../../platform/outbox/outbox-service.ts'
import type { Destinations } from '../../sessions/sessions/code-destinations.ts'

/** A channel that a client may choose, and where it leads. */
export interface OpenChannel {
  channel: CodeChannel
  address: string
  masked: string
}

export function openChannels(
  mode: SigningCodeMode,
  { email, phone }: Destinations,
  deployment: ChannelModes,
): OpenChannel[] {
  return (
    [
      ['email', email],
      ['text', phone],
    ] as const
  ).flatMap(([channel, address]) => {
    const isAllowed = (mode === 'client' || mode === channel) && deployment[channel] !== 'off'
    return isAllowed && address !== null ? [{ channel, address, masked: maskDestination(channel, address) }] : []
  })
}

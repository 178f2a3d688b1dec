import type { TextsStopped } from '@agency/contract/texts'
import { formatDay } from './formatting'

/** Why a number gets no text messages, for staff. */
export function stoppedText({ by, at, admin_name }: TextsStopped): string {
  if (by === 'client') return `No text messages: the client replied STOP on ${formatDay(at)}`
  if (by === 'gateway') return `No text messages: the client stopped them, as the gateway said on ${formatDay(at)}`
  return `No text messages: stopped by ${admin_name ?? 'a former admin'} on ${formatDay(at)}`
}

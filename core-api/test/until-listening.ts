import type { ChildProcess } from 'node:child_process'
import { on } from 'node:events'

/** What a started service says first, after the steps of its start: its address, or why it failed. */
export async function untilListening(service: ChildProcess): Promise<unknown> {
  for await (const [message] of on(service, 'message', { close: ['exit'] })) if (!('step' in message)) return message
  throw new Error('The service ended before it listened.')
}

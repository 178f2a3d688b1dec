import type { ChildProcess } from 'node:child_process'
import { on } from 'node:events'

/** The address that a started service tells once it listens; the steps of its start come before. */
export async function listeningAddress(service: ChildProcess): Promise<string> {
  for await (const [message] of on(service, 'message', { close: ['exit'] }))
    if ('address' in message) return String(message.address)
  throw new Error(`The service ended before it listened (${service.exitCode ?? service.signalCode})`)
}

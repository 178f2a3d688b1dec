import { inspect } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { startFailure } from './disk-full.ts'

/** Ends with its parent, which gets the message of a failed start; without one it is printed without Node's code. */
export function runService(start: () => Promise<void>): void {
  // A warning of Node.js that cannot be written, to a full disk or a closed pipe, would end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  start().catch((error: Error) => {
    if (!process.send) {
      const message = startFailure(error)
      process.stderr.write(`${message === error.message ? inspect(error) : message}\n`)
      process.exit(1)
    }
    process.send({ failure: startFailure(error) }, () => process.exit(1))
  })
}

/** Whether this process is only to read the settings, which fails with a list of all invalid ones, and then to end. */
export const isSettingsCheck = (): boolean => process.argv.includes('--check')

/** Tells the parent process, if any, what the start does now: `creates the database`. */
export function reportStep(step: string): void {
  process.send?.({ step })
}

export async function listen(
  app: Pick<FastifyInstance, 'listen' | 'listeningOrigin'>,
  { HOST: host, PORT: port }: { HOST: string; PORT: number },
): Promise<void> {
  await app.listen({ host, port })
  process.send?.({ address: app.listeningOrigin })
}

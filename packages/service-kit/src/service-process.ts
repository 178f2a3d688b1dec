import type { FastifyInstance } from 'fastify'

/**
 * Starts a service, and ends it when a parent process of the product ends. If the start fails, a parent process gets the
 * error message; without a parent the error is thrown.
 */
export function runService(start: () => Promise<void>): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  start().catch((error: Error) => {
    if (!process.send) throw error
    process.send({ failure: error.message }, () => process.exit(1))
  })
}

/** Listens, and reports the address to the parent process, if any. */
export async function listen(
  app: Pick<FastifyInstance, 'listen' | 'listeningOrigin'>,
  { HOST: host, PORT: port }: { HOST: string; PORT: number },
): Promise<void> {
  await app.listen({ host, port })
  process.send?.({ address: app.listeningOrigin })
}

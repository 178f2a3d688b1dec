import type { FastifyInstance } from 'fastify'

/**
 * Runs what starts a service. Started by another process of ours, its end is our end. Whoever started this one says what
 * is wrong in a sentence; alone, the whole error is shown.
 */
export function runService(start: () => Promise<void>): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  start().catch((error: Error) => {
    if (!process.send) throw error
    process.send({ failure: error.message }, () => process.exit(1))
  })
}

/** Begins to take requests, and tells whoever started this process where. */
export async function listen(
  app: Pick<FastifyInstance, 'listen' | 'listeningOrigin'>,
  { HOST: host, PORT: port }: { HOST: string; PORT: number },
): Promise<void> {
  await app.listen({ host, port })
  process.send?.({ address: app.listeningOrigin })
}

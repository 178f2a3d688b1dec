import { createHash } from 'node:crypto'
import type { PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'

/** Answers a repeated question about the same PDF from memory, with a copy. A refusal is asked for anew. */
function remember<Options extends unknown[], Answer>(
  ask: (bytes: Uint8Array, ...options: Options) => Promise<Answer>,
): typeof ask {
  const known = new Map<string, Promise<Answer>>()
  return async (bytes, ...options) => {
    const key = createHash('sha256').update(bytes).update(JSON.stringify(options)).digest('hex')
    const answer = known.get(key) ?? ask(bytes, ...options)
    known.set(key, answer)
    answer.catch(() => known.delete(key))
    return structuredClone(await answer)
  }
}

/**
 * PDF processes that check a PDF once. Hundreds of tests upload the same few, to sign them or to list them, and a check
 * is most of what such a test computes. Stamps and seals are made each time.
 */
export function rememberChecks(worker: PdfWorker): PdfWorker {
  return {
    ...worker,
    inspect: remember(worker.inspect),
    inspectPrompt: remember(worker.inspectPrompt),
    measure: remember(worker.measure),
    get isFull() {
      return worker.isFull
    },
    get pids() {
      return worker.pids
    },
  }
}

import type { FastifyRequest } from 'fastify'
import { recordEvent } from '../../audit-trail/audit-service.ts'
import { FileInfected, ScannerUnavailable } from '../../errors.ts'
import type { ScanState } from './virus-scan.ts'

/**
 * Scans if a scanner is configured.
 * @throws FileInfected, audited; ScannerUnavailable: no file is accepted unscanned
 */
export async function requireClean(
  { server, principal, log }: FastifyRequest,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<ScanState> {
  const { db, virusScanner } = server
  if (!virusScanner) return 'not_scanned'
  const result = await virusScanner.scan(content).catch((cause: unknown) => {
    throw new ScannerUnavailable({ cause })
  })
  if (result.state === 'too-large') log.warn('an uploaded file is too large for the virus scanner')
  if (result.state !== 'infected') return result.state === 'clean' ? 'clean' : 'not_scanned'
  await recordEvent(db, principal, { action: 'upload.infected', detail: result.signature })
  throw new FileInfected()
}

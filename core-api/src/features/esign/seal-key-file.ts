import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { readOrMake } from '../../sealing/master-key.ts'
import { createSealKey, loadSealKey, type SealKey } from './pdf/seal-key.ts'

type SealSettings = Pick<Config, 'SEAL_KEY' | 'keysDirectory' | 'AGENCY_NAME'>

/**
 * The key that documents are sealed with, as a certificate and its private key in PEM: the setting, which replicas on
 * several machines need, or `seal.pem` in the keys directory, made on the first start.
 */
export async function readSealKey({ SEAL_KEY, keysDirectory, AGENCY_NAME }: SealSettings): Promise<SealKey> {
  if (SEAL_KEY) return loadSealKey({ kind: 'pem', pem: SEAL_KEY })
  const path = join(keysDirectory, 'seal.pem')
  if (existsSync(path)) return loadSealKey({ kind: 'pem', pem: readFileSync(path, 'utf8') })
  const { secret } = await createSealKey({ organisation: AGENCY_NAME })
  if (secret.kind !== 'pem') throw new Error('A new seal key is text')
  // When two processes start at once, the first one's key stands for both.
  return loadSealKey({ kind: 'pem', pem: readOrMake(path, () => secret.pem) })
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOrMake } from '../../sealing/master-key.ts'
import { createSealKey, loadSealKey, type SealKey } from './pdf/seal-key.ts'

/** The key that documents are sealed with: `seal.pem` in the keys directory, made on the first start. */
export async function readSealKey(keysDirectory: string, organisation: string): Promise<SealKey> {
  const path = join(keysDirectory, 'seal.pem')
  if (existsSync(path)) return loadSealKey({ kind: 'pem', pem: readFileSync(path, 'utf8') })
  const { secret } = await createSealKey({ organisation })
  if (secret.kind !== 'pem') throw new Error('A new seal key is text')
  // When two processes start at once, the first one's key stands for both.
  return loadSealKey({ kind: 'pem', pem: readOrMake(path, () => secret.pem) })
}

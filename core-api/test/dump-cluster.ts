import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** Makes an empty database once, for all test files to start from: `TEST_CLUSTER`. */
export async function setup(): Promise<(() => void) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined
  const directory = mkdtempSync(join(tmpdir(), 'cluster-'))
  const engine = await PGlite.create()
  const dump = await engine.dumpDataDir('none')
  await engine.close()
  process.env.TEST_CLUSTER = join(directory, 'cluster.tar')
  writeFileSync(process.env.TEST_CLUSTER, Buffer.from(await dump.arrayBuffer()))
  return () => rmSync(directory, { recursive: true })
}

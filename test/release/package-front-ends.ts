import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packagePart } from '../../scripts/package.ts'

/** Packages the three front-end parts once for all tests of releases, as they are now. */
async function packageFrontEnds() {
  const directory = mkdtempSync(join(tmpdir(), 'releases-'))
  for (const part of ['shared-ui', 'admin-app', 'portal-app'] as const) await packagePart(part, directory)
  process.env.RELEASES = directory
  return () => rmSync(directory, { recursive: true })
}

export default packageFrontEnds

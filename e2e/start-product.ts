import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStaleParts } from '../scripts/build.ts'
import { startProduct } from '../scripts/product.ts'

export const credentials = { username: 'admin', password: 'a password for the tests' }

/** Starts one product, with fresh data on a free port, for all browser tests. Each test makes the data it needs. */
async function startForTests() {
  await buildStaleParts()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'product-'))
  const product = await startProduct({
    dataDirectory,
    port: 0,
    environment: { ADMIN_PASSWORD: credentials.password, AGENCY_NAME: 'Harbor Lane Insurance' },
  })
  process.env.STAFF_URL = product.staffUrl
  process.env.CLIENT_URL = product.clientUrl
  return async () => {
    await product.stop()
    rmSync(dataDirectory, { recursive: true })
  }
}

export default startForTests

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStaffApi, type StaffApi } from '@agency/test-kit/api/staff-api'
import { test as base, type Page } from '@playwright/test'
import { artefactIn } from './check-release.ts'
import { type DeployedProduct, startDeployedProduct } from './deployed-product.ts'

/** The artefact of a front-end part as it is now. */
export const artefactOf = (part: 'admin-app' | 'portal-app' | 'shared-ui'): string =>
  artefactIn(process.env.RELEASES ?? '', part)

interface Fixtures {
  /** An empty directory, gone after the test. */
  directory: string
  /** A page on which no error may happen. */
  tab: Page
}

interface WorkerFixtures {
  /** All three parts deployed, as they are now. */
  product: DeployedProduct
  api: StaffApi
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    async ({ browserName: _browser }, use) => {
      const product = await startDeployedProduct()
      for (const part of ['shared-ui', 'admin-app', 'portal-app'] as const) product.deploy(part, artefactOf(part))
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  api: [async ({ product: _product }, use) => use(await openStaffApi()), { scope: 'worker' }],
  directory: async ({ browserName: _browser }, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'release-test-'))
    await use(directory)
    rmSync(directory, { recursive: true })
  },
  tab: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await use(page)
    base.expect(errors).toEqual([])
  },
})

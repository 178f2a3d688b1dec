import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Part } from '../../../scripts/parts.ts'
import { root } from '../../../scripts/repository.ts'
import { type Bff, type RoutedProduct, startRoutedProduct } from '../product/routed-product.ts'
import { test as base, expect } from './fixtures.ts'

interface Fixtures {
  /** An empty directory, removed after the test. */
  directory: string
  /** A page that may log no error, not even of a file that does not load. */
  tab: Page
}

interface WorkerFixtures {
  /** The build or artefact of a part that is deployed at first. */
  buildOf: (part: Part) => string
  routed: RoutedProduct
  bff: Bff
}

/** Tests against a product of their own as in production: its bff stops and starts, its parts are deployed one by one. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  buildOf: [async ({ browserName: _browser }, use) => use((part) => join(root, part, 'dist')), { scope: 'worker' }],
  routed: [
    async ({ buildOf }, use) => {
      const product = await startRoutedProduct()
      try {
        for (const part of ['shared-ui', 'admin-app', 'portal-app'] as const) product.deploy(part, buildOf(part))
        await use(product)
      } finally {
        await product.stop()
      }
    },
    { scope: 'worker' },
  ],
  bff: [async ({ routed }, use) => use(routed.bff), { scope: 'worker' }],
  addresses: [async ({ routed: _routed }, use) => use(undefined), { scope: 'worker' }],
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
    expect(errors).toEqual([])
  },
})

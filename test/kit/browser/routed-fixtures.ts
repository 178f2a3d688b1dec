import { openStaffApi, type StaffApi } from '../api/staff-api.ts'
import { copyBuild } from '../nginx/build-copy.ts'
import { type Bff, startRoutedProduct } from '../product/routed-product.ts'
import { test as base } from './fixtures.ts'

/** Tests against a product of their own as in production, whose bff comes and goes. */
export const test = base.extend<object, { bff: Bff; api: StaffApi }>({
  bff: [
    async ({ browserName: _browser }, use) => {
      const product = await startRoutedProduct()
      try {
        for (const part of ['admin-app', 'portal-app', 'shared-ui'] as const) copyBuild(part, product.directoryOf(part))
        await use(product.bff)
      } finally {
        await product.stop()
      }
    },
    { scope: 'worker' },
  ],
  api: [async ({ bff: _bff }, use) => use(await openStaffApi()), { scope: 'worker' }],
})

import { copyBuild } from '../edge/kit/build-copy.ts'
import { test as base } from './journey.ts'
import { type Bff, startRoutedProduct } from './routed-product.ts'
import { type StaffApi, withStaffApi } from './staff-api.ts'

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
  api: [({ bff: _bff }, use) => withStaffApi(use), { scope: 'worker' }],
})

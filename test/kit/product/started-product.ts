import { startProduct } from '../../../scripts/product.ts'
import { agencySettings } from './product-address.ts'
import { createProductData, type ProductData } from './product-template.ts'

/** A running product: one bff, one core-api, a database and a data directory of its own. */
export interface StartedProduct {
  /** Origin of the staff's host, such as `http://localhost:8080`. */
  staffUrl: string
  /** Origin of the client-facing host. */
  clientUrl: string
  coreUrl: string
  bffUrl: string
  databaseUrl: string
  dataDirectory: string
  /** Stops both services, drops the database and removes the data directory. */
  stop(): Promise<void>
}

export interface StartedProductOptions {
  /** Settings of both services, by their names. */
  environment?: Record<string, string>
  /** What it starts on; a new database and an empty directory without it. Goes with the product. */
  data?: ProductData
}

/**
 * Starts a product on a new database of the test run's PostgreSQL server (`TEST_DATABASE_URL`).
 * @throws with the service's last log lines if it cannot start
 */
export async function startProductOnServer(options: StartedProductOptions = {}): Promise<StartedProduct> {
  const { databaseUrl, dataDirectory, remove } = options.data ?? (await createProductData())
  // Tests of second factors set another value.
  const settings = { DATABASE_URL: databaseUrl, STAFF_MFA: 'off', ...agencySettings, ...options.environment }
  const product = await startProduct({ dataDirectory, port: 0, environment: settings }).catch(async (error) => {
    await remove()
    throw error
  })
  return {
    staffUrl: product.staffUrl,
    clientUrl: product.clientUrl,
    coreUrl: product.coreUrl,
    bffUrl: product.bffUrl,
    databaseUrl,
    dataDirectory,
    async stop() {
      await product.stop()
      await remove()
    },
  }
}

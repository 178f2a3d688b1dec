import { copyProductTemplate } from './product-template.ts'
import { type StartedProduct, startProductOnServer } from './started-product.ts'

/**
 * Starts a product whose first admin has the tests' credentials, and sets STAFF_URL and CLIENT_URL for all tests of this
 * process. A worker fixture that starts one has a worker of its own, so that no other test uses these addresses.
 * @param environment settings of both services, by their names
 */
export async function startOwnProduct(environment: Record<string, string> = {}): Promise<StartedProduct> {
  const product = await startProductOnServer({
    data: await copyProductTemplate(),
    environment,
  })
  nameProduct(product)
  return product
}

/** Names a product in STAFF_URL and CLIENT_URL, for all tests of this process. */
export function nameProduct({ staffUrl, clientUrl }: Pick<StartedProduct, 'staffUrl' | 'clientUrl'>): void {
  process.env.STAFF_URL = staffUrl
  process.env.CLIENT_URL = clientUrl
}
